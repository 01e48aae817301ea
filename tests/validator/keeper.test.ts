import { PredictionMarketClient, positionPayout, type Stakes } from '@prediction-market/sdk'
import {
  type Connection,
  Keypair,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { PROGRAM_PATH, readProgram } from '../../app/src/deploy/program.ts'
import { setUp } from '../../app/src/deploy/set-up.ts'
import { programSettings } from '../../app/src/deploy/settings.ts'
import { uploadProgram } from '../../app/src/deploy/upload.ts'
import { type Keeper, startKeeper } from '../../app/src/keeper/keeper.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { closeConnection, lamportsOf, openConnection, until } from '../helpers/localnet/index.ts'
import { startValidator, type Validator } from '../helpers/validator/validator.ts'

/** More than one transaction pays. */
const BETTORS = 20

/** Seconds that opening a market and betting on it may take. */
const HEADWAY = 40

describe('the keeper on a real validator', function () {
  this.timeout(300_000)

  const deployer = Keypair.generate()
  let validator: Validator
  let connection: Connection
  let keeper: Keeper | undefined

  before(async () => {
    validator = await startValidator({ rich: deployer.publicKey, accounts: [] })
    connection = openConnection(validator)
    const code = await readProgram(PROGRAM_PATH)
    const upload = { connection, deployer, program: LOCALNET_KEYS.program, code }
    await setUp({
      ...{ connection, deployer },
      program: { code, deploy: () => uploadProgram(upload) },
      utilityMint: { key: LOCALNET_KEYS.mint, decimals: 6 },
      settings: programSettings({}, LOCALNET_KEYS.treasury.publicKey),
      attestors: { keys: LOCALNET_KEYS.attestors.map(({ publicKey }) => publicKey), threshold: 2 },
    })
  })

  after(async () => {
    await keeper?.stop()
    if (connection) await closeConnection(connection)
    await validator?.stop()
  })

  it('decides a market at its expiry, takes the fees and pays everyone', async () => {
    // Given a market with twenty positions.
    const client = new PredictionMarketClient(connection)
    const bettors = Array.from({ length: BETTORS }, () => Keypair.generate())
    const payers = [Keypair.generate(), Keypair.generate()]
    const funded = [...bettors, ...payers, LOCALNET_KEYS.treasury].map(({ publicKey: toPubkey }) => {
      return SystemProgram.transfer({ fromPubkey: deployer.publicKey, toPubkey, lamports: 10_000_000_000 })
    })
    for (const part of [funded.slice(0, 12), funded.slice(12)]) {
      await sendAndConfirmTransaction(connection, new Transaction().add(...part), [deployer])
    }
    const [creator = expect.fail(), ...others] = bettors
    const expireAt = (await client.chainTime()) + BigInt(HEADWAY)
    const condition = { type: 'supply', comparison: 'below', target: '1', timing: 'atExpiry' } as const
    const stakeOf = (index: number) => ({
      outcome: index % 4 === 3 ? ('No' as const) : ('Yes' as const),
      amount: 100_000_000n + BigInt(index),
    })
    const { market } = await client.createMarket(
      {
        ...{ question: 'Is nothing minted yet?', condition, token: LOCALNET_KEYS.mint.publicKey },
        ...{ currency: 'SOL', expireAt, initialStake: stakeOf(0) },
      },
      { signer: creator },
    )
    await Promise.all(
      others.map((signer, index) => client.placeBet({ market, ...stakeOf(index + 1) }, { signer })),
    )
    const before = await Promise.all(bettors.map(({ publicKey }) => lamportsOf(connection, publicKey)))

    // When a keeper is there.
    keeper = await startKeeper({
      ...{ nodes: [validator], payers, priorityFee: 1_000n },
      log: pino({ level: process.env.KEEPER_LOG ?? 'silent' }),
    })
    const paid = await until(
      'everyone to be paid',
      async () => {
        const now = await client.market(market)
        return now?.feesCollected && now.openPositions === 0 ? now : null
      },
      120_000,
    )

    // Then everyone has what they are due, with the rent of their position.
    expect(paid).to.include({ status: 'resolved', outcome: 'Yes' })
    const rent = BigInt(await connection.getMinimumBalanceForRentExemption(88))
    const after = await Promise.all(bettors.map(({ publicKey }) => lamportsOf(connection, publicKey)))
    const due = bettors.map((_, index) => {
      const { outcome, amount } = stakeOf(index)
      const stakes: Stakes = outcome === 'Yes' ? [amount, 0n] : [0n, amount]
      return positionPayout(stakes, paid.pools, paid.outcome, paid.terms) + rent
    })
    expect(after.map((lamports, index) => lamports - (before[index] ?? 0n))).to.deep.equal(due)
  })
})
