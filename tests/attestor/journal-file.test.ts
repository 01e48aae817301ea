import { mkdir, mkdtemp, open, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { verifyAttestation } from '@prediction-market/sdk/oracle'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { FileJournal, MEMORY_JOURNAL } from '../../app/src/attestor/journal.ts'
import { Signer } from '../../app/src/attestor/signer.ts'
import { failure, until } from '../helpers/localnet/index.ts'

/** The first of our keys whose address has so many characters. */
function keyOfLength(characters: number): Keypair {
  for (let seed = 0; ; seed++) {
    const key = Keypair.fromSeed(new Uint8Array(32).fill(seed))
    if (key.publicKey.toBase58().length === characters) return key
  }
}

describe('the file of an attestor', () => {
  const key = keyOfLength(43)
  const attestor = key.publicKey.toBase58()
  const [market, other] = [keyOfLength(44).publicKey, keyOfLength(43).publicKey]
  let folder: string
  let path: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attestor-'))
    path = join(folder, 'state')
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function openSigner() {
    const { journal, answers } = await FileJournal.open(path, attestor)
    return { signer: new Signer({ key, programId: PROGRAM_ID, journal, answers }), journal }
  }

  it('names its key, and has addresses of every length', async () => {
    const first = await openSigner()
    await first.signer.sign(market, 100, true)
    await first.signer.sign(other, 100, false)
    await first.journal.close()
    expect(await readFile(path, 'utf8')).to.match(new RegExp(`^attestor ${attestor} +[0-9a-f]{8}\n`))
    const { signer, journal } = await openSigner()
    const found = [...signer.answers()].map(([address, answers]) => [address, [...answers]])
    expect(Object.fromEntries(found)).to.deep.equal({
      [market.toBase58()]: [{ second: 100, isMet: true }],
      [other.toBase58()]: [{ second: 100, isMet: false }],
    })
    await journal.close()
  })

  it('has a signature of its own for each market and second', async () => {
    const { signer, journal } = await openSigner()
    for (const about of [market, other]) {
      for (const second of [100, 101]) {
        await signer.sign(about, second, true)
        const signature = bs58.decode(signer.signature(about.toBase58(), second))
        const attested = { market: about, second: BigInt(second), isMet: true }
        expect(verifyAttestation(attested, { attestor: key.publicKey, signature })).to.equal(true)
      }
    }
    await journal.close()
  })

  it('has no line that could not be read again', async () => {
    const { journal } = await openSigner()
    const size = (await stat(path)).size
    const { message } = await failure(journal.write({ market: 'm'.repeat(46), second: 1, isMet: true }))
    expect(message).to.contain('Journal line must have 59 characters, got 60')
    expect((await stat(path)).size).to.equal(size)
    await journal.close()
  })

  it('is opened once nothing is in its place', async () => {
    await mkdir(path)
    expect(await failure(openSigner())).to.have.property('code', 'EISDIR')
    await rmdir(path)
    await (await openSigner()).journal.close()
  })

  it('has what is needed, and nothing else, after thousands of answers', async () => {
    const { signer, journal } = await openSigner()
    const seconds = Array.from({ length: 5_002 }, (_, index) => index + 1)
    await Promise.all(seconds.map((second) => signer.sign(market, second, second % 2 === 0)))
    await signer.sign(other, 5_002, true)
    expect(await signer.forget(1, (about) => about === market.toBase58())).to.equal(1)
    await journal.close()
    const again = await openSigner()
    const kept = seconds.slice(1).map((second) => ({ second, isMet: second % 2 === 0 }))
    expect([...again.signer.of(market.toBase58())]).to.deep.equal(kept)
    expect(again.signer.size).to.equal(5_002)
    await again.journal.close()
  })

  it('is replaced only if something is to be removed, and holds that second again if it is signed anew', async () => {
    const { signer, journal } = await openSigner()
    for (const second of [100, 101]) await signer.sign(market, second, true)
    const { ino } = await stat(path)
    expect(await signer.forget(99, () => true)).to.equal(0)
    expect((await stat(path)).ino).to.equal(ino)
    expect(await signer.forget(100, () => true)).to.equal(1)
    expect((await stat(path)).ino).not.to.equal(ino)
    await signer.sign(market, 100, false)
    expect([...signer.of(market.toBase58())].map(({ isMet }) => isMet)).to.deep.equal([false, true])
    await journal.close()
  })

  it('is on disk by its name once it is made and once it is replaced', async () => {
    const folders: string[] = []
    const file = await open(folder)
    const handle: { sync: () => Promise<void> } = Object.getPrototypeOf(file)
    const real = handle.sync
    handle.sync = async function (this: typeof file) {
      if ((await this.stat()).isDirectory()) folders.push('synced')
      return real.call(this)
    }
    try {
      const { signer, journal } = await openSigner()
      expect(folders).to.have.length(1)
      await signer.sign(market, 100, true)
      await signer.forget(100, () => true)
      expect(folders).to.have.length(2)
      await journal.close()
    } finally {
      handle.sync = real
      await file.close()
    }
  })

  it('is written no more once another machine has its lock', async () => {
    const { signer, journal } = await openSigner()
    await signer.sign(market, 100, true)
    expect(signer.isBroken).to.equal(false)
    const own = `${path}.lock.holder`
    await writeFile(own, JSON.stringify({ ...JSON.parse(await readFile(own, 'utf8')), id: 'another' }))
    await until('the loss to be noticed', () => signer.isBroken)
    for (const refused of [signer.sign(market, 101, true), signer.forget(100, () => true)]) {
      expect((await failure(refused)).message).to.contain('names another holder: the lock was lost')
    }
    expect(signer.size).to.equal(1)
    await journal.close()
  })
})

describe('a journal in memory', () => {
  it('takes and forgets answers, and never breaks', async () => {
    const signer = new Signer({ key: keyOfLength(44), programId: PROGRAM_ID, journal: MEMORY_JOURNAL })
    const market = keyOfLength(43).publicKey
    await signer.sign(market, 100, true)
    expect(signer.isBroken).to.equal(false)
    expect(await signer.forget(100, () => true)).to.equal(1)
    await MEMORY_JOURNAL.close()
  })
})
