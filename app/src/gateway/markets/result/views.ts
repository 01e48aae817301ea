// The answer about the result of a market.

import type { Outcome, Stakes } from '@prediction-market/sdk'
import { amount } from '../../../json/write.ts'
import type { Answered } from '../../http/fields/answered.ts'
import { isoTime, stakesView } from '../../http/fields/views.ts'
import type { MarketResult } from './schemas.ts'

/** The result of a decided market for one owner. Amounts in base units. */
export interface ViewedResult<Id extends string | null> {
  stakes: Stakes
  winnings: bigint
  refund: bigint
  settled: boolean
  transactionId: Id
}

/** The result of a market, with the id of the transaction that paid it or `null`. */
type ResultFields<Id> = Omit<Answered<typeof MarketResult>, 'transactionId'> & { transactionId: Id }

/** The result of a market for one wallet. */
export function resultView<Id extends string | null>(
  marketId: string,
  market: { outcome: Outcome | null; resolvedAt: bigint; decimals: number },
  result: ViewedResult<Id>,
): ResultFields<Id> {
  const { decimals } = market
  return {
    marketId,
    winningOutcome: market.outcome,
    resolvedAt: isoTime(market.resolvedAt),
    yourWinnings: amount(result.winnings, decimals),
    yourRefund: amount(result.refund, decimals),
    claimable: !result.settled && result.winnings + result.refund > 0n,
    yourStake: stakesView(result.stakes, decimals),
    settled: result.settled,
    transactionId: result.transactionId,
  }
}
