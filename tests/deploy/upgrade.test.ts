import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { hashOfCode, isSame, PROGRAM_PATH } from '../../app/src/deploy/program.ts'
import { sha256 } from '../../app/src/deploy/sources.ts'
import { readBuffer, readProgramData } from '../../app/src/deploy/upload.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { closeLocalnet, givenWallets, openLocalnet } from '../helpers/keeper/harness.ts'
import { lamportsOf, type TestLocalnet } from '../helpers/localnet/index.ts'
import { Upgrades } from '../helpers/upgrade/commands.ts'

describe('upgrading the program with the commands', () => {
  const { admin } = LOCALNET_KEYS
  let localnet: TestLocalnet
  let folder: string
  let upgrades: Upgrades
  let deployer: Keypair
  /** The built program, and the same with a byte after it that nothing reads. */
  let built: Buffer
  let next: Buffer
  let file: string

  before('a localnet of its own, whose program changes', async () => {
    localnet = await openLocalnet({ attestors: false })
    folder = await mkdtemp(join(tmpdir(), 'upgrade-'))
    upgrades = new Upgrades(localnet, folder)
    ;[deployer = expect.fail()] = await givenWallets(localnet, 1)
    built = await readFile(PROGRAM_PATH)
    next = Buffer.concat([built, Buffer.of(1)])
    file = join(folder, 'next.so')
    await writeFile(file, next)
  })

  after(async () => {
    await closeLocalnet(localnet)
    await rm(folder, { recursive: true })
  })

  const program = () => readProgramData(localnet.connection, PROGRAM_ID)
  const runs = async () => {
    const client = new PredictionMarketClient(localnet.connection, { signer: deployer })
    const condition = { type: 'event', timing: 'atExpiry' } as const
    const expireAt = (await client.chainTime()) + 3_600n
    await client.markets.create({ question: 'Goes on?', currency: 'SOL', expireAt, condition })
  }

  it('prepares a buffer that only the upgrade authority can use, and leaves the program as it is', async () => {
    const prepared = await upgrades.prepare(deployer, file)
    expect(prepared.output)
      .to.contain(`${next.length} bytes, sha256 ${sha256(next)}`)
      .and.to.contain("10240 bytes more for the program's code")
      .and.to.contain(`npm run admin -- upgrade ${prepared.buffer}`)
    const { authority, code } = await readBuffer(localnet.connection, prepared.buffer)
    expect([authority?.toBase58(), code.equals(next)]).to.deep.equal([admin.publicKey.toBase58(), true])
    const deployed = await program()
    expect(isSame(deployed.code, built)).to.equal(true)
    expect(deployed.code.length).to.equal(built.length + 10_240)

    // A second run finds the buffer and pays for nothing but its own fees, of which there are none.
    const lamports = await lamportsOf(localnet.connection, deployer.publicKey)
    const again = await upgrades.prepare(deployer, file)
    expect(again.buffer.equals(prepared.buffer)).to.equal(true)
    expect(await lamportsOf(localnet.connection, deployer.publicKey)).to.equal(lamports)
  })

  it('upgrades as the upgrade authority, and shows the hashes of both codes', async () => {
    const { buffer } = await upgrades.prepare(deployer, file)
    const other = await upgrades.admin(deployer, 'upgrade', buffer.toBase58(), '--yes')
    expect(other.output).to.contain(`KEYPAIR: must be one of ${admin.publicKey.toBase58()}`)
    expect(isSame((await program()).code, built)).to.equal(true)

    const { code, output } = await upgrades.admin(admin, 'upgrade', buffer.toBase58(), '--yes')
    expect(code, output).to.equal(0)
    expect(output)
      .to.contain(`sha256 ${sha256(built)} → ${sha256(next)}`)
      .and.to.contain('Done: ')
    const deployed = await program()
    expect(isSame(deployed.code, next)).to.equal(true)
    expect(hashOfCode(deployed.code)).to.equal(sha256(next))
    expect(deployed.upgradeAuthority?.equals(admin.publicKey)).to.equal(true)
    expect(await localnet.connection.getAccountInfo(buffer)).to.equal(null)
    await upgrades.untilItRuns()
    await runs()
    expect((await upgrades.deploy(deployer, file)).output).to.contain('Nothing to do')
  })

  it('goes back by a transaction that is built without keys and signed by one after the other', async () => {
    const { buffer } = await upgrades.prepare(deployer, PROGRAM_PATH)
    const payer = deployer.publicKey.toBase58()
    const options = ['--unsigned', '--payer', payer]
    const unsigned = await upgrades.admin(undefined, 'upgrade', buffer.toBase58(), ...options)
    expect(unsigned.output).to.contain(`sha256 ${sha256(next)} → ${sha256(built)}`)
    const first = await upgrades.admin(deployer, 'sign', last(unsigned.output), '--yes')
    expect(first.output).to.contain(`Still to sign: ${admin.publicKey.toBase58()}`)
    expect(isSame((await program()).code, next)).to.equal(true)
    const second = await upgrades.admin(admin, 'sign', last(first.output), '--yes')
    expect(second.output).to.contain('Done: ')
    expect(isSame((await program()).code, built)).to.equal(true)
    await upgrades.untilItRuns()
    await runs()
  })

  it('refuses what is not a buffer of the upgrade authority', async () => {
    const { buffer } = await upgrades.prepare(deployer, file)
    const { code, output } = await upgrades.admin(admin, 'upgrade', Keypair.generate().publicKey.toBase58())
    expect([code, output.includes('There is no buffer at')], output).to.deep.equal([1, true])
    const wallet = await upgrades.admin(admin, 'upgrade', deployer.publicKey.toBase58())
    expect(wallet.output).to.contain('not a buffer of the upgradeable loader')
    await upgrades.handBufferTo(buffer, new PublicKey(deployer.publicKey))
    const taken = await upgrades.admin(admin, 'upgrade', buffer.toBase58(), '--yes')
    expect(taken.output).to.contain(`is ${deployer.publicKey.toBase58()}`)
    expect(isSame((await program()).code, built)).to.equal(true)
  })
})

/** The last line that a command printed: a transaction in base64. */
function last(output: string): string {
  return output.trim().split('\n').at(-1) ?? ''
}
