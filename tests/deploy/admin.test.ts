import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, PredictionMarketClient } from '@prediction-market/sdk'
import {
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { closeLocalnet, openLocalnet } from '../helpers/keeper/harness.ts'
import { fundedWallet, type TestLocalnet } from '../helpers/localnet/index.ts'
import { adminCommand, keypairFile } from '../helpers/run/admin.ts'
import { runBundled } from '../helpers/run/bundle.ts'

describe('the admin command', () => {
  const { admin } = LOCALNET_KEYS
  let localnet: TestLocalnet
  let folder: string
  let client: PredictionMarketClient

  before(async () => {
    // A localnet of its own: others want to open markets.
    localnet = await openLocalnet({ attestors: false })
    folder = await mkdtemp(join(tmpdir(), 'admin-'))
    client = new PredictionMarketClient(localnet.connection)
  })

  after(async () => {
    await closeLocalnet(localnet)
    await rm(folder, { recursive: true })
  })

  /** Runs the command as the holder of a key, or without one. */
  const run = (key: Keypair | undefined, ...args: string[]) =>
    adminCommand({ rpcUrl: localnet.node.rpcUrl, folder }, key, args)

  async function changed(key: Keypair, ...args: string[]): Promise<{ config: Config; output: string }> {
    const { code, output } = await run(key, ...args, '--yes')
    expect(code, output).to.equal(0)
    return { config: await client.config(), output }
  }

  /** The last line that a command printed: a transaction in base64. */
  const printed = (output: string) => output.trim().split('\n').at(-1) ?? ''

  it('pauses and takes bets again, and shows what changes', async () => {
    const paused = await changed(admin, 'pause')
    expect(paused.config.settings.paused).to.equal(true)
    expect(paused.output).to.contain('paused: false → true').and.to.contain('Done: ')
    expect((await changed(admin, 'pause')).output).to.contain('Nothing to do')
    expect((await changed(admin, 'unpause')).config.settings.paused).to.equal(false)
  })

  it('changes the settings that are named, and no others', async () => {
    const { settings: before } = await client.config()
    const { config, output } = await changed(
      admin,
      'settings',
      'BURN_BPS=300',
      'MINIMUM_STAKE_SOL=0.5',
      'SETTLE_REWARD=6000',
    )
    expect(config.settings).to.deep.equal({
      ...before,
      burnBps: 300,
      minimumStakeSol: 500_000_000n,
      settleReward: 6_000n,
    })
    expect(output).to.contain('burnBps: 500 → 300')
    const treasury = Keypair.generate().publicKey
    const next = await changed(admin, 'treasury', treasury.toBase58())
    expect(next.config.settings).to.deep.equal({ ...config.settings, treasury })
  })

  it('adds a set of attestors and shows its keys', async () => {
    const keys = Array.from({ length: 4 }, () => Keypair.generate().publicKey)
    const { attestorSets } = await client.config()
    const { config, output } = await changed(admin, 'attestors', keys.join(','))
    expect(config.attestorSets).to.equal(attestorSets + 1)
    expect(output).to.contain(`attestor set ${attestorSets}: 3 of ${keys.join(', ')}`)
    expect(String((await client.attestorSet(attestorSets)).keys)).to.equal(String(keys))
  })

  it('asks for confirmation, and signs nothing without it', async () => {
    const environment = { RPC_URL: localnet.node.rpcUrl, KEYPAIR: await keypairFile(folder, admin) }
    const { code, output } = await runBundled('app/src/admin/command.ts', ['pause'], environment)
    expect([code, output.includes('paused: false → true')], output).to.deep.equal([1, true])
    expect(output).to.contain('Not a terminal, so nobody can confirm')
    expect((await client.config()).settings.paused).to.equal(false)
  })

  it('says that no node answers', async () => {
    const environment = { RPC_URL: 'http://127.0.0.1:1' }
    const { code, output } = await runBundled('app/src/admin/command.ts', ['pause'], environment)
    expect(code).to.equal(1)
    expect(output).to.contain('RPC_URL: no node answers at http://127.0.0.1:1')
  })

  it('refuses what is wrong before anything is signed', async () => {
    const before = await client.config()
    for (const [key, args, message] of [
      [admin, ['settings', 'BURN_BPS=1001'], 'BURN_BPS: must be a whole number from 0 to 1000'],
      [admin, ['settings', 'BURN=1'], 'Unknown setting BURN'],
      [admin, ['settings'], 'settings takes NAME=VALUE'],
      [admin, ['treasury', 'nowhere'], 'must be an address in base58'],
      [admin, ['pause', 'now'], 'pause takes no arguments'],
      [admin, ['stop'], 'Unknown command stop'],
      [admin, ['accept'], 'No pending admin'],
      [Keypair.generate(), ['pause'], 'KEYPAIR: must be one of'],
      [undefined, ['pause'], 'KEYPAIR: is missing'],
    ] as const) {
      const { code, output } = await run(key, ...args, '--yes')
      expect([code, output.includes(message)], output).to.deep.equal([1, true])
    }
    expect((await run(admin, 'pause')).output).to.contain('Nothing was signed.')
    expect(await client.config()).to.deep.equal(before)
  })

  it('hands over to two keys that must both sign, with time in between', async () => {
    // Given two people: one holds the admin's key, the other pays and owns the nonce that every transaction uses up.
    const { connection } = localnet
    const [first, second] = [await fundedWallet(connection), await fundedWallet(connection)]
    const nonce = Keypair.generate()
    const lamports = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH)
    const create = SystemProgram.createNonceAccount({
      fromPubkey: second.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: second.publicKey,
      lamports,
    })
    await sendAndConfirmTransaction(connection, new Transaction().add(create), [second, nonce])

    // When the admin hands over to the first of them.
    await changed(admin, 'hand-over', first.publicKey.toBase58())
    const { config: taken } = await changed(first, 'accept')
    expect([taken.admin.toBase58(), taken.pendingAdmin]).to.deep.equal([first.publicKey.toBase58(), null])
    expect((await run(admin, 'pause', '--yes')).code).to.equal(1)

    // Then a pause is built without keys, and counts once both have signed, each seeing what it does.
    const together = ['--payer', second.publicKey.toBase58(), '--nonce', nonce.publicKey.toBase58()]
    const built = await run(undefined, 'pause', '--unsigned', ...together)
    expect(built.output).to.contain('paused: false → true').and.to.contain('Still to sign')
    const half = await run(first, 'sign', printed(built.output), '--yes')
    expect(half.output)
      .to.contain('paused: false → true')
      .and.contain(`Still to sign: ${second.publicKey.toBase58()}`)
    expect((await client.config()).settings.paused).to.equal(false)
    // A stranger's signature is not wanted, and a blockhash would have expired by now.
    expect((await run(admin, 'sign', printed(half.output), '--yes')).code).to.equal(1)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const whole = await run(second, 'sign', printed(half.output), '--yes')
    expect(whole.code, whole.output).to.equal(0)
    expect((await client.config()).settings.paused).to.equal(true)
    // It cannot be sent again.
    expect((await run(second, 'sign', printed(half.output), '--yes')).code).to.equal(1)
  })
})
