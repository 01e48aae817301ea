// The answer about the result of a market.

import type { Outcome } from '@prediction-market/sdk'
import type { OwnerResult } from '../../../history/queries/results.ts'
import { amount } from '../../../json/json.ts'
import type { Answered } from '../../http/fields/answered.ts'
import { isoTime, stakesView } from '../../http/fields/views.ts'
import type { MarketResult } from './schemas.ts'

/** The result of a market, with the id of the transaction that paid it or `null`. */
type ResultFields<Id> = Omit<Answered<typeof MarketResult>, 'transactionId'> & { transactionId: Id }

/** The result of a market for one wallet. */
export function resultView<Id extends string | null>(
  marketId: string,
  market: { outcome: Outcome | null; resolvedAt: bigint; decimals: number },
  result: Omit<OwnerResult, 'transactionId'> & { transactionId: Id },
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
