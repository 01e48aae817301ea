import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID, verifyAttestation } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { FileJournal } from '../../app/src/attestor/journal.ts'
import { Signer } from '../../app/src/attestor/signer.ts'
import { failure } from '../helpers/localnet/index.ts'

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

  it('is for nobody else to read or write', async () => {
    const { journal } = await openSigner()
    expect((await stat(path)).mode & 0o077).to.equal(0)
    await journal.close()
  })
})
