// The answers about markets.

import {
  type Condition,
  type CurrencyId,
  type MarketStatus,
  type Outcome,
  payoutRatio,
  SOL_DECIMALS,
  type Stakes,
} from '@prediction-market/sdk'
import type { Observation } from '@prediction-market/sdk/accounts'
import { currencyOf } from '@prediction-market/sdk/currency'
import { feedPair, findFeedById, findFeedByMint } from '@prediction-market/sdk/feeds'
import { decisionReward, formatMeasured, recordedPrice, refundedStakes } from '@prediction-market/sdk/rules'
import type { HistoryMarket } from '../../history/market-row.ts'
import { amount, decimal } from '../../json/json.ts'
import { VOLUME_DECIMALS } from '../../store/schema/columns.ts'
import type { Answered } from '../http/fields/answered.ts'
import * as fields from '../http/fields/views.ts'
import type * as schemas from './schemas.ts'
import { type AskedMarket, marketWords, wordsOf } from './words.ts'

/** The fields of a market that its answers show. */
export type ViewedMarket = Omit<HistoryMarket, 'latePeriod' | 'sequence' | 'paid' | 'feesDue' | 'observation'>

/** The fields that only a decision sets. */
export const UNDECIDED = {
  status: 'open',
  resolvedAt: null,
  late: { Yes: 0n, No: 0n },
  unmatched: 0n,
  recordedReward: 0n,
  fees: { burn: 0n, developer: 0n },
  outcome: null,
  answer: null,
  reference: null,
} as const satisfies Partial<ViewedMarket>

export interface SummarizedMarket extends AskedMarket {
  id: string
  currency: CurrencyId
  status: MarketStatus
  /** All stakes, with `VOLUME_DECIMALS` decimals. */
  volume: bigint
  outcome: Outcome | null
}

export function summaryView(market: SummarizedMarket, pools: Stakes): Answered<typeof schemas.MarketSummary> {
  const { id, token: tokenAddress, currency, status, expireAt, volume, outcome } = market
  const condition = conditionView(market.condition)
  const feed = tokenAddress === null ? undefined : findFeedByMint(tokenAddress)
  return {
    id,
    ...wordsOf(id, market),
    condition,
    // Of its feed, or of a token that has one.
    symbol: condition.symbol ?? (feed && feedPair(feed)),
    tokenAddress,
    currency,
    status,
    expireAt: fields.isoTime(expireAt),
    odds: fields.oddsView(pools),
    totalVolume: amount(volume, VOLUME_DECIMALS),
    winningOutcome: status === 'open' ? undefined : outcome,
  }
}

type Progress = Answered<typeof schemas.OpenMarket>['conditionProgress']

/** A market with all its fields. A decided one has no odds, and says which stakes were refunded. */
export function detailView(
  id: string,
  question: string,
  market: ViewedMarket,
  acceptingBets: boolean,
  progress?: Progress,
): Answered<typeof schemas.MarketDetail> {
  const { decimals, outcome, resolvedAt, fees } = market
  if (resolvedAt === null) return openMarketView(id, question, market, acceptingBets, progress)
  const counted = fields.stakesView(countedStakes(market), decimals)
  const refunded = fields.stakesView(refundedStakes(market), decimals)
  const decided = {
    ...commonView(id, question, market, acceptingBets),
    outcomes: OUTCOMES.map((name) => ({
      name,
      totalStake: counted[name],
      refundedStake: refunded[name],
    })),
    resolvedAt: fields.isoTime(resolvedAt),
    payoutRatio: fields.ratioView(payoutRatio(market)),
    feesCollected: fields.feesView(fees, currencyOf(market), decimals),
  }
  if (outcome !== null) return { ...decided, status: 'resolved', winningOutcome: outcome }
  return { ...decided, status: 'void', winningOutcome: outcome, ...voidView(market) }
}

