import {
  type Condition,
  describeCondition,
  feedPair,
  fees,
  findFeedById,
  formatAmount,
  type Market,
  type MarketStatus,
  odds,
  payoutRatio,
  type Stakes,
} from '@prediction-market/sdk'
import { type CurrencyId, currencyOf } from '../../book/currency.ts'
import { amount, decimal, type Json } from '../../json/write.ts'

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
  | 'fees'
  | 'terms'
  | 'condition'
  | 'outcome'
>

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
}

/** A market in a list. */
export function summaryView(market: SummarizedMarket, pools: Stakes): Fields {
  const { id, question, token: tokenAddress, currency, status, expireAt } = market
  return {
    id,
    question,
    tokenAddress,
    currency,
    status,
    expireAt: isoTime(expireAt),
    odds: oddsView(pools),
  }
}

/** A market with all its fields; a decided one has no odds. */
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
  const outcomes = (['Yes', 'No'] as const).map((name, index) => ({
    name,
    odds: share[name],
    totalStake: amount(pools[index] as bigint, decimals),
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
  }
}

/** Fee shares as fractions. */
export function feeShares({ burnBps, developerBps }: { burnBps: number; developerBps: number }): Fields {
  return { burn: bps(burnBps), developer: bps(developerBps) }
}

function decisionView(market: ViewedMarket): Fields {
  const { decimals, pools, terms } = market
  const ratio = payoutRatio(pools, market.outcome, terms)
  const label = (units: bigint) => `${formatAmount(units, decimals)} ${currencyOf(market)}`
  const taken = market.status === 'resolved' ? market.fees : fees(0n, 0, 0)
  return {
    resolvedAt: market.resolvedAt === null ? null : isoTime(market.resolvedAt),
    winningOutcome: market.outcome,
    payoutRatio: { Yes: decimal(formatAmount(ratio.Yes, 4)), No: decimal(formatAmount(ratio.No, 4)) },
    feesCollected: { burned: label(taken.burn), developer: label(taken.developer) },
  }
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
