// The answers about rounds.

import { type Market, payoutRatio } from '@prediction-market/sdk'
import { feedPair, findFeedById } from '@prediction-market/sdk/feeds'
import { recordedPrice } from '@prediction-market/sdk/rules'
import { amount } from '../../json/json.ts'
import type { Answered } from '../http/fields/answered.ts'
import { feeShares, isoTime, oddsView, ratioView, stakesView } from '../http/fields/views.ts'
import { maxRatioView, priceView, type ViewedMarket } from '../markets/views.ts'
import type { Round, RoundResult, RoundSeries } from './schemas.ts'
import { referenceOf, type Series } from './series.ts'

/** A round of the book or of the history. */
export interface KnownRound {
  id: string
  question: string
  market: ViewedMarket & Pick<Market, 'observation'>
}

/** A series with its rounds, by state. */
export function seriesView(
  { number, length, rounds: [{ feed, currency, creator }] }: Series,
  rounds: { takingBets: KnownRound | undefined; measuring: KnownRound[]; results: KnownRound[] },
): Answered<typeof RoundSeries> {
  const known = findFeedById(feed ?? '')
  return {
    series: number,
    asset: known ? feedPair(known) : (feed ?? ''),
    currency,
    lengthSeconds: length,
    opener: creator,
    takingBets: rounds.takingBets ? roundView(rounds.takingBets) : null,
    measuring: rounds.measuring.map(roundView),
    results: rounds.results.map(resultView),
  }
}

function roundView({ id, question, market }: KnownRound): Answered<typeof Round> {
  return {
    ...timesView({ id, market }),
    question,
    closeAt: isoTime(market.closeAt),
    odds: oddsView(market.pools),
    pools: stakesView(market.pools, market.decimals),
    feePercentage: feeShares(market.terms),
    maxRatio: maxRatioView(market.terms),
    reference: firstPrice(market),
  }
}

function resultView({ id, market }: KnownRound): Answered<typeof RoundResult> {
  const { pools, decimals, outcome, observation } = market
  return {
    ...timesView({ id, market }),
    winningOutcome: outcome,
    reference: firstPrice(market),
    price: observation?.hasValue ? priceView(observation) : null,
    totalVolume: amount(pools.Yes + pools.No, decimals),
    payoutRatio: ratioView(payoutRatio(market)),
  }
}

function timesView({ id, market }: Pick<KnownRound, 'id' | 'market'>) {
  return { id, referenceAt: isoTime(referenceOf(market) ?? 0n), expireAt: isoTime(market.expireAt) }
}

function firstPrice(market: KnownRound['market']) {
  const recorded = recordedPrice(market)
  return recorded ? priceView(recorded) : null
}
