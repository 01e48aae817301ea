// Plans the decisions of several markets by one signed Pyth update, so that they share its posting.

import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import {
  compileTransaction,
  fitsTransaction,
  MAX_COMPUTE_UNITS,
  NO_BLOCKHASH,
  type TransactionVersion,
} from '../../web3/transaction/compile.ts'
import type { ResolutionPlan } from '../../web3/transaction/plan.ts'
import type { Market } from '../accounts/decode.ts'
import { InvalidInputError } from '../errors.ts'
import { type PricePosting, planAtomicPosting, planPricePosting, postingSize } from '../oracle/pyth/post.ts'
import type { PriceUpdate } from '../oracle/pyth/price-update.ts'
import type { Fetched } from './market-ref.ts'

/** The transactions that decide some of the markets of an update. */
export interface SharedPlan extends ResolutionPlan {
  /** The addresses of the markets that it decides, in the order in which they were given. */
  markets: PublicKey[]
}

/** A market to decide by an update. */
export interface SharedMarket {
  market: Fetched<Market>
  /** Whether the update is the reference price of a change. */
  isReference: boolean
}

/** Input of {@link planShared}. */
export interface SharedPlanInput {
  update: PriceUpdate
  /** At least one, all with the same Pyth receiver. */
  markets: readonly SharedMarket[]
  payer: PublicKey
  version: TransactionVersion
  /** The rent-exempt minimum of an account of that many bytes, in lamports. */
  rentOf: (bytes: number) => Promise<number>
  /** Builds the instructions that decide a market by the account of a price. */
  build: (shown: SharedMarket, price: PublicKey) => Promise<TransactionInstruction[]>
}

/** The most markets of one transaction: with more, the runtime truncates the logs and events are lost. */
const MAX_SHARED = 20

/** Plans the decisions of markets by one signed update, with one posting for each transaction. */
export async function planShared(input: SharedPlanInput): Promise<SharedPlan[]> {
  const { markets, update, payer } = input
  const receiver = requireReceiver(markets)
  const long = async () => {
    const rent = await input.rentOf(postingSize(update))
    return planPricePosting(update, { payer, rent, receiver })
  }
  const plans: SharedPlan[] = []
  for (let start = 0; start < markets.length; ) {
    const rest = markets.slice(start, start + MAX_SHARED)
    const atomic = planAtomicPosting(update, { payer, receiver })
    const short = atomic && (await fill(input, rest, atomic))
    if (short) {
      const same = rest.slice(0, short.markets.length)
      short.otherwise = async () => requireFilled(await fill(input, same, await long()))
    }
    const plan = short ?? requireFilled(await fill(input, rest, await long()))
    plans.push(plan)
    start += plan.markets.length
  }
  return plans
}

/** The plan with as many markets as fit into one transaction with that posting; `null` if none does. */
async function fill(
  { build, payer, version }: SharedPlanInput,
  markets: readonly SharedMarket[],
  posting: PricePosting,
): Promise<SharedPlan | null> {
  const decisions = await Promise.all(markets.map((shown) => build(shown, posting.price)))
  const of = (count: number) => [posting.post, ...decisions.slice(0, count).flat(), ...posting.close]
  const fits = (count: number) => {
    // Limits and fees have the same size whatever their value.
    const budget = { computeUnits: MAX_COMPUTE_UNITS, priorityFee: 0n, blockhash: NO_BLOCKHASH }
    return fitsTransaction(compileTransaction({ payer, version, instructions: of(count), ...budget }))
  }
  let count = 0
  while (count < markets.length && fits(count + 1)) count += 1
  if (count === 0) return null
  const { setup, signers, abandon } = posting
  const decide = { instructions: of(count), signers, version }
  const addresses = markets.slice(0, count).map(({ market }) => market.address)
  return { setup, decide, abandon, otherwise: null, markets: addresses }
}

function requireFilled(plan: SharedPlan | null): SharedPlan {
  if (plan) return plan
  throw new InvalidInputError('signed', 'is too long for a transaction')
}

function requireReceiver(markets: readonly SharedMarket[]): PublicKey {
  const [first, ...others] = markets.map(({ market }) => market.terms.pythReceiver)
  if (first && others.every((receiver) => receiver.equals(first))) return first
  throw new InvalidInputError('markets', 'must be at least one, all with the same Pyth receiver')
}
