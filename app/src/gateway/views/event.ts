import { formatAmount, marketIdOf, payoutRatio, type Stakes } from '@prediction-market/sdk'
import type { LoggedEvent, PublicKind } from '../../history/queries/events.ts'
import { amount, decimal, type Json } from '../../json/write.ts'
import type { StoredStakes } from '../../store/schema/history-types.ts'
import { isoTime, oddsView, stakesView } from './market.ts'

/** An event in the stream and in the history of a wallet. */
export function eventView(event: LoggedEvent<PublicKind>): Json {
  return {
    id: event.id,
    type: event.kind,
    marketId: marketIdOf(event.market),
    question: event.question,
    currency: event.currency,
    wallet: event.wallet ?? undefined,
    ...detailsView(event),
    time: isoTime(event.time),
    transactionId: event.signature,
  }
}

function detailsView(event: LoggedEvent<PublicKind>): Record<string, Json> {
  const { decimals } = event
  switch (event.kind) {
    case 'market': {
      const { token, closeAt, expireAt } = event.details
      return { tokenAddress: token, closeAt: isoTime(closeAt), expireAt: isoTime(expireAt) }
    }
    case 'bet': {
      const { outcome, amount: staked, stakes } = event.details
      const pools = unitsOf(event.details.pools)
      return {
        outcome,
        amount: amount(BigInt(staked), decimals),
        stake: stakesView(unitsOf(stakes), decimals),
        newTotalStake: stakesView(pools, decimals),
        newOdds: oddsView(pools),
      }
    }
    case 'resolution': {
      const { outcome, fees } = event.details
      const pools = unitsOf(event.details.pools)
      const ratio = payoutRatio(pools, outcome, event)
      const label = (units: string) => `${formatAmount(BigInt(units), decimals)} ${event.currency}`
      return {
        status: outcome === null ? 'void' : 'resolved',
        winningOutcome: outcome,
        totalStake: stakesView(pools, decimals),
        payoutRatio: { Yes: decimal(formatAmount(ratio.Yes, 4)), No: decimal(formatAmount(ratio.No, 4)) },
        feesCollected: { burned: label(fees.burn), developer: label(fees.developer) },
      }
    }
    case 'payout': {
      const { stakes, payout } = event.details
      return {
        stake: stakesView(unitsOf(stakes), decimals),
        winnings: amount(BigInt(payout), decimals),
        refund: event.status === 'void',
      }
    }
  }
}

function unitsOf([yes, no]: StoredStakes): Stakes {
  return [BigInt(yes), BigInt(no)]
}
