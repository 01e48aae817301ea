import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { HELP } from '../../app/src/deploy/help.ts'
import { readOptions } from '../../app/src/deploy/options.ts'
import { PROGRAM_PATH } from '../../app/src/deploy/program.ts'
import { startNode } from '../../app/src/localnet/node.ts'
import type { Environment } from '../../app/src/runtime/settings.ts'
import { closeConnection, failure, openConnection, runScript } from '../helpers/localnet/index.ts'

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
      burnBps: 500,
      developerBps: 500,
      minimumStakeSol: 1_000_000n,
      minimumStakeUtility: 1_000n,
      maxDuration: 31_536_000,
      proofWindow: 600,
      voidDelay: 86_400,
      maxConfidenceBps: 100,
      paused: false,
    })
  })

  it('takes every setting from the environment, and explains it', async () => {
    const [first, second, third, treasury, mint] = Array.from(
      { length: 5 },
      () => Keypair.generate().publicKey,
    )
    const environment = {
      RPC_URL: 'https://rpc.example.org/key',
      PRIORITY_FEE: '1000',
      UTILITY_MINT: `${mint}`,
      TREASURY: `${treasury}`,
      BURN_BPS: '0',
      DEVELOPER_BPS: '1000',
      MINIMUM_STAKE_SOL: '0.25',
      MINIMUM_STAKE_UTILITY: '3',
      MAX_DURATION: '86400',
      PROOF_WINDOW: '60',
      VOID_DELAY: '120',
      MAX_CONFIDENCE_BPS: '50',
      ATTESTORS: `${first}, ${second},${third}`,
    }
    const read = await options(environment)
    expect(read).to.deep.include({
      rpcUrl: environment.RPC_URL,
      priorityFee: 1000n,
      utilityMint: mint,
      attestors: { keys: [first, second, third], threshold: 2 },
    })
    expect(read.settings(9)).to.deep.equal({
      treasury,
      burnBps: 0,
      developerBps: 1000,
      minimumStakeSol: 250_000_000n,
      minimumStakeUtility: 3_000_000_000n,
      maxDuration: 86_400,
      proofWindow: 60,
      voidDelay: 120,
      maxConfidenceBps: 50,
      paused: false,
    })
    const names = ['KEYPAIR', 'PROGRAM', 'PROGRAM_KEYPAIR', 'UTILITY_DECIMALS', 'ATTESTOR_THRESHOLD']
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
    [{ UTILITY_DECIMALS: '19' }, /^UTILITY_DECIMALS: must be a whole number from 0 to 18, got 19/],
    [{ TREASURY: `${longest}x` }, /^TREASURY: must be an address in base58/],
    [{ BURN_BPS: '1001' }, /^BURN_BPS: must be a whole number from 0 to 1000, got 1001/],
    [{ DEVELOPER_BPS: '5%' }, /^DEVELOPER_BPS: must be a whole number/],
    [{ MINIMUM_STAKE_SOL: '0' }, /^MINIMUM_STAKE_SOL: must be above zero/],
    [{ MINIMUM_STAKE_SOL: '1e-3' }, /^MINIMUM_STAKE_SOL: must be a plain decimal/],
    [{ MINIMUM_STAKE_UTILITY: '0.0000001' }, /^MINIMUM_STAKE_UTILITY: has more than the 6/],
    [{ MAX_DURATION: '-1' }, /^MAX_DURATION: must be a whole number from 1 to 157680000, got -1/],
    [{ PROOF_WINDOW: '0' }, /^PROOF_WINDOW: must be a whole number from 1/],
    [{ VOID_DELAY: '1199' }, /^VOID_DELAY: must be at least twice PROOF_WINDOW, 1200, got 1199/],
    [{ MAX_CONFIDENCE_BPS: '10001' }, /^MAX_CONFIDENCE_BPS: must be a whole number from 1 to 10000/],
    [{ ATTESTORS: `${key},` }, /^ATTESTORS.1: must be an address in base58, got ""/],
    [{ ATTESTORS: `${key},${key}` }, /^ATTESTORS: must not name an address twice/],
    [{ ATTESTORS: keys(17) }, /^ATTESTORS: must be at most 16 addresses/],
    [
      { ATTESTORS: key, ATTESTOR_THRESHOLD: '2' },
      /^ATTESTOR_THRESHOLD: must be at most the number of ATTESTORS, 1, got 2/,
    ],
    [
      { ATTESTORS: keys(9), ATTESTOR_THRESHOLD: '7' },
      /^ATTESTOR_THRESHOLD: must be a whole number from 1 to 6, got 7/,
    ],
    [{ ATTESTOR_THRESHOLD: '2' }, /^ATTESTOR_THRESHOLD: is set, but ATTESTORS is not/],
    [{ PRIORITY_FEE: 'high' }, /^PRIORITY_FEE: must be a whole number/],
  ]
  for (const [environment, reason] of REFUSED) {
    it(`refuses what it can tell is wrong: ${reason.source.slice(1)}`, async () => {
      const { message } = await failure(options(environment))
      expect(message.replace(/^Invalid settings:\n {2}/, '')).to.match(reason)
    })
  }

  it('asks for a majority of attestors where a transaction carries as many, and otherwise for a choice', async () => {
    const majorities = [
      [1, 1],
      [2, 2],
      [4, 3],
      [11, 6],
    ] as const
    for (const [count, threshold] of majorities) {
      expect((await options({ ATTESTORS: keys(count) })).attestors?.threshold, `${count}`).to.equal(threshold)
    }
    const { message } = await failure(options({ ATTESTORS: keys(12) }))
    expect(message).to.match(
      /^Invalid settings:\n {2}ATTESTOR_THRESHOLD: is missing: a transaction carries 6 signatures, not a majority of 12/,
    )
    const chosen = await options({ ATTESTORS: keys(12), ATTESTOR_THRESHOLD: '6' })
    expect(chosen.attestors?.threshold).to.equal(6)
  })

  it('refuses a file that is no key, without showing it, and the key of another program', async () => {
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
    const help = await runScript('migrations/deploy.ts', ['--help'])
    expect(help).to.deep.equal({ code: 0, output: `${HELP}\n` })
    const unknown = await runScript('migrations/deploy.ts', ['--force'])
    expect(unknown).to.deep.equal({ code: 1, output: 'Unknown arguments: --force; see --help\n' })
  })

  it('says that no node answers', async () => {
    const { code, output } = await runScript('migrations/deploy.ts', [], {
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
      const run = () =>
        runScript('migrations/deploy.ts', [], { KEYPAIR, RPC_URL: node.rpcUrl, ATTESTORS: keys(3) })

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
