import { PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import { findAttestorSet, findConfig, findFeeVault } from '@prediction-market/sdk/accounts'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { PRICE_BITS } from '@prediction-market/sdk/rules'
import {
  AuthorityType,
  createInitializeMint2Instruction,
  createSetAuthorityInstruction,
  getMint,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { decodeProgramData, programDataAddress } from '../../app/src/deploy/loader.ts'
import { PROGRAM_PATH, PROGRAM_V0_PATH, programFor, readProgram } from '../../app/src/deploy/program.ts'
import { setUp } from '../../app/src/deploy/set-up.ts'
import { programSettings } from '../../app/src/deploy/settings.ts'
import type { SetUpInput, Step } from '../../app/src/deploy/types.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { LOCALNET_AUCTION } from '../../app/src/localnet/market-program.ts'
import { type LocalNode, startNode } from '../../app/src/localnet/node.ts'
import {
  closeConnection,
  createMint,
  failure,
  lamportsOf,
  mintTokens,
  openConnection,
  sharedLocalnet,
  tokensOf,
} from '../helpers/localnet/index.ts'

/** Every account that a set-up could change, as it is. */
async function snapshot(connection: Connection, ...more: PublicKey[]): Promise<unknown> {
  const owned = await connection.getProgramAccounts(PROGRAM_ID)
  const others = await connection.getMultipleAccountsInfo([
    PROGRAM_ID,
    programDataAddress(PROGRAM_ID),
    ...more,
  ])
  const ours = owned.map(({ pubkey, account }) => [pubkey.toBase58(), account] as const)
  return [ours.sort(([a], [b]) => a.localeCompare(b)), others]
}

describe('the program of the localnet', () => {
  it('is where the SDK looks for it, with the configuration of the public keys', async () => {
    const { connection, program, node } = await sharedLocalnet()
    const { admin, treasury, mint, attestors, keepers } = LOCALNET_KEYS
    expect(LOCALNET_KEYS.program.publicKey.toBase58()).to.equal(PROGRAM_ID.toBase58())
    expect(program).to.include({ utilityDecimals: 6, changed: true })

    const client = new PredictionMarketClient(connection)
    const config = await client.config()
    expect(config.admin.equals(admin.publicKey)).to.equal(true)
    expect(config.utilityMint.equals(mint.publicKey)).to.equal(true)
    expect(config.settings.treasury.equals(treasury.publicKey)).to.equal(true)
    expect(config.settings).to.include({ burnBps: 500, developerBps: 500, paused: false })
    expect(config.settings).to.include({
      proofWindow: 30,
      voidDelay: 600,
      feedVoidDelay: 900,
      shortestPeriod: 2,
      shortestAttestedPeriod: 5,
      closeMargin: 2,
    })
    expect(config.settings.pythReceiver.equals(PYTH_RECEIVER)).to.equal(true)
    expect((await client.burns.vault()).auction).to.deep.equal({
      firstPrice: 1_000_000_000n,
      halfLife: 150,
      smallestLot: 1_000_000_000n,
    })

    const set = await client.attestorSet(config.attestorSets - 1)
    expect(set).to.deep.include({ threshold: 3, keys: attestors.map(({ publicKey }) => publicKey) })

    // The mint cannot be frozen, fees can be paid, and keepers can pay.
    const { freezeAuthority, mintAuthority } = await getMint(connection, mint.publicKey)
    expect(freezeAuthority).to.equal(null)
    expect(mintAuthority?.equals(admin.publicKey)).to.equal(true)
    expect(await tokensOf(connection, mint.publicKey, treasury.publicKey)).to.equal(0n)
    const rent = await connection.getMinimumBalanceForRentExemption(0)
    expect((await lamportsOf(connection, treasury.publicKey)) >= BigInt(rent)).to.equal(true)
    for (const { publicKey } of keepers) {
      expect((await lamportsOf(connection, publicKey)) >= 1_000_000_000n).to.equal(true)
    }
    expect(node.payer.publicKey.equals(LOCALNET_KEYS.faucet.publicKey)).to.equal(true)
  })

  it('is that of the SDK, upgradeable by the admin alone', async () => {
    const { connection } = await sharedLocalnet()
    const account = await connection.getAccountInfo(programDataAddress(PROGRAM_ID))
    const { upgradeAuthority, code } = decodeProgramData(account?.data ?? expect.fail())
    expect(upgradeAuthority?.toBase58()).to.equal(LOCALNET_KEYS.admin.publicKey.toBase58())
    const built = await readProgram(PROGRAM_PATH)
    expect(code.subarray(0, built.length).equals(built)).to.equal(true)
  })
})

describe('a set-up', () => {
  let node: LocalNode
  let connection: Connection
  let deployer: Keypair
  let code: Uint8Array

  before(async () => {
    code = await readProgram(PROGRAM_PATH)
  })

  beforeEach(async () => {
    node = await startNode({ rpcPort: 0 })
    connection = openConnection(node)
    deployer = Keypair.generate()
    await node.cheats.setLamports(deployer.publicKey, 100_000_000_000n)
  })

  afterEach(async () => {
    await closeConnection(connection)
    await node.stop()
  })

  const deploy = (upgradeAuthority = deployer.publicKey) =>
    node.deploy({ programId: PROGRAM_ID, soPath: PROGRAM_PATH, upgradeAuthority })

  it('takes the program whose SBPF version the cluster takes', async () => {
    const feature = new PublicKey('5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC')
    const owner = new PublicKey('Feature111111111111111111111111111111111111')
    for (const [data, path] of [
      ['000000000000000000', PROGRAM_V0_PATH],
      ['010700000000000000', PROGRAM_PATH],
    ] as const) {
      const account = { lamports: 1_000_000n, data: Buffer.from(data, 'hex'), owner }
      await node.cheats.setAccount(feature, account)
      expect(await programFor(connection)).to.equal(path)
    }
  })

  /** A deployment with default options, and the steps that it reports. */
  const wanted = (more: Partial<SetUpInput> = {}): SetUpInput & { steps: Step[] } => {
    const steps: Step[] = []
    return {
      connection,
      deployer,
      program: { code, deploy },
      attestors: null,
      steps,
      utilityMint: { key: Keypair.generate(), decimals: 9 },
      settings: programSettings({}, deployer.publicKey),
      auction: () => LOCALNET_AUCTION,
      allowMintAuthority: true,
      report: (step) => steps.push(step),
      ...more,
    }
  }

  const attestors = [1, 2, 3, 4, 5].map(() => Keypair.generate().publicKey)

  it('does everything once: run again it changes nothing and says so', async () => {
    const treasury = Keypair.generate().publicKey
    const first = wanted({ attestors, settings: programSettings({}, treasury) })
    const deployment = await setUp(first)
    expect(deployment).to.include({ changed: true, utilityDecimals: 9 })
    expect(first.steps.map(({ name, changed }) => [name, changed])).to.deep.equal([
      ['program', true],
      ['mint', true],
      ['config', true],
      ['attestors', true],
      ['treasury', true],
    ])

    // When it runs again, with another key for a mint that is not needed.
    const accounts = [deployer.publicKey, treasury, deployment.utilityMint]
    const before = await snapshot(connection, ...accounts)
    const again = wanted({ attestors, settings: programSettings({}, treasury) })
    const same = await setUp(again)

    // Then no account has changed, the deployer's balance included: there was no transaction.
    expect(await snapshot(connection, ...accounts)).to.deep.equal(before)
    expect(same).to.deep.equal({ ...deployment, changed: false })
    expect(again.steps.every(({ changed }) => !changed)).to.equal(true)
    expect(again.steps.map(({ name }) => name)).to.deep.equal(first.steps.map(({ name }) => name))
  })

  it('keeps what exists and reports settings that differ', async () => {
    await setUp(wanted({ attestors }))
    const before = await snapshot(connection)
    const settings = programSettings({ BURN_BPS: '300', MINIMUM_STAKE_SOL: '1' }, deployer.publicKey)
    const others = attestors.slice(1)
    const auction = () => ({ ...LOCALNET_AUCTION, halfLife: 54_000 })
    const program = { code: code.subarray(1), deploy }
    const again = wanted({ settings, auction, attestors: others, program })
    expect(await setUp(again)).to.include({ changed: false })

    expect(await snapshot(connection)).to.deep.equal(before)
    const text = (name: Step['name']) => again.steps.find((step) => step.name === name)?.text
    expect(text('program')).to.contain('its code differs from the file')
    expect(text('config')).to.contain('burnBps is 500, not 300')
    expect(text('config')).to.contain('minimumStakeSol is 1000000, not 1000000000')
    expect(text('config')).to.contain('the burn auction never changes: halfLife is 150, not 54000')
    expect(text('attestors')).to.contain('4 of 5 must sign; ATTESTORS differ')
  })

  it('attack 46: refuses a mint with a mint authority, unless ALLOW_MINT_AUTHORITY is set', async () => {
    // Given a mint whose authority could mint tokens and buy the fee vault's SOL for nothing.
    const utilityMint = await createMint(connection, deployer)
    await mintTokens(connection, deployer, utilityMint, deployer.publicKey, 7_000_000n)
    const strict = { allowMintAuthority: false, auction: () => ({ ...LOCALNET_AUCTION, firstPrice: 0n }) }

    // Then neither it nor a new mint is taken, and nothing is deployed.
    const refused = await failure(setUp(wanted({ ...strict, utilityMint })))
    expect(refused.message).to.contain(
      `${utilityMint} cannot be the utility mint: ${deployer.publicKey} can mint`,
    )
    expect(refused.message).to.contain('ALLOW_MINT_AUTHORITY=1')
    const fresh = await failure(setUp(wanted(strict)))
    expect(fresh.message).to.contain(`A new utility mint has a mint authority, ${deployer.publicKey}`)
    expect(await connection.getAccountInfo(PROGRAM_ID)).to.equal(null)

    // Once the authority is gone it is taken, and the whole supply is the first price.
    const disable = createSetAuthorityInstruction(
      utilityMint,
      deployer.publicKey,
      AuthorityType.MintTokens,
      null,
    )
    await sendAndConfirmTransaction(connection, new Transaction().add(disable), [deployer])
    await setUp(wanted({ ...strict, utilityMint }))
    const { price } = await new PredictionMarketClient(connection).burns.vault()
    expect(price.value).to.equal(7_000_000n << PRICE_BITS)
  })

  it('refuses a mint without supply if its supply would be the first price', async () => {
    const auction = () => ({ ...LOCALNET_AUCTION, firstPrice: 0n })
    const { message } = await failure(setUp(wanted({ auction })))
    expect(message).to.contain('AUCTION_FIRST_PRICE: must be above zero')
    expect(await connection.getAccountInfo(PROGRAM_ID)).to.equal(null)
  })

  it('adds the attestors that were left out before', async () => {
    const first = wanted()
    await setUp(first)
    expect(first.steps.find(({ name }) => name === 'attestors')?.text).to.contain('none')
    expect(await connection.getAccountInfo(findAttestorSet(0))).to.equal(null)

    const second = wanted({ attestors })
    expect(await setUp(second)).to.include({ changed: true })
    expect(second.steps.filter(({ changed }) => changed).map(({ name }) => name)).to.deep.equal(['attestors'])
    expect(await new PredictionMarketClient(connection).attestorSet(0)).to.deep.include({
      keys: attestors,
      threshold: 4,
    })
  })

  it('accepts an existing mint, and no other one afterwards', async () => {
    const mint = await createMint(connection, deployer, 2)
    expect((await setUp(wanted({ utilityMint: mint }))).utilityMint.equals(mint)).to.equal(true)
    const { settings } = await new PredictionMarketClient(connection).config()
    expect(settings.minimumStakeUtility).to.equal(100n)

    const before = await snapshot(connection)
    const other = await createMint(connection, deployer, 2)
    const error = await failure(setUp(wanted({ utilityMint: other })))
    expect(error.message).to.contain(`${mint.toBase58()} and cannot become ${other.toBase58()}`)
    expect(await snapshot(connection)).to.deep.equal(before)
  })

  it('refuses a missing or freezable mint before it sends anything', async () => {
    await deploy()
    const mint = Keypair.generate()
    const missing = await failure(setUp(wanted({ utilityMint: mint.publicKey })))
    expect(missing.message).to.equal(`There is no mint at ${mint.publicKey.toBase58()}`)

    const freezer = Keypair.generate().publicKey
    const create = SystemProgram.createAccount({
      fromPubkey: deployer.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: await connection.getMinimumBalanceForRentExemption(MINT_SIZE),
      space: MINT_SIZE,
      programId: TOKEN_PROGRAM_ID,
    })
    const initialize = createInitializeMint2Instruction(mint.publicKey, 6, deployer.publicKey, freezer)
    const transaction = new Transaction().add(create, initialize)
    await sendAndConfirmTransaction(connection, transaction, [deployer, mint])
    const frozen = await failure(setUp(wanted({ utilityMint: mint.publicKey })))
    expect(frozen.message).to.contain(`${freezer.toBase58()} can freeze its accounts`)
    expect(await connection.getAccountInfo(findConfig())).to.equal(null)
  })

  it('is for the upgrade authority, and attestors are for the admin', async () => {
    const owner = Keypair.generate()
    await deploy(owner.publicKey)
    const stranger = await failure(setUp(wanted()))
    expect(stranger.message)
      .to.contain(`only its upgrade authority can create it: ${owner.publicKey.toBase58()}`)
      .and.to.contain(deployer.publicKey.toBase58())
    expect(await connection.getAccountInfo(findFeeVault())).to.equal(null)

    await node.cheats.setLamports(owner.publicKey, 100_000_000_000n)
    await setUp(wanted({ deployer: owner }))
    const notAdmin = await failure(setUp(wanted({ attestors })))
    expect(notAdmin.message).to.contain(
      `Only the admin ${owner.publicKey.toBase58()} can add an attestor set`,
    )
    expect(await connection.getAccountInfo(findAttestorSet(0))).to.equal(null)
  })

  it('does not mistake another account for the program', async () => {
    await node.cheats.setAccount(PROGRAM_ID, {
      lamports: 10_000_000n,
      owner: SystemProgram.programId,
      data: Buffer.from('something'),
    })
    const error = await failure(setUp(wanted()))
    expect(error.message).to.contain('is not a program of the upgradeable loader')
  })
})
