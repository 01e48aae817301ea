// Runs a market from its opening to the last payout and checks every balance.

import {
  type Condition,
  type Fetched,
  type Market,
  type Outcome,
  PredictionMarketClient,
  type ProgramError,
  type ResolveInput,
} from '@prediction-market/sdk'
import { fees, payout } from '@prediction-market/sdk/rules'
import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { feeBalances, paidBy } from './balances.ts'
import { failure } from './wait.ts'

/** A market to run from its opening to the last payout. */
export interface LifeInput {
  connection: Connection
  /** Decides and pays out; its balance is not checked. */
  keeper: Keypair
  /** The first one opens the market. They hold enough of both currencies, and nobody else uses them. */
  bettors: readonly [Keypair, Keypair, Keypair]
  currency: 'SOL' | 'UTILITY'
  question: string
  condition: Condition
  token?: PublicKey
  /** Unix seconds; far enough from now for the market to be opened and three bets to be placed. */
  expireAt: number
  /** Moves the chain's clock to the expiry, or waits for it. */
  expire: () => Promise<void>
  /** The proof, once the market has expired. */
  proof: (market: Fetched<Market>) => Promise<Omit<ResolveInput, 'market'>>
  /** The expected outcome. */
  outcome: Outcome
}

/** Base units that do not divide evenly. */
const STAKES = [700_000_001n, 300_000_007n, 500_000_003n] as const
const SIDES = ['Yes', 'No', 'Yes'] as const

/**
 * Runs a market through a client: opens it with a stake, bets, expects late bets to be refused, decides,
 * collects the fees and pays everyone. Checks every balance to the unit.
 *
 * @returns the market after the last payout
 */
export async function liveMarket(life: LifeInput): Promise<Fetched<Market>> {
  const { connection, keeper, bettors, currency, condition, question, outcome } = life
  const client = new PredictionMarketClient(connection, { signer: keeper })
  const [creator] = bettors

  // Given a market with stakes of three bettors on both sides.
  const initialStake = { outcome: SIDES[0], amount: STAKES[0] }
  const expireAt = BigInt(life.expireAt)
  const open = { question, condition, currency, expireAt, initialStake, token: life.token }
  const { market: address } = await client.markets.create(open, { signer: creator })
  for (const index of [1, 2] as const) {
    const bet = { market: address, outcome: SIDES[index], amount: STAKES[index] }
    await client.bets.place(bet, { signer: bettors[index] })
  }
  const pools = { Yes: STAKES[0] + STAKES[2], No: STAKES[1] }
  const market = await fetch(client, address)
  expect(market).to.include({ status: 'open', openPositions: 3 })
  expect(market.pools).to.deep.equal(pools)

  // When it has expired, bets are refused, and anybody decides it with the proof.
  await life.expire()
  const late = client.bets.place(
    { market: address, outcome: 'Yes', amount: STAKES[0] },
    { signer: bettors[1] },
  )
  expect(((await failure(late)) as ProgramError).name).to.equal('MarketClosed')
  await client.decisions.resolve({ market, ...(await life.proof(market)) })

  // Then it is decided, with fees from the losing side.
  const decided = await fetch(client, address)
  const [winning, losing] = outcome === 'Yes' ? [pools.Yes, pools.No] : [pools.No, pools.Yes]
  const { burn, developer } = fees(losing, 500, 500)
  expect(decided).to.include({ status: 'resolved', outcome, answer: outcome })
  expect(decided).to.deep.include({
    fees: { burn, developer },
    feesDue: { burn, developer },
    late: { Yes: 0n, No: 0n },
  })

  // And the fees go to the treasury and the vault, or are burned.
  const before = await feeBalances(client, decided)
  await client.decisions.collectFees({ market: address })
  const after = await feeBalances(client, decided)
  expect(after.treasury - before.treasury).to.equal(developer)
  expect(after.burned - before.burned).to.equal(burn)

  // And everyone gets their payout and the rent of their position, without what whoever settles it earns.
  const paid = await paidBy(client, decided, bettors, () => client.decisions.settle({ market: address }))
  const shares = market.terms
  const due = bettors.map((_, index) => {
    const amount = STAKES[index as 0 | 1 | 2]
    return SIDES[index as 0 | 1 | 2] === outcome ? payout(amount, winning, losing, shares) : 0n
  })
  expect(paid).to.deep.equal(due)

  // And only dust is left.
  const settled = await fetch(client, address)
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  expect(settled).to.include({ openPositions: 0, paid: sum(due) })
  expect(settled.feesDue).to.deep.equal({ burn: 0n, developer: 0n })
  const dust = sum(STAKES) - sum(due) - burn - developer
  expect(dust >= 0n && dust < 3n).to.equal(true)
  return settled
}

async function fetch(client: PredictionMarketClient, address: PublicKey): Promise<Fetched<Market>> {
  return (await client.markets.get(address)) ?? expect.fail(`There is no market ${address.toBase58()}`)
}
