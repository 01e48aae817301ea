import type { Outcome, Stakes } from '@prediction-market/sdk'
import { amount, type Json } from '../../../json/write.ts'
import { isoTime, stakesView } from '../views.ts'

/** The result of a decided market for one owner. Amounts in base units. */
export interface ViewedResult {
  stakes: Stakes
  winnings: bigint
  refund: bigint
  settled: boolean
  transactionId: string | null
}

/** The result of a market for one wallet. */
export function resultView(
  marketId: string,
  market: { outcome: Outcome | null; resolvedAt: bigint | null; decimals: number },
  result: ViewedResult,
): Record<string, Json> {
  const { resolvedAt, decimals } = market
  return {
    marketId,
    winningOutcome: market.outcome,
    resolvedAt: resolvedAt === null ? null : isoTime(resolvedAt),
    yourWinnings: amount(result.winnings, decimals),
    yourRefund: amount(result.refund, decimals),
    claimable: !result.settled && result.winnings + result.refund > 0n,
    yourStake: stakesView(result.stakes, decimals),
    settled: result.settled,
    transactionId: result.transactionId,
  }
}
