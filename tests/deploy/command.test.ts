import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { PYTH_RECEIVERS } from '@prediction-market/sdk/oracle/pyth'
import { NATIVE_MINT, NATIVE_MINT_2022 } from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { HELP, readOptions } from '../../app/src/deploy/options.ts'
import { PROGRAM_PATH } from '../../app/src/deploy/program.ts'
import { startNode } from '../../app/src/localnet/node.ts'
import type { Environment } from '../../app/src/runtime/settings.ts'
import { closeConnection, failure, openConnection } from '../helpers/localnet/index.ts'
import { runBundled } from '../helpers/run/bundle.ts'

describe('the deploy command', () => {
  const deployer = Keypair.generate()
  let folder: string
  let KEYPAIR: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deploy-'))
    KEYPAIR = join(folder, 'id.json')
    await writeFile(KEYPAIR, JSON.stringify([...deployer.secretKey]))
  })

  after(() => rm(folder, { recursive: true }))

  const options = (environment: Environment = {}) => readOptions({ KEYPAIR, ...environment })

  it('has a default for every setting but the key', async () => {
    const read = await options()
    expect(read).to.include({ rpcUrl: 'http://127.0.0.1:8899', attestors: null, priorityFee: undefined })
    expect(read.deployer.publicKey.equals(deployer.publicKey)).to.equal(true)
    expect(read.programKey.publicKey.equals(PROGRAM_ID)).to.equal(true)
    expect(read.utilityMint).to.have.property('decimals', 6)
    expect(read.settings(6)).to.deep.equal({
      treasury: deployer.publicKey,
      pythReceiver: PYTH_RECEIVERS[1],
      burnBps: 500,
      developerBps: 500,
      minimumStakeSol: 1_000_000n,
      minimumStakeUtility: 1_000n,
      decideReward: 300_000n,
      settleReward: 5_000n,
      maxDuration: 31_536_000,
      proofWindow: 600,
      voidDelay: 86_400,
      feedVoidDelay: 864_000,
      shortestPeriod: 30,
      shortestAttestedPeriod: 300,
      closeMargin: 10,
      maxConfidenceBps: 100,
      paused: false,
    })
    expect(read.auction(6)).to.deep.equal({ firstPrice: 0n, halfLife: 54_000, smallestLot: 1_000_000_000n })
    expect(read.allowMintAuthority).to.equal(false)
  })

  it('takes every setting from the environment, and explains it', async () => {
    const [treasury, mint, ...attestors] = Array.from({ length: 7 }, () => Keypair.generate().publicKey)
    const environment = {
      RPC_URL: 'https://rpc.example.org/key',
      PRIORITY_FEE: '1000',
      UTILITY_MINT: `${mint}`,
      TREASURY: `${treasury}`,
      PYTH_RECEIVER: `${PYTH_RECEIVERS[0]}`,
      BURN_BPS: '0',
      DEVELOPER_BPS: '1000',
      MINIMUM_STAKE_SOL: '0.25',
      MINIMUM_STAKE_UTILITY: '3',
      MAX_DURATION: '86400',
      PROOF_WINDOW: '10',
      VOID_DELAY: '20',
      FEED_VOID_DELAY: '30',
      SHORTEST_PERIOD: '2',
      SHORTEST_ATTESTED_PERIOD: '3600',
      CLOSE_MARGIN: '60',
      DECIDE_REWARD: '1000000000',
      SETTLE_REWARD: '0',
      MAX_CONFIDENCE_BPS: '10',
      ALLOW_MINT_AUTHORITY: '1',
      AUCTION_FIRST_PRICE: '12.5',
      AUCTION_HALF_LIFE: '1500',
      AUCTION_SMALLEST_LOT: '0.25',
      ATTESTORS: attestors.join(', '),
    }
    const read = await options(environment)
    expect(read).to.deep.include({
      rpcUrl: environment.RPC_URL,
      priorityFee: 1000n,
      utilityMint: mint,
      allowMintAuthority: true,
      attestors,
    })
    expect(read.auction(9)).to.deep.equal({
      firstPrice: 12_500_000_000n,
      halfLife: 1_500,
      smallestLot: 250_000_000n,
    })
    expect(read.settings(9)).to.deep.equal({
      treasury,
      pythReceiver: PYTH_RECEIVERS[0],
      burnBps: 0,
      developerBps: 1000,
      minimumStakeSol: 250_000_000n,
      minimumStakeUtility: 3_000_000_000n,
      decideReward: 1_000_000_000n,
      settleReward: 0n,
      maxDuration: 86_400,
      proofWindow: 10,
      voidDelay: 20,
      feedVoidDelay: 30,
      shortestPeriod: 2,
      shortestAttestedPeriod: 3_600,
      closeMargin: 60,
      maxConfidenceBps: 10,
      paused: false,
    })
    const names = ['KEYPAIR', 'PROGRAM', 'PROGRAM_KEYPAIR', 'UTILITY_DECIMALS']
    for (const name of [...names, ...Object.keys(environment)]) expect(HELP).to.contain(`  ${name} `)
  })

  const key = Keypair.generate().publicKey.toBase58()
  // An address of 44 characters: one more is never an address again.
  const longest = new PublicKey(new Uint8Array(32).fill(0xff)).toBase58()
  const keys = (count: number) => Array.from({ length: count }, () => Keypair.generate().publicKey).join(',')
  const REFUSED: [Environment, RegExp][] = [
    [{ RPC_URL: 'localhost:8899' }, /^RPC_URL: must be a URL such as https/],
    [{ KEYPAIR: '/nowhere/id.json' }, /^KEYPAIR: the file \/nowhere\/id.json does not exist/],
    [{ PROGRAM: '/nowhere/program.so' }, /^Cannot read the program \/nowhere\/program.so/],
    [{ UTILITY_MINT: 'mint' }, /^UTILITY_MINT: must be an address in base58, got "mint"/],
    [{ UTILITY_MINT: `${NATIVE_MINT}` }, /^UTILITY_MINT: must not be wrapped SOL, which cannot be burned/],
    [{ UTILITY_MINT: `${NATIVE_MINT_2022}` }, /^UTILITY_MINT: must not be wrapped SOL/],
    [{ UTILITY_DECIMALS: '19' }, /^UTILITY_DECIMALS: must be a whole number from 0 to 18, got 19/],
    [{ TREASURY: `${longest}x` }, /^TREASURY: must be an address in base58/],
    [{ BURN_BPS: '1001' }, /^BURN_BPS: must be a whole number from 0 to 1000, got 1001/],
    [{ DEVELOPER_BPS: '5%' }, /^DEVELOPER_BPS: must be a whole number/],
    [{ MINIMUM_STAKE_SOL: '0' }, /^MINIMUM_STAKE_SOL: must be above zero/],
    [{ MINIMUM_STAKE_SOL: '10.1' }, /^MINIMUM_STAKE_SOL: must be above zero, at most 10/],
    [{ MINIMUM_STAKE_UTILITY: '1000000.1' }, /^MINIMUM_STAKE_UTILITY: must be above zero, at most 1000000/],
    [{ MINIMUM_STAKE_SOL: '1e-3' }, /^MINIMUM_STAKE_SOL: must be a plain decimal/],
    [{ MINIMUM_STAKE_UTILITY: '0.0000001' }, /^MINIMUM_STAKE_UTILITY: must have at most 6/],
    [{ MAX_DURATION: '-1' }, /^MAX_DURATION: must be a whole number from 1 to 157680000, got -1/],
    [{ PYTH_RECEIVER: key }, /^PYTH_RECEIVER: must be one of Pyth's receivers, rec5\w+ or rec2\w+/],
    [{ PROOF_WINDOW: '9' }, /^PROOF_WINDOW: must be a whole number from 10 to 604800, got 9/],
    [{ SHORTEST_PERIOD: '1' }, /^SHORTEST_PERIOD: must be a whole number from 2 to 300, got 1/],
    [{ SHORTEST_PERIOD: '301' }, /^SHORTEST_PERIOD: must be a whole number from 2 to 300, got 301/],
    [
      { SHORTEST_ATTESTED_PERIOD: '3601' },
      /^SHORTEST_ATTESTED_PERIOD: must be a whole number from 2 to 3600, got 3601/,
    ],
    [{ VOID_DELAY: '1199' }, /^VOID_DELAY: must be at least twice PROOF_WINDOW, 1200, got 1199/],
    [{ FEED_VOID_DELAY: '1199' }, /^FEED_VOID_DELAY: must be at least twice PROOF_WINDOW, 1200, got 1199/],
    [{ CLOSE_MARGIN: '1' }, /^CLOSE_MARGIN: must be a whole number from 2 to 60, got 1/],
    [{ CLOSE_MARGIN: '61' }, /^CLOSE_MARGIN: must be a whole number from 2 to 60, got 61/],
    [
      { DECIDE_REWARD: '1000000001' },
      /^DECIDE_REWARD: must be a whole number from 0 to 1000000000, got 1000000001/,
    ],
    [{ SETTLE_REWARD: '50001' }, /^SETTLE_REWARD: must be a whole number from 0 to 50000, got 50001/],
    [{ MAX_CONFIDENCE_BPS: '9' }, /^MAX_CONFIDENCE_BPS: must be a whole number from 10 to 10000, got 9/],
    [{ MAX_CONFIDENCE_BPS: '10001' }, /^MAX_CONFIDENCE_BPS: must be a whole number from 10 to 10000/],
    [{ ALLOW_MINT_AUTHORITY: 'maybe' }, /^ALLOW_MINT_AUTHORITY: must be /],
    [{ AUCTION_FIRST_PRICE: '0.0000001' }, /^AUCTION_FIRST_PRICE: must have at most 6/],
    [
      { AUCTION_HALF_LIFE: '1499' },
      /^AUCTION_HALF_LIFE: must be a whole number from 1500 to 216000, got 1499/,
    ],
    [{ AUCTION_HALF_LIFE: '216001' }, /^AUCTION_HALF_LIFE: must be a whole number from 1500 to 216000/],
    [{ AUCTION_SMALLEST_LOT: '0.249' }, /^AUCTION_SMALLEST_LOT: must be from 0.25 to 10 SOL, got 0.249/],
    [{ AUCTION_SMALLEST_LOT: '10.1' }, /^AUCTION_SMALLEST_LOT: must be from 0.25 to 10 SOL, got 10.1/],
    [{ ATTESTORS: `${key},` }, /^ATTESTORS.1: must be an address in base58, got ""/],
    [{ ATTESTORS: `${keys(3)},${key},${key}` }, /^ATTESTORS: must not name an address twice/],
    [{ PRIORITY_FEE: 'high' }, /^PRIORITY_FEE: must be a whole number/],
  ]
  for (const [environment, reason] of REFUSED) {
    it(`refuses invalid settings: ${reason.source.slice(1)}`, async () => {
      const { message } = await failure(options(environment))
      expect(message.replace(/^Invalid settings:\n {2}/, '')).to.match(reason)
    })
  }

  it('takes 4, 5, 7 or 8 attestors', async () => {
    for (let count = 1; count <= 9; count += 1) {
      const reading = options({ ATTESTORS: keys(count) })
      if ([4, 5, 7, 8].includes(count)) expect((await reading).attestors).to.have.length(count)
      else expect((await failure(reading)).message).to.contain('ATTESTORS: must be 4, 5, 7 or 8 addresses')
    }
  })

  it('refuses a file that is not a keypair, without printing it, and the key of another program', async () => {
    for (const content of ['[1,2,3]', 'secret words', JSON.stringify(new Array(64).fill(1))]) {
      const path = join(folder, 'bad.json')
      await writeFile(path, content)
      const { message } = await failure(options({ KEYPAIR: path }))
      expect(message).to.equal(`KEYPAIR: the file ${path} must hold a keypair, a JSON array of 64 bytes`)
    }
    const { message } = await failure(options({ PROGRAM_KEYPAIR: KEYPAIR }))
    expect(message).to.contain(
      `must be the keypair of the program's id ${PROGRAM_ID}, got ${deployer.publicKey}`,
    )
  })

  it('prints its help, and refuses what it does not know', async () => {
    const help = await runBundled('migrations/deploy.ts', ['--help'])
    expect(help).to.deep.equal({ code: 0, output: `${HELP}\n` })
    const unknown = await runBundled('migrations/deploy.ts', ['--force'])
    expect(unknown).to.deep.equal({ code: 1, output: 'Unknown arguments: --force; see --help\n' })
  })

  it('says that no node answers', async () => {
    const { code, output } = await runBundled('migrations/deploy.ts', [], {
      KEYPAIR,
      RPC_URL: 'http://127.0.0.1:1',
    })
    expect(code).to.equal(1)
    expect(output).to.contain('RPC_URL: no node answers at http://127.0.0.1:1')
  })

  it('sets up a chain, and again changes nothing', async () => {
    // Given a node where the deployer has put the program: uploading it is tried elsewhere.
    const node = await startNode({ rpcPort: 0 })
    const connection = openConnection(node)
    try {
      const { publicKey } = deployer
      await node.cheats.setLamports(publicKey, 10_000_000_000n)
      await node.deploy({ programId: PROGRAM_ID, soPath: PROGRAM_PATH, upgradeAuthority: publicKey })
      const environment = { KEYPAIR, RPC_URL: node.rpcUrl, ATTESTORS: keys(4) }
      const refused = await runBundled('migrations/deploy.ts', [], environment)
      expect(refused.code).to.equal(1)
      expect(refused.output).to.contain('A new utility mint has a mint authority')

      const settings = { ALLOW_MINT_AUTHORITY: '1', AUCTION_FIRST_PRICE: '1000' }
      const run = () => runBundled('migrations/deploy.ts', [], { ...environment, ...settings })
      const first = await run()
      expect(first.code, first.output).to.equal(0)
      expect(first.output).to.contain(`Setting up the prediction market at ${node.rpcUrl} as ${publicKey}`)
      expect(first.output).to.match(/ {2}config +\w+; admin \w+ \(new\)\n/)
      expect(first.output).to.match(/Done\.\n$/)
      const config = await new PredictionMarketClient(connection).config()
      expect(config.admin.equals(publicKey)).to.equal(true)
      expect(config.attestorSets).to.equal(1)

      const balance = await connection.getBalance(publicKey)
      const second = await run()
      expect(second.code, second.output).to.equal(0)
      expect(second.output).to.match(/Nothing to do: everything was set up already\.\n$/)
      expect(second.output).not.to.contain('(new)')
      expect(await connection.getBalance(publicKey)).to.equal(balance)
    } finally {
      await closeConnection(connection)
      await node.stop()
    }
  })
})
