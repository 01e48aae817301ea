import { payoutRatio } from '@prediction-market/sdk'
import { marketIdOf } from '@prediction-market/sdk/accounts'
import { refundedStakes } from '@prediction-market/sdk/rules'
import type { LoggedEvent, StreamedKind, WalletKind } from '../../history/queries/events.ts'
import { toCondition, toObservation, toStakes } from '../../history/stored.ts'
import { amount } from '../../json/write.ts'
import { boughtView, purchaseOf } from '../burns/views.ts'
import type { Answered } from '../http/fields/answered.ts'
import { feesView, isoTime, oddsView, ratioView, stakesView } from '../http/fields/views.ts'
import { countedStakes, priceView, voidView } from '../markets/views.ts'
import { wordsOf } from '../markets/words.ts'
import type {
  BetEvent,
  BurnEvent,
  DroppedEvent,
  MarketEvent,
  MarketplaceEvent,
  PayoutEvent,
  ReferenceEvent,
  ResolutionEvent,
  WalletEvent,
} from './schemas.ts'

/**
 * An event in the stream.
 *
 * @param utilityDecimals - decimals of the utility mint
 */
export function eventView(
  event: LoggedEvent<StreamedKind>,
  utilityDecimals: number,
): Answered<typeof MarketplaceEvent> {
  if (event.kind === 'dropped') return droppedView(event)
  if (event.kind === 'reference') return referenceView(event)
  return event.kind === 'resolution' ? resolutionView(event) : walletEventView(event, utilityDecimals)
}

/** An event in the history of a wallet. */
export function walletEventView(
  event: LoggedEvent<WalletKind>,
  utilityDecimals: number,
): Answered<typeof WalletEvent> {
  switch (event.kind) {
    case 'market':
      return marketView(event)
    case 'bet':
      return betView(event)
    case 'payout':
      return payoutView(event)
    case 'burn':
      return burnView(event, utilityDecimals)
  }
}

function marketView(event: LoggedEvent<'market'>): Answered<typeof MarketEvent> {
  const { token, closeAt, expireAt } = event.details
  return {
    ...ofMarket(event),
    type: event.kind,
    wallet: walletOf(event),
    tokenAddress: token,
    closeAt: isoTime(closeAt),
    expireAt: isoTime(expireAt),
  }
}

function betView(event: LoggedEvent<'bet'>): Answered<typeof BetEvent> {
  const { decimals, details } = event
  const pools = toStakes(details.pools)
  return {
    ...ofMarket(event),
    type: event.kind,
    wallet: walletOf(event),
    outcome: details.outcome,
    amount: amount(BigInt(details.amount), decimals),
    stake: stakesView(toStakes(details.stakes), decimals),
    newTotalStake: stakesView(pools, decimals),
    newOdds: oddsView(pools),
  }
}

function referenceView(event: LoggedEvent<'reference'>): Answered<typeof ReferenceEvent> {
  const recorded = priceView(toObservation(event.details.observation))
  return { ...ofMarket(event), type: event.kind, ...recorded }
}

function resolutionView(event: LoggedEvent<'resolution'>): Answered<typeof ResolutionEvent> {
  const { decimals, currency, details } = event
  const { outcome } = details
  const pools = toStakes(details.pools)
  const late = toStakes(details.late)
  const decided = { outcome, pools, late, unmatched: BigInt(details.unmatched) }
  const fees = { burn: BigInt(details.fees.burn), developer: BigInt(details.fees.developer) }
  return {
    ...ofMarket(event),
    type: event.kind,
    status: outcome === null ? 'void' : 'resolved',
    winningOutcome: outcome,
    ...(outcome === null ? voidView(details) : {}),
    totalStake: stakesView(countedStakes(decided), decimals),
    refundedStake: stakesView(refundedStakes(decided), decimals),
    payoutRatio: ratioView(payoutRatio({ outcome, pools, late, terms: event })),
    feesCollected: feesView(fees, currency, decimals),
  }
}

function payoutView(event: LoggedEvent<'payout'>): Answered<typeof PayoutEvent> {
  const { decimals, details } = event
  return {
    ...ofMarket(event),
    type: event.kind,
    wallet: walletOf(event),
    stake: stakesView(toStakes(details.stakes), decimals),
    winnings: amount(BigInt(details.payout), decimals),
    refund: amount(BigInt(details.refund), decimals),
  }
}

/** A purchase in the burn auction, which belongs to no market. */
function burnView(event: LoggedEvent<'burn'>, utilityDecimals: number): Answered<typeof BurnEvent> {
  return {
    id: event.id,
    type: event.kind,
    ...boughtView(purchaseOf(event), utilityDecimals),
    time: isoTime(event.time),
    transactionId: event.signature,
  }
}

function droppedView(event: LoggedEvent<'dropped'>): Answered<typeof DroppedEvent> {
  return {
    ...common(event),
    type: event.kind,
    eventId: event.details.event,
  }
}

/** The fields of every event but a purchase. */
function common({ id, market, time, signature, slot }: LoggedEvent) {
  return { id, marketId: marketIdOf(market), time: isoTime(time), transactionId: signature, slot }
}

/** The fields of every event of a market that the chain has not dropped. */
function ofMarket(event: LoggedEvent) {
  const finality: 'finalized' | 'confirmed' = event.finalized ? 'finalized' : 'confirmed'
  const base = common(event)
  const { question, questionAgrees } = wordsOf(base.marketId, {
    ...event,
    condition: toCondition(event.condition),
  })
  return { ...base, question, questionAgrees, currency: event.currency, finality }
}

/** The wallet of an event that has one. */
function walletOf({ id, kind, wallet }: LoggedEvent): string {
  if (wallet === null) throw new Error(`the ${kind} event ${id} has no wallet`)
  return wallet
}
