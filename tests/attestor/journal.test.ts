import { mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { verifyAttestation } from '@prediction-market/sdk/oracle'
import { Keypair, type PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { forgetOld, KEEP_SECONDS } from '../../app/src/attestor/attestor.ts'
import { FileJournal, MEMORY_JOURNAL } from '../../app/src/attestor/journal.ts'
import { Signer } from '../../app/src/attestor/signer.ts'
import { MarketBook } from '../../app/src/book/book.ts'
import { market as givenMarket } from '../helpers/book.ts'
import { failure, until } from '../helpers/localnet/index.ts'

describe('the journal of an attestor', () => {
  const key = Keypair.generate()
  const attestor = key.publicKey.toBase58()
  const market = Keypair.generate().publicKey
  let folder: string
  let path: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attestor-'))
    path = join(folder, 'state')
  })
  let restore = () => {}
  afterEach(() => {
    restore()
    return rm(folder, { recursive: true })
  })

  async function openSigner() {
    const { journal, answers } = await FileJournal.open(path, attestor)
    return { signer: new Signer({ key, programId: PROGRAM_ID, journal, answers }), journal }
  }

  const answersOf = (signer: Signer, about = market) => [...signer.of(about.toBase58())]
  const secondsOf = (signer: Signer, about = market) => answersOf(signer, about).map(({ second }) => second)

  it('has valid signatures, and is on disk before they are published', async () => {
    const { signer, journal } = await openSigner()
    const signing = signer.sign(market, 100, true)
    expect(answersOf(signer)).to.deep.equal([])
    expect(() => signer.signature(market.toBase58(), 100)).to.throw('no answer in the journal')
    const answer = await signing
    expect(await readFile(path, 'utf8')).to.contain(`${market.toBase58().padEnd(44)} 00000000100 1`)
    expect(answersOf(signer)).to.deep.equal([answer])
    const encoded = signer.signature(market.toBase58(), 100)
    const signature = { attestor: key.publicKey, signature: bs58.decode(encoded) }
    expect(verifyAttestation({ market, second: 100n, isMet: true }, signature)).to.equal(true)
    expect(verifyAttestation({ market, second: 100n, isMet: false }, signature)).to.equal(false)
    expect(signer.signature(market.toBase58(), 100)).to.equal(encoded)
    await journal.close()
    const again = await openSigner()
    expect(again.signer.signature(market.toBase58(), 100)).to.equal(encoded)
    await again.journal.close()
  })

  it('has one answer for a market and a second, also after a restart', async () => {
    const first = await openSigner()
    const both = await Promise.all([
      first.signer.sign(market, 100, true),
      first.signer.sign(market, 100, false),
    ])
    expect(both.map(({ isMet }) => isMet)).to.deep.equal([true, true])
    await first.journal.close()

    const second = await openSigner()
    expect(await second.signer.sign(market, 100, false)).to.deep.equal(both[0])
    expect((await second.signer.sign(market, 101, false)).isMet).to.equal(false)
    const other = Keypair.generate().publicKey
    expect((await second.signer.sign(other, 100, false)).isMet).to.equal(false)
    await second.journal.close()
    expect((await readFile(path, 'utf8')).trim().split('\n')).to.have.length(4)
  })

  it('is ordered by time, whatever the order of signing', async () => {
    const { signer, journal } = await openSigner()
    for (const second of [30, 10, 20]) await signer.sign(market, second, true)
    expect(secondsOf(signer)).to.deep.equal([10, 20, 30])
    await journal.close()
  })

  it('is complete when many answers are signed at once', async () => {
    const { signer, journal } = await openSigner()
    await Promise.all(
      Array.from({ length: 300 }, (_, second) => signer.sign(market, second + 1, second % 3 === 0)),
    )
    await journal.close()
    const again = await openSigner()
    expect(answersOf(again.signer).map(({ second, isMet }) => [second, isMet])).to.deep.equal(
      Array.from({ length: 300 }, (_, second) => [second + 1, second % 3 === 0]),
    )
    await again.journal.close()
  })

  it('drops an incomplete last line, and continues after it', async () => {
    const first = await openSigner()
    await first.signer.sign(market, 100, true)
    await first.signer.sign(market, 101, true)
    await first.journal.close()
    const content = await readFile(path)
    const line = content.length / 3
    for (let missing = 1; missing < line; missing += 1) {
      await writeFile(path, content.subarray(0, content.length - missing))
      const second = await openSigner()
      expect(answersOf(second.signer)).to.deep.equal([{ second: 100, isMet: true }])
      expect((await stat(path)).size).to.equal(2 * line)
      await second.signer.sign(market, 101, false)
      await second.journal.close()
      const third = await openSigner()
      expect(answersOf(third.signer).map(({ isMet }) => isMet)).to.deep.equal([true, false])
      await third.journal.close()
    }
  })

  it('is empty if the first line is incomplete', async () => {
    await (await openSigner()).journal.close()
    const content = await readFile(path)
    for (const length of [0, 1, content.length - 1]) {
      await writeFile(path, content.subarray(0, length))
      await (await openSigner()).journal.close()
      expect(await readFile(path)).to.deep.equal(content)
    }
  })

  it('refuses a damaged file', async () => {
    const first = await openSigner()
    for (const second of [100, 101, 102]) await first.signer.sign(market, second, true)
    await first.journal.close()
    const content = await readFile(path)
    const line = content.length / 4
    const refused = async (damaged: Buffer, number: number) => {
      await writeFile(path, damaged)
      expect((await failure(openSigner())).message).to.contain(`${path}, line ${number}, is damaged`)
      expect(await readFile(path)).to.deep.equal(damaged)
    }
    // One bit in any place, and lines that are missing, twice there, empty or in another order.
    for (let at = 0; at < content.length; at += 1) {
      const damaged = Buffer.from(content)
      damaged[at] = (damaged[at] as number) ^ 1
      await refused(damaged, Math.floor(at / line) + 1)
    }
    const [first0, a, b, c] = [0, 1, 2, 3].map((index) => content.subarray(index * line, (index + 1) * line))
    const lines = (...parts: (Buffer | undefined)[]) => Buffer.concat(parts as Buffer[])
    await refused(lines(first0, a, c), 3)
    await refused(lines(first0, a, a, b, c), 3)
    await refused(lines(first0, b, a, c), 2)
    await refused(lines(first0, a, Buffer.alloc(line)), 3)
    await refused(lines(a, b, c), 1)
  })

  it('refuses the journal of another key', async () => {
    const first = await openSigner()
    await first.signer.sign(market, 100, true)
    await first.journal.close()
    const other = Keypair.generate().publicKey.toBase58()
    const { message } = await failure(FileJournal.open(path, other))
    expect(message).to.contain(`is the journal of the key ${attestor}, not of ${other}`)
  })

  it('is locked by one process at a time', async () => {
    const first = await openSigner()
    expect((await failure(openSigner())).message).to.equal(`${path} is in use by another attestor`)
    await first.journal.close()
    await (await openSigner()).journal.close()
  })

  /** Replaces how files are flushed to disk, until the test ends. */
  async function flushBy(datasync: () => Promise<void>): Promise<void> {
    const file = await open(folder)
    const handle: { datasync: () => Promise<void> } = Object.getPrototypeOf(file)
    await file.close()
    const real = handle.datasync
    restore = () => {
      handle.datasync = real
    }
    handle.datasync = datasync
  }

  it('publishes nothing that is written but not yet on disk', async () => {
    const { signer, journal } = await openSigner()
    let flush: (() => void) | undefined
    await flushBy(() => new Promise((done) => (flush = done)))
    const signing = signer.sign(market, 100, true)
    await until('the flush', () => flush !== undefined)
    expect(await readFile(path, 'utf8')).to.contain('00000000100 1')
    expect(answersOf(signer)).to.deep.equal([])
    expect(() => signer.signature(market.toBase58(), 100)).to.throw('no answer in the journal')
    flush?.()
    await signing
    expect(answersOf(signer)).to.have.length(1)
    await journal.close()
  })

  it('signs nothing more after a write that failed once, which may be on disk all the same', async () => {
    const broken: string[] = []
    const { journal, answers } = await FileJournal.open(path, attestor, ({ message }) => broken.push(message))
    const signer = new Signer({ key, programId: PROGRAM_ID, journal, answers })
    await flushBy(() => {
      restore()
      return Promise.reject(new Error('the disk fails once'))
    })
    expect((await failure(signer.sign(market, 100, true))).message).to.equal('the disk fails once')
    expect(journal.isBroken).to.equal(true)
    for (const second of [100, 101]) {
      expect((await failure(signer.sign(market, second, false))).message).to.equal('the disk fails once')
    }
    expect(answersOf(signer)).to.deep.equal([])
    expect(broken).to.deep.equal(['the disk fails once'])
    await journal.close()
    // A restart finds the line, and stands by it.
    const again = await openSigner()
    expect(answersOf(again.signer)).to.deep.equal([{ second: 100, isMet: true }])
    expect((await again.signer.sign(market, 100, false)).isMet).to.equal(true)
    await again.journal.close()
  })

  it('does not sign a second again whose write failed, even if the journal goes on', async () => {
    let isFailing = true
    const write = async () => {
      if (isFailing) throw new Error('not written')
    }
    const signer = new Signer({ key, programId: PROGRAM_ID, journal: { ...MEMORY_JOURNAL, write } })
    await failure(signer.sign(market, 100, true))
    isFailing = false
    expect((await failure(signer.sign(market, 100, false))).message).to.equal('not written')
    expect((await signer.sign(market, 101, false)).isMet).to.equal(false)
  })

  it('signs nothing once it cannot be written', async () => {
    const { signer, journal } = await openSigner()
    await signer.sign(market, 100, true)
    await journal.close()
    await failure(signer.sign(market, 101, true))
    await failure(signer.sign(market, 101, true))
    expect(answersOf(signer)).to.have.length(1)
  })

  it('removes entries once they are not needed, and not before', async () => {
    const { signer, journal } = await openSigner()
    const [other, kept] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    const isOver = (address: string) => address !== kept.toBase58()
    for (const second of [100, 200, 300]) await signer.sign(market, second, true)
    await signer.sign(other, 100, false)
    await signer.sign(kept, 100, false)
    // What is signed meanwhile stays.
    const [removed] = await Promise.all([signer.forget(199, isOver), signer.sign(market, 250, false)])
    await signer.sign(market, 400, true)
    expect(removed).to.equal(2)
    const seconds = (of: Signer) => [market, other, kept].map((about) => secondsOf(of, about))
    expect(seconds(signer)).to.deep.equal([[200, 250, 300, 400], [], [100]])
    expect(signer.size).to.equal(5)
    await journal.close()
    const again = await openSigner()
    expect(seconds(again.signer)).to.deep.equal([[200, 250, 300, 400], [], [100]])
    expect((await again.signer.sign(market, 250, true)).isMet).to.equal(false)
    expect(await again.signer.forget(199, isOver)).to.equal(0)
    await again.journal.close()
    expect((await stat(path)).mode & 0o077).to.equal(0)
  })

  it('stays complete if the file cannot be replaced', async () => {
    const { signer, journal } = await openSigner()
    await signer.sign(market, 100, true)
    await mkdir(`${path}.new`)
    await failure(signer.forget(100, () => true))
    expect(signer.size).to.equal(1)
    await signer.sign(market, 101, true)
    await journal.close()
    const again = await openSigner()
    expect(again.signer.size).to.equal(2)
    await again.journal.close()
  })

  it('keeps an entry while its market is open, and a week longer than it can be requested', async () => {
    const now = 10_000_000
    const [open, decided, gone] = Array.from({ length: 3 }, () => Keypair.generate().publicKey)
    const markets = [open, decided, gone] as PublicKey[]
    const book = new MarketBook()
    book.put({ ...givenMarket({ status: 'open' }), address: open as PublicKey }, 'Is it?', 1)
    book.put({ ...givenMarket({ status: 'resolved' }), address: decided as PublicKey }, 'Is it?', 1)
    const { signer, journal } = await openSigner()
    for (const about of markets) {
      for (const second of [now - KEEP_SECONDS, now - KEEP_SECONDS + 1])
        await signer.sign(about, second, true)
    }
    expect(await forgetOld(signer, book, now)).to.equal(2)
    expect(markets.map((about) => answersOf(signer, about).length)).to.deep.equal([2, 1, 1])
    await journal.close()
  })

  it('is not compacted once it is damaged', async () => {
    const { signer, journal } = await openSigner()
    for (const second of [100, 101]) await signer.sign(market, second, true)
    const damaged = (await readFile(path, 'utf8')).replace('00000000101 1', '00000000101 0')
    await writeFile(path, damaged)
    expect((await failure(signer.forget(100, () => true))).message).to.contain('line 3, is damaged')
    expect(await readFile(path, 'utf8')).to.equal(damaged)
    expect(signer.size).to.equal(2)
    await journal.close()
  })

  it('is readable and writable by its owner only', async () => {
    const { journal } = await openSigner()
    expect((await stat(path)).mode & 0o077).to.equal(0)
    await journal.close()
  })
})
