// The answers about bets and quotes.

import {
  type Costs,
  type CurrencyId,
  formatMoney,
  type Outcome,
  type Quote,
  type Stakes,
  toMarketId,
} from '@prediction-market/sdk'
import type { StakeCounts } from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import type { BookEntry } from '../../book/entry.ts'
import { amount } from '../../json/json.ts'
import type { Answered } from '../http/fields/answered.ts'
import { costsView } from '../http/fields/transaction.ts'
import { isoTime, oddsView, stakesView } from '../http/fields/views.ts'
import type { BetConfirmation, Quote as QuoteSchema } from './schemas.ts'

/** A placed or projected bet. */
export interface ViewedBet<Id extends string | null> {
  market: PublicKey
  outcome: Outcome
  /** Base units. */
  amount: bigint
  currency: CurrencyId
  decimals: number
  /** The pools after the bet. */
  pools: Stakes
  /** `null` for a projected bet. */
  transactionId: Id
}

/** A bet, with the id of its transaction or `null`. */
type BetFields<Id> = Omit<Answered<typeof BetConfirmation>, 'transactionId'> & { transactionId: Id }

/** The confirmation of a bet. */
export function betView<Id extends string | null>(bet: ViewedBet<Id>): BetFields<Id> {
  const { decimals, pools, transactionId } = bet
  const stake = `${formatMoney(bet.amount, bet.currency, decimals)} on ${bet.outcome}`
  return {
    marketId: toMarketId(bet.market),
    outcome: bet.outcome,
    amountStaked: amount(bet.amount, decimals),
    newTotalStake: stakesView(pools, decimals),
    newOdds: oddsView(pools),
    transactionId,
    message: transactionId
      ? `Bet placed: ${stake}`
      : `Bet prepared: ${stake}. Sign the transaction and send it to POST /v1/transactions`,
  }
}

/** The effect of a bet on a market. */
export function quoteView(
  { id, market, currency }: BookEntry,
  outcome: Outcome,
  staked: bigint,
  quote: Quote,
  { counts, costs }: { counts: StakeCounts; costs: Costs },
): Answered<typeof QuoteSchema> {
  const { decimals } = market
  const { odds, newOdds, newTotalStake, payoutIfMatched, priceImpact } = quote
  return {
    marketId: id,
    outcome,
    amount: amount(staked, decimals),
    currency,
    odds,
    newOdds,
    newTotalStake: stakesView(newTotalStake, decimals),
    payout: amount(quote.payout, decimals),
    payoutRatio: amount(quote.payoutRatio, 4),
    atRisk: amount(quote.atRisk, decimals),
    payoutIfMatched: stakesView(payoutIfMatched, decimals),
    ...costsView(costs),
    countsFrom: isoTime(counts.from),
    returnedBy: [...counts.returnedBy],
    priceImpact,
  }
}