export function openMarketView(
  id: string,
  question: string,
  market: ViewedMarket,
  acceptingBets: boolean,
  conditionProgress?: Progress,
): Answered<typeof schemas.OpenMarket> {
  const share = fields.oddsView(market.pools)
  const staked = fields.stakesView(market.pools, market.decimals)
  return {
    ...commonView(id, question, market, acceptingBets),
    status: 'open',
    outcomes: OUTCOMES.map((name) => ({ name, odds: share[name], totalStake: staked[name] })),
    decisionReward: amount(decisionReward(market), SOL_DECIMALS),
    conditionProgress,
  }
}

const OUTCOMES = ['Yes', 'No'] as const

/** Largest ratios are in hundredths. */
const RATIO_DECIMALS = 2

function commonView(id: string, question: string, market: ViewedMarket, acceptingBets: boolean) {
  const { decimals, pools, terms, condition, expireAt } = market
  const tokenAddress = market.token?.toBase58() ?? null
  const words = marketWords({ id, question, market })
  return {
    id,
    question: words.question,
    questionAgrees: words.questionAgrees,
    tokenAddress,
    details: words.description,
    currency: currencyOf(market),
    expireAt: fields.isoTime(expireAt),
    createdAt: fields.isoTime(market.createdAt),
    creator: market.creator.toBase58(),
    feePercentage: fields.feeShares(terms),
    totalVolume: amount(pools.Yes + pools.No, decimals),
    condition: { ...conditionView(condition), ...referenceView(market) },
    closeAt: fields.isoTime(market.closeAt),
    acceptingBets,
    bettingPeriodSeconds: terms.period,
    maxRatio: maxRatioView(terms),
    rewards: fields.rewardsView(terms, currencyOf(market), decimals),
  }
}

/** The most that is lost for each unit on the winning side; null for no limit. */
export function maxRatioView({ maxRatio }: Pick<ViewedMarket['terms'], 'maxRatio'>) {
  return maxRatio === 0 ? null : amount(BigInt(maxRatio), RATIO_DECIMALS)
}

/** The stakes of a decided market that its payouts are computed from; all stakes of a void market. */
export function countedStakes(
  market: Pick<ViewedMarket, 'outcome' | 'pools' | 'late' | 'unmatched'>,
): Stakes {
  const { outcome, pools } = market
  if (outcome === null) return pools
  const { Yes, No } = refundedStakes(market)
  return { Yes: pools.Yes - Yes, No: pools.No - No }
}

/** Whether the answer to a void market was known, and whether it was cancelled. */
export function voidView({
  answer,
  cancelled,
}: Pick<ViewedMarket, 'answer' | 'cancelled'>): Pick<
  Answered<typeof schemas.VoidMarket>,
  'answer' | 'cancelled'
> {
  return { answer, cancelled: cancelled ?? false }
}

/** A condition with the same fields as in requests, and the symbol of its feed. */
export function conditionView(condition: Condition): Answered<typeof schemas.Condition> {
  const feed = 'feed' in condition ? findFeedById(condition.feed) : undefined
  return {
    type: condition.type,
    feed: 'feed' in condition ? condition.feed : undefined,
    symbol: feed && feedPair(feed),
    comparison: 'comparison' in condition ? condition.comparison : undefined,
    target: 'target' in condition ? decimal(condition.target) : undefined,
    minimumBalance: 'minimumBalance' in condition ? decimal(condition.minimumBalance.toString()) : undefined,
    bps: 'bps' in condition ? condition.bps : undefined,
    referenceAt: 'referenceAt' in condition ? fields.isoTime(condition.referenceAt) : undefined,
    timing: condition.timing,
  }
}

/** The first price of a change; nothing for any other condition. */
export function referenceView(market: Pick<ViewedMarket, 'condition' | 'reference'>) {
  if (!('referenceAt' in market.condition)) return {}
  const recorded = recordedPrice(market)
  return { reference: recorded && priceView(recorded) }
}

export function priceView(recorded: Observation): Answered<typeof schemas.Reference> {
  return { price: decimal(formatMeasured(recorded)), publishedAt: fields.isoTime(recorded.observedAt) }
}
