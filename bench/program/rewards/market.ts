// Measures what a keeper earns and pays for one market.

import { type Condition, PROGRAM_ID } from '@prediction-market/sdk'
import { parseEvents } from '@prediction-market/sdk/events'
import { closeMarket, collectFees } from '@prediction-market/sdk/instructions'
import { planSettlement } from '@prediction-market/sdk/transaction'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { rewardOf } from '../../../app/src/keeper/counts.ts'
import { type Attestors, attested, givenAttestors } from '../../../tests/helpers/oracle/attestors.ts'
import { PRICE_250, priceFor, resolution } from '../../../tests/helpers/program/price.ts'
import {
  type Currency,
  type GivenMarket,
  givenBet,
  givenMarket,
  PRICE_AT_EXPIRY,
  succeed,
  type World,
} from '../../../tests/helpers/program/world.ts'
import { feeOf, PRIORITY_FEE } from './fees.ts'

/** The rewards of new deployments, in lamports. */
export const DECIDE_REWARD = 300_000n
export const SETTLE_REWARD = 5_000n

/** The conditions that are measured; of four attestors, three sign. */
const CONDITIONS = {
  'price at expiry': PRICE_AT_EXPIRY,
  'price by expiry, not met': { ...PRICE_AT_EXPIRY, timing: 'byExpiry' },
  'event, three attestors': { type: 'event', timing: 'atExpiry' },
} as const satisfies Record<string, Condition>

export const KINDS = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]

/** A market to measure. */
export interface MeasuredMarket {
  kind: keyof typeof CONDITIONS
  currency: Currency
  bettors: number
}

/** A keeper's rewards and fees for a market, in lamports. */
export interface Account {
  transactions: number
  earned: bigint
  paid: bigint
}

/** The most bettors that really bet; for more, full settlement transactions are multiplied. */
const MOST_BETTORS = 100

/**
 * Decides, settles and closes a market whose bettors have placed the smallest stake each, half of them on either side,
 * and adds up what that earns and costs. The price that decides it is already posted.
 */
export async function measureMarket(world: World, measured: MeasuredMarket): Promise<Account> {
  const { currency, bettors } = measured
  const attestors = await givenAttestors(world)
  const condition = CONDITIONS[measured.kind]
  const { minimumStakeSol, minimumStakeUtility } = world.settings
  const stake = currency ? minimumStakeUtility : minimumStakeSol
  // As in SOL: 0.006 SOL earn the whole reward, and the smallest stake is 0.001.
  const rewardStake = 6n * minimumStakeUtility
  const market = await givenMarket(world, { currency, condition, decideReward: DECIDE_REWARD, rewardStake })
  const owners: PublicKey[] = []
  for (let index = 0; index < Math.min(bettors, MOST_BETTORS); index += 1) {
    owners.push((await givenBet(world, market, index % 2 ? 'Yes' : 'No', stake)).publicKey)
  }
  const run = runner(world)
  const steps = await decide(world, market, attestors, run)
  steps.push(await run(collection(world, market)))
  const settlements = await settle(market, owners, run)
  const target = { keeper: market.keeper, market: market.address, ...(currency ?? {}) }
  const closing = closeMarket({ ...target, creator: market.creator.publicKey })
  steps.push(...settlements, await run([closing]))
  const account = sum(steps)
  return bettors > owners.length ? withMore(account, settlements, owners.length, bettors) : account
}

type Run = (instructions: TransactionInstruction[], signatures?: number) => Promise<Account>

/** Runs transactions of the keeper: rewards by their events, fees by their compute units. */
function runner(world: World): Run {
  return async (instructions, signatures = 1) => {
    const { logs, computeUnits } = await succeed(world, instructions)
    const earned = rewardOf(parseEvents(logs, PROGRAM_ID).events)
    return { transactions: 1, earned, paid: feeOf(signatures, computeUnits) }
  }
}

async function decide(world: World, market: GivenMarket, attestors: Attestors, run: Run): Promise<Account[]> {
  await world.chain.warpTo(market.expireAt)
  const { type, timing } = market.condition
  if (type === 'event') {
    const statement = { second: market.expireAt, isMet: true }
    return [await run(attested(market, attestors, statement), 1 + attestors.threshold)]
  }
  if (timing === 'atExpiry') return [await run([resolution(market, priceFor(world, market))])]
  const recorded = await run([resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))])
  await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
  return [recorded, await run([resolution(market)])]
}

/** Collects the fees as the keeper does; for UTILITY the treasury's token account must exist. */
function collection(
  { treasury, chain }: World,
  { address: market, currency }: GivenMarket,
): TransactionInstruction[] {
  const collect = collectFees({ market, treasury, ...(currency ?? {}) })
  if (!currency) return [collect]
  const { mint, tokenProgram } = currency
  const account = getAssociatedTokenAddressSync(mint, treasury, true, tokenProgram)
  const payer = chain.payer.publicKey
  return [
    createAssociatedTokenAccountIdempotentInstruction(payer, account, treasury, mint, tokenProgram),
    collect,
  ]
}

async function settle(market: GivenMarket, owners: readonly PublicKey[], run: Run): Promise<Account[]> {
  const batches = planSettlement({
    market: market.address,
    payer: market.keeper,
    positions: owners.map((owner) => ({ owner })),
    priorityFee: PRIORITY_FEE,
    ...(market.currency ?? {}),
  })
  const settlements: Account[] = []
  for (const { instruction } of batches) settlements.push(await run([instruction]))
  return settlements
}

/** The same market with more bettors: as many full transactions as needed, each at the highest fee. */
function withMore(
  account: Account,
  settlements: readonly Account[],
  settled: number,
  bettors: number,
): Account {
  const dearest = settlements.reduce((most, one) => (one.paid > most.paid ? one : most))
  const perTransaction = Number(dearest.earned / SETTLE_REWARD)
  const transactions = Math.ceil(bettors / perTransaction)
  return {
    transactions: account.transactions - settlements.length + transactions,
    earned: account.earned + SETTLE_REWARD * BigInt(bettors - settled),
    paid: account.paid - sum(settlements).paid + dearest.paid * BigInt(transactions),
  }
}

function sum(accounts: readonly Account[]): Account {
  return accounts.reduce((all, one) => ({
    transactions: all.transactions + one.transactions,
    earned: all.earned + one.earned,
    paid: all.paid + one.paid,
  }))
}
