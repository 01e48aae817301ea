import {
  type Condition,
  type CurrencyId,
  currencyOf,
  describeCondition,
  feedPair,
  findFeedById,
  formatAmount,
  type Market,
  type MarketStatus,
  type Outcome,
  odds,
  payoutRatio,
  type Stakes,
} from '@prediction-market/sdk'
import { amount, decimal, type Json } from '../../json/write.ts'
import { VOLUME_DECIMALS } from '../../store/schema/list-order.ts'

/** The fields of a market that its answers show. */
export type ViewedMarket = Pick<
  Market,
  | 'creator'
  | 'token'
  | 'mint'
  | 'status'
  | 'decimals'
  | 'createdAt'
  | 'closeAt'
  | 'expireAt'
  | 'resolvedAt'
  | 'pools'
  | 'late'
  | 'fees'
  | 'terms'
  | 'condition'
  | 'outcome'
  | 'answer'
> & {
  /** Whether its creator took it back before anyone had staked. */
  cancelled?: boolean | undefined
}

/** The fields that only a decision sets. */
export const UNDECIDED = {
  status: 'open',
  resolvedAt: null,
  late: [0n, 0n],
  fees: { burn: 0n, developer: 0n },
  outcome: null,
  answer: null,
} as const satisfies Partial<ViewedMarket>

type Fields = Record<string, Json>

/** Unix seconds in ISO 8601, UTC. */
export function isoTime(seconds: bigint | number): string {
  return new Date(Number(seconds) * 1_000).toISOString().replace('.000Z', 'Z')
}

/** Odds by outcome. */
export function oddsView(pools: Stakes): Fields {
  return odds(pools)
}

/** Stakes in whole units by outcome. */
export function stakesView(stakes: Stakes, decimals: number): Fields {
  return { Yes: amount(stakes[0], decimals), No: amount(stakes[1], decimals) }
}

/** The fields of a market that lists show. */
export interface SummarizedMarket {
  id: string
  question: string
  /** In base58, or `null`. */
  token: string | null
  currency: CurrencyId
  status: MarketStatus
  /** Unix seconds. */
  expireAt: number
  /** All stakes, with `VOLUME_DECIMALS` decimals. */
  volume: bigint
  outcome: Outcome | null
}

/** A market in a list. */
export function summaryView(market: SummarizedMarket, pools: Stakes): Fields {
  const { id, question, token: tokenAddress, currency, status, expireAt, volume, outcome } = market
  return {
    id,
    question,
    tokenAddress,
    currency,
    status,
    expireAt: isoTime(expireAt),
    odds: oddsView(pools),
    totalVolume: amount(volume, VOLUME_DECIMALS),
    winningOutcome: status === 'open' ? undefined : outcome,
  }
}

/** A market with all its fields. A decided one has no odds, and says which stakes were refunded. */
export function detailView(
  id: string,
  question: string,
  market: ViewedMarket,
  acceptingBets: boolean,
): Fields {
  const { decimals, pools, terms, condition, expireAt } = market
  const tokenAddress = market.token?.toBase58() ?? null
  const isOpen = market.status === 'open'
  const share = isOpen ? oddsView(pools) : {}
  const staked = stakesView(pools, decimals)
  const refunded = isOpen ? {} : stakesView(refundedStakes(market), decimals)
  const outcomes = (['Yes', 'No'] as const).map((name) => ({
    name,
    odds: share[name],
    totalStake: staked[name],
    refundedStake: refunded[name],
  }))
  return {
    id,
    question,
    tokenAddress,
    details: describeCondition(condition, { tokenAddress, expireAt }),
    outcomes,
    currency: currencyOf(market),
    expireAt: isoTime(expireAt),
    status: market.status,
    createdAt: isoTime(market.createdAt),
    creator: market.creator.toBase58(),
    feePercentage: feeShares(terms),
    totalVolume: amount(pools[0] + pools[1], decimals),
    ...(isOpen ? {} : decisionView(market)),
    condition: conditionView(condition),
    closeAt: isoTime(market.closeAt),
    acceptingBets,
    bettingPeriodSeconds: terms.period,
  }
}

/** The stakes of a decided market that are paid back: the late ones, or all of a void market. */
export function refundedStakes({ outcome, pools, late }: Pick<ViewedMarket, 'outcome' | 'pools' | 'late'>) {
  return outcome === null ? pools : late
}

/** Fee shares as fractions. */
export function feeShares({ burnBps, developerBps }: { burnBps: number; developerBps: number }): Fields {
  return { burn: bps(burnBps), developer: bps(developerBps) }
}

function decisionView(market: ViewedMarket): Fields {
  const { decimals, fees } = market
  const label = (units: bigint) => `${formatAmount(units, decimals)} ${currencyOf(market)}`
  return {
    resolvedAt: market.resolvedAt === null ? null : isoTime(market.resolvedAt),
    winningOutcome: market.outcome,
    ...(market.status === 'void' ? voidView(market) : {}),
    payoutRatio: ratioView(payoutRatio(market)),
    feesCollected: { burned: label(fees.burn), developer: label(fees.developer) },
  }
}

/** Whether the answer to a void market was known, and whether it was cancelled. */
export function voidView({ answer, cancelled }: Pick<ViewedMarket, 'answer' | 'cancelled'>): Fields {
  return { answer, cancelled: cancelled ?? false }
}

/** What a unit that counted was paid, by outcome. */
export function ratioView({ Yes, No }: Record<Outcome, bigint>): Fields {
  return { Yes: decimal(formatAmount(Yes, 4)), No: decimal(formatAmount(No, 4)) }
}

/** A condition with the same fields as in requests, and the symbol of its feed. */
export function conditionView(condition: Condition): Fields {
  const { type, timing, ...rest } = condition
  const fields: Fields = { type }
  if ('feed' in rest) {
    const feed = findFeedById(rest.feed)
    fields.feed = rest.feed
    fields.symbol = feed && feedPair(feed)
  }
  if ('target' in rest) {
    fields.comparison = rest.comparison
    fields.target = decimal(rest.target)
  }
  if ('minimumBalance' in rest) fields.minimumBalance = decimal(rest.minimumBalance.toString())
  return { ...fields, timing }
}

function bps(value: number): Json {
  return decimal(formatAmount(BigInt(value), 4))
}
