import { findFeed, PROGRAM_ID, PredictionMarketClient } from '@prediction-market/sdk'
import {
  type Connection,
  Keypair,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import { decodeProgramData, programDataAddress } from '../../app/src/deploy/loader.ts'
import { PROGRAM_PATH, readProgram } from '../../app/src/deploy/program.ts'
import { setUp } from '../../app/src/deploy/set-up.ts'
import { programSettings } from '../../app/src/deploy/settings.ts'
import type { Deployment, Step } from '../../app/src/deploy/types.ts'
import { uploadProgram } from '../../app/src/deploy/upload.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import {
  chainTime,
  closeConnection,
  failure,
  liveMarket,
  mintTokens,
  openConnection,
  waitForTime,
} from '../helpers/localnet/index.ts'
import { type PreparedPrice, preparePrices } from '../helpers/validator/prices.ts'
import { startValidator, type Validator } from '../helpers/validator/validator.ts'

const FEED = findFeed('SOL')?.id ?? expect.fail()

/** The price at all times. */
const DOLLARS = 151n

/** Seconds between prices that can decide, and for how long there are some. */
const EVERY = 15
const LASTING = 1200

/** Seconds that opening a market and betting on it may take. */
const HEADWAY = 20

describe('on a real validator', function () {
  this.timeout(300_000)

  const deployer = Keypair.generate()
  const attestors = { keys: LOCALNET_KEYS.attestors.map(({ publicKey }) => publicKey), threshold: 2 }
  let validator: Validator
  let connection: Connection
  let prices: PreparedPrice[]

  before(async () => {
    const from = Math.ceil(Date.now() / 1000)
    const prepared = preparePrices({
      feed: FEED,
      dollars: DOLLARS,
      from,
      every: EVERY,
      count: LASTING / EVERY,
    })
    prices = prepared.prices
    validator = await startValidator({ rich: deployer.publicKey, accounts: prepared.accounts })
    connection = openConnection(validator)
  })

  after(async () => {
    if (connection) await closeConnection(connection)
    await validator?.stop()
  })

  const setUpHere = async (): Promise<{ deployment: Deployment; steps: Step[] }> => {
    const steps: Step[] = []
    const code = await readProgram(PROGRAM_PATH)
    const upload = { connection, deployer, program: LOCALNET_KEYS.program, code }
    const deployment = await setUp({
      ...{ connection, deployer, attestors },
      program: { code, deploy: () => uploadProgram(upload) },
      utilityMint: { key: LOCALNET_KEYS.mint, decimals: 6 },
      settings: programSettings({}, LOCALNET_KEYS.treasury.publicKey),
      report: (step) => steps.push(step),
    })
    return { deployment, steps }
  }

  it('the set-up deploys through the upgradeable loader and configures', async () => {
    const { deployment, steps } = await setUpHere()
    expect(deployment.utilityMint.equals(LOCALNET_KEYS.mint.publicKey)).to.equal(true)
    expect(steps.filter(({ changed }) => changed)).to.have.length(5)

    const account = await connection.getAccountInfo(programDataAddress(PROGRAM_ID))
    const { upgradeAuthority, code } = decodeProgramData(account?.data ?? expect.fail())
    expect(upgradeAuthority?.equals(deployer.publicKey)).to.equal(true)
    expect(code.equals(await readProgram(PROGRAM_PATH))).to.equal(true)
    const client = new PredictionMarketClient(connection)
    expect((await client.config()).admin.equals(deployer.publicKey)).to.equal(true)
    expect(await client.attestorSet(0)).to.deep.include(attestors)
  })

  it('the set-up run again changes nothing', async () => {
    const balance = await connection.getBalance(deployer.publicKey)
    const owned = await connection.getProgramAccounts(PROGRAM_ID)
    const { deployment, steps } = await setUpHere()
    expect(deployment.changed).to.equal(false)
    expect(steps.map(({ changed }) => changed)).to.deep.equal([false, false, false, false, false])
    expect(await connection.getBalance(deployer.publicKey)).to.equal(balance)
    expect(await connection.getProgramAccounts(PROGRAM_ID)).to.deep.equal(owned)
  })

  for (const [currency, comparison, outcome] of [
    ['SOL', 'above', 'Yes'],
    ['UTILITY', 'atMost', 'No'],
  ] as const) {
    it(`a market in ${currency} goes from its opening to the last payout`, async () => {
      const bettors = [Keypair.generate(), Keypair.generate(), Keypair.generate()] as const
      const fund = bettors.map(({ publicKey: toPubkey }) => {
        return SystemProgram.transfer({ fromPubkey: deployer.publicKey, toPubkey, lamports: 10_000_000_000 })
      })
      await sendAndConfirmTransaction(connection, new Transaction().add(...fund), [deployer])
      const mint = LOCALNET_KEYS.mint.publicKey
      await Promise.all(
        bettors.map(({ publicKey }) => mintTokens(connection, deployer, mint, publicKey, 10_000_000_000n)),
      )

      const now = await chainTime(connection)
      const price =
        prices.find(({ second }) => second >= now + HEADWAY) ?? expect.fail('Too late for a price')
      const settled = await liveMarket({
        ...{ connection, keeper: deployer, bettors, currency, outcome, expireAt: price.second },
        expire: () => waitForTime(connection, price.second, 120_000),
        question: 'Will SOL be there?',
        condition: { type: 'price', feed: FEED, comparison, target: '150', timing: 'atExpiry' },
        proof: async () => ({ price: price.address }),
      })
      expect(settled.observation?.value).to.equal(DOLLARS * 10n ** 8n)
    })
  }
})

describe('without a validator', () => {
  it('it is said where to get one', async () => {
    const path = process.env.PATH
    process.env.PATH = '/nowhere'
    try {
      const start = startValidator({ rich: Keypair.generate().publicKey, accounts: [] })
      expect((await failure(start)).message).to.match(
        /^solana-test-validator is not on the PATH.*docs\.anza/s,
      )
    } finally {
      process.env.PATH = path
    }
  })
})
