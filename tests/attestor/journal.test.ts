import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID, verifyAttestation } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { type Entry, FileJournal } from '../../app/src/attestor/journal.ts'
import { isNeeded, KEEP_SECONDS } from '../../app/src/attestor/retention.ts'
import { Signer } from '../../app/src/attestor/signer.ts'
import { MarketBook } from '../../app/src/book/book.ts'
import { market as givenMarket } from '../helpers/book.ts'
import { failure } from '../helpers/localnet/index.ts'

const givenEntry = (): Entry => ({
  market: Keypair.generate().publicKey.toBase58(),
  second: 1,
  isMet: true,
  signature: '1'.repeat(64),
})

describe('what an attestor has signed', () => {
  const key = Keypair.generate()
  const attestor = key.publicKey.toBase58()
  const market = Keypair.generate().publicKey
  let folder: string
  let path: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attestor-'))
    path = join(folder, 'state')
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function openSigner() {
    const { journal, entries } = await FileJournal.open(path, attestor)
    return { signer: new Signer({ key, programId: PROGRAM_ID, journal, entries }), journal }
  }

  it('verifies, and is on the disk before anyone has it', async () => {
    const { signer, journal } = await openSigner()
    const signing = signer.sign(market, 100, true)
    expect(signer.of(market.toBase58())).to.deep.equal([])
    const entry = await signing
    expect(await readFile(path, 'utf8')).to.contain(entry.signature)
    expect(signer.of(market.toBase58())).to.deep.equal([entry])
    const signature = { attestor: key.publicKey, signature: bs58.decode(entry.signature) }
    expect(verifyAttestation({ market, second: 100n, isMet: true }, signature)).to.equal(true)
    expect(verifyAttestation({ market, second: 100n, isMet: false }, signature)).to.equal(false)
    await journal.close()
  })

  it('is one answer for a market and a second, whoever asks for the other, and after a restart', async () => {
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
    expect((await readFile(path, 'utf8')).trim().split('\n')).to.have.length(3)
  })

  it('is in the order of time, whatever the order it was signed in', async () => {
    const { signer, journal } = await openSigner()
    for (const second of [30, 10, 20]) await signer.sign(market, second, true)
    const seconds = () => signer.of(market.toBase58()).map((entry) => entry.second)
    expect(seconds()).to.deep.equal([10, 20, 30])
    await journal.close()
  })

  it('is all there when much is signed at once', async () => {
    const { signer, journal } = await openSigner()
    await Promise.all(
      Array.from({ length: 300 }, (_, second) => signer.sign(market, second + 1, second % 3 === 0)),
    )
    await journal.close()
    const again = await openSigner()
    expect(again.signer.of(market.toBase58()).map(({ second, isMet }) => [second, isMet])).to.deep.equal(
      Array.from({ length: 300 }, (_, second) => [second + 1, second % 3 === 0]),
    )
    await again.journal.close()
  })

  it('does not have what was never written to its end, and goes on after that', async () => {
    const first = await openSigner()
    const entry = await first.signer.sign(market, 100, true)
    await first.journal.close()
    const { size } = await stat(path)
    await appendFile(path, (await readFile(path)).subarray(0, size - 20))

    const second = await openSigner()
    expect(second.signer.of(market.toBase58())).to.deep.equal([entry])
    expect((await stat(path)).size).to.equal(size)
    await second.signer.sign(market, 101, false)
    await second.journal.close()
    const third = await openSigner()
    expect(third.signer.of(market.toBase58())).to.have.length(2)
    await third.journal.close()
  })

  it('is not guessed from a damaged file', async () => {
    const first = await openSigner()
    await first.signer.sign(market, 100, true)
    await first.journal.close()
    await writeFile(path, `${await readFile(path, 'utf8')}{"market":\n`)
    expect((await failure(openSigner())).message).to.contain(`${path}, line 2, is damaged`)
  })

  it('is not that of another key', async () => {
    const first = await openSigner()
    await first.signer.sign(market, 100, true)
    await first.journal.close()
    const other = Keypair.generate().publicKey.toBase58()
    const { message } = await failure(FileJournal.open(path, other))
    expect(message).to.contain(`is of the key ${attestor}, not ${other}`)
  })

  it('is kept by one at a time', async () => {
    const first = await openSigner()
    expect((await failure(openSigner())).message).to.equal(`${path} is in use by another attestor`)
    await first.journal.close()
    await (await openSigner()).journal.close()
  })

  it('is nothing more once it cannot be written down', async () => {
    const { signer, journal } = await openSigner()
    await signer.sign(market, 100, true)
    await journal.close()
    await failure(signer.sign(market, 101, true))
    await failure(signer.sign(market, 101, true))
    expect(signer.of(market.toBase58())).to.have.length(1)
  })

  it('goes once it is not needed, and only then', async () => {
    const { signer, journal } = await openSigner()
    const other = Keypair.generate().publicKey
    for (const second of [100, 200, 300]) await signer.sign(market, second, true)
    await signer.sign(other, 100, false)
    const isNeeded = ({ second }: Entry) => second >= 200
    // What is signed meanwhile stays.
    const [removed] = await Promise.all([signer.forget(isNeeded), signer.sign(market, 250, false)])
    await signer.sign(market, 400, true)
    expect(removed).to.equal(2)
    const seconds = (of: Signer) => of.of(market.toBase58()).map(({ second }) => second)
    expect([seconds(signer), signer.of(other.toBase58()), signer.size]).to.deep.equal([
      [200, 250, 300, 400],
      [],
      4,
    ])
    await journal.close()
    const again = await openSigner()
    expect([seconds(again.signer), again.signer.size]).to.deep.equal([[200, 250, 300, 400], 4])
    expect((await again.signer.sign(market, 250, true)).isMet).to.equal(false)
    expect(await again.signer.forget(() => true)).to.equal(0)
    await again.journal.close()
    expect((await stat(path)).mode & 0o077).to.equal(0)
  })

  it('stays as a whole if the file cannot be replaced', async () => {
    const { signer, journal } = await openSigner()
    await signer.sign(market, 100, true)
    await mkdir(`${path}.new`)
    await failure(signer.forget(() => false))
    expect(signer.size).to.equal(1)
    await signer.sign(market, 101, true)
    await journal.close()
    const again = await openSigner()
    expect(again.signer.size).to.equal(2)
    await again.journal.close()
  })

  it('is kept while its market is open, and a week longer than it could be asked for', () => {
    const now = 10_000_000
    const [open, decided, gone] = [givenEntry(), givenEntry(), givenEntry()]
    const book = new MarketBook()
    for (const [entry, status] of [
      [open, 'open'],
      [decided, 'resolved'],
    ] as const) {
      book.put({ ...givenMarket({ status }), address: new PublicKey(entry.market) }, 'Is it?', 1)
    }
    const needed = (second: number) =>
      [open, decided, gone].map((entry) => isNeeded({ ...entry, second }, book, now))
    expect(needed(now - KEEP_SECONDS)).to.deep.equal([true, false, false])
    expect(needed(now - KEEP_SECONDS + 1)).to.deep.equal([true, true, true])
  })

  it('is read alike however its lines are written', async () => {
    const first = await openSigner()
    const entries = [await first.signer.sign(market, 100, true), await first.signer.sign(market, 105, false)]
    await first.journal.close()
    const spaced = (await readFile(path, 'utf8')).replaceAll('":', '": ')
    await appendFile(path, spaced.replaceAll('"second": 1', '"second": 2'))
    const again = await openSigner()
    expect(again.signer.of(market.toBase58())).to.deep.equal([
      ...entries,
      ...entries.map((entry) => ({ ...entry, second: entry.second + 100 })),
    ])
    await again.journal.close()
  })

  it('is for nobody else to read or write', async () => {
    const { journal } = await openSigner()
    expect((await stat(path)).mode & 0o077).to.equal(0)
    await journal.close()
  })
})
