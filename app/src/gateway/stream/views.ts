import { formatMoney, marketIdOf, payoutRatio } from '@prediction-market/sdk'
import type { LoggedEvent, PublicKind, StreamedKind } from '../../history/queries/events.ts'
import { toStakes } from '../../history/stored.ts'
import { amount, type Json } from '../../json/write.ts'
import { boughtView } from '../burns/views.ts'
import { isoTime, oddsView, ratioView, refundedStakes, stakesView, voidView } from '../markets/views.ts'

/**
 * An event in the stream and in the history of a wallet.
 *
 * @param utilityDecimals - decimals of the utility mint
 */
export function eventView(event: LoggedEvent<StreamedKind>, utilityDecimals: number): Json {
  if (event.kind === 'burn') return burnView(event, utilityDecimals)
  const { id, kind, slot } = event
  const common = {
    id,
    type: kind,
    marketId: marketIdOf(event.market),
    wallet: event.wallet ?? undefined,
    time: isoTime(event.time),
    transactionId: event.signature,
    slot,
  }
  if (kind === 'dropped') return { ...common, eventId: event.details.event }
  return {
    ...common,
    question: event.question,
    currency: event.currency,
    finality: event.finalized ? 'finalized' : 'confirmed',
    ...detailsView(event),
  }
}

/** A purchase in the burn auction, which belongs to no market. */
function burnView(event: LoggedEvent<'burn'>, utilityDecimals: number): Json {
  const { lamports, tokens, price } = event.details
  const purchase = {
    buyer: event.wallet as string,
    lamports: BigInt(lamports),
    tokens: BigInt(tokens),
    price: BigInt(price),
  }
  return {
    id: event.id,
    type: event.kind,
    ...boughtView(purchase, utilityDecimals),
    time: isoTime(event.time),
    transactionId: event.signature,
  }
}

function detailsView(event: LoggedEvent<Exclude<PublicKind, 'burn'>>): Record<string, Json> {
  const { decimals } = event
  switch (event.kind) {
    case 'market': {
      const { token, closeAt, expireAt } = event.details
      return { tokenAddress: token, closeAt: isoTime(closeAt), expireAt: isoTime(expireAt) }
    }
    case 'bet': {
      const { outcome, amount: staked, stakes } = event.details
      const pools = toStakes(event.details.pools)
      return {
        outcome,
        amount: amount(BigInt(staked), decimals),
        stake: stakesView(toStakes(stakes), decimals),
        newTotalStake: stakesView(pools, decimals),
        newOdds: oddsView(pools),
      }
    }
    case 'resolution': {
      const { outcome, fees } = event.details
      const pools = toStakes(event.details.pools)
      const late = toStakes(event.details.late)
      const label = (units: string) => formatMoney(BigInt(units), event.currency, decimals)
      return {
        status: outcome === null ? 'void' : 'resolved',
        winningOutcome: outcome,
        ...(outcome === null ? voidView(event.details) : {}),
        totalStake: stakesView(pools, decimals),
        refundedStake: stakesView(refundedStakes({ outcome, pools, late }), decimals),
        payoutRatio: ratioView(payoutRatio({ outcome, pools, late, terms: event })),
        feesCollected: { burned: label(fees.burn), developer: label(fees.developer) },
      }
    }
    case 'payout': {
      const { stakes, payout, refund } = event.details
      return {
        stake: stakesView(toStakes(stakes), decimals),
        winnings: amount(BigInt(payout), decimals),
        refund: amount(BigInt(refund), decimals),
      }
    }
  }
}
