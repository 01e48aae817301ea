// Plans the decisions of several markets by one signed Pyth update, so that they share its posting.

import { InvalidInputError } from '../errors.ts'
import { type PricePosting, planAtomicPosting, planPricePosting, postingSize } from '../oracle/pyth/post.ts'
import type { PriceUpdate } from '../oracle/pyth/price-source.ts'
import { MAX_COMPUTE_UNITS } from '../transaction/budget.ts'
import type { ResolutionPlanOf } from '../transaction/plan.ts'
import type { Codec, Library, TransactionVersion, Wire } from '../wire.ts'
import type { FetchedMarket } from './reader.ts'

/** The transactions that decide some of the markets of an update. */
export interface SharedPlanOf<L extends Library> extends ResolutionPlanOf<L> {
  /** The addresses of the markets that it decides, in the order in which they were given. */
  markets: L['Address'][]
}

/** A market to decide by an update. */
export interface SharedMarket<L extends Library> {
  market: FetchedMarket<L>
  /** Whether the update is the reference price of a change. */
  isReference: boolean
}

/** Input of {@link planShared}. */
export interface SharedPlanInput<L extends Library> {
  update: PriceUpdate
  /** At least one, all with the same Pyth receiver. */
  markets: readonly SharedMarket<L>[]
  payer: L['Address']
  version: TransactionVersion
  /** The rent-exempt minimum of an account of that many bytes, in lamports. */
  rentOf: (bytes: number) => Promise<bigint>
  /** Builds the instructions that decide a market by the account of a price. */
  build: (shown: SharedMarket<L>, price: L['Address']) => Promise<L['Instruction'][]>
}

/** The most markets of one transaction: with more, the runtime truncates the logs and events are lost. */
const MAX_SHARED = 20

/** Plans the decisions of markets by one signed update, with one posting for each transaction. */
export async function planShared<L extends Library>(wire: Wire<L>, input: SharedPlanInput<L>) {
  const { markets, update, payer } = input
  const receiver = requireReceiver(wire, markets)
  const long = async () => {
    const rent = await input.rentOf(postingSize(update))
    const [price, message] = await Promise.all([wire.generate(), wire.generate()])
    return planPricePosting(wire, update, { payer, rent, receiver }, { price, message })
  }
  const plans: SharedPlanOf<L>[] = []
  for (let start = 0; start < markets.length; ) {
    const rest = markets.slice(start, start + MAX_SHARED)
    const atomic = planAtomicPosting(wire, update, { payer, receiver }, await wire.generate())
    const short = atomic && (await fill(wire, input, rest, atomic))
    if (short) {
      const same = rest.slice(0, short.markets.length)
      short.otherwise = async () => requireFilled(await fill(wire, input, same, await long()))
    }
    const plan = short ?? requireFilled(await fill(wire, input, rest, await long()))
    plans.push(plan)
    start += plan.markets.length
  }
  return plans
}

/** The plan with as many markets as fit into one transaction with that posting; `null` if none does. */
async function fill<L extends Library>(
  wire: Wire<L>,
  { build, payer, version }: SharedPlanInput<L>,
  markets: readonly SharedMarket<L>[],
  posting: PricePosting<L>,
): Promise<SharedPlanOf<L> | null> {
  const decisions = await Promise.all(markets.map((shown) => build(shown, posting.price)))
  const of = (count: number) => [posting.post, ...decisions.slice(0, count).flat(), ...posting.close]
  const fits = (count: number) => {
    // Limits and fees have the same size whatever their value.
    const budget = { computeUnits: MAX_COMPUTE_UNITS, priorityFee: 0n }
    return wire.fits(wire.compile({ payer, version, instructions: of(count), ...budget }))
  }
  let count = 0
  while (count < markets.length && fits(count + 1)) count += 1
  if (count === 0) return null
  const { setup, signers, abandon } = posting
  const decide = { instructions: of(count), signers, version }
  const addresses = markets.slice(0, count).map(({ market }) => market.address)
  return { setup, decide, abandon, otherwise: null, markets: addresses }
}

function requireFilled<L extends Library>(plan: SharedPlanOf<L> | null): SharedPlanOf<L> {
  if (plan) return plan
  throw new InvalidInputError('signed', 'is too long for a transaction')
}

function requireReceiver<L extends Library>(codec: Codec<L>, markets: readonly SharedMarket<L>[]) {
  const [first, ...others] = markets.map(({ market }) => market.terms.pythReceiver)
  if (first && others.every((receiver) => codec.isSame(receiver, first))) return first
  throw new InvalidInputError('markets', 'must be at least one, all with the same Pyth receiver')
}
