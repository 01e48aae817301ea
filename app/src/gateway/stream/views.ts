import { payoutRatio } from '@prediction-market/sdk'
import { marketIdOf } from '@prediction-market/sdk/accounts'
import { refundedStakes } from '@prediction-market/sdk/rules'
import type { LoggedEvent, StreamedKind, WalletKind } from '../../history/queries/events.ts'
import { amount } from '../../json/json.ts'
import { boughtView, purchaseOf } from '../burns/views.ts'
import type { Answered } from '../http/fields/answered.ts'
import { feesView, isoTime, oddsView, ratioView, stakesView } from '../http/fields/views.ts'
import { conditionView, countedStakes, priceView, voidView } from '../markets/views.ts'
import { wordsOf } from '../markets/words.ts'
import type * as schemas from './schemas.ts'

/**
 * An event in the stream.
 *
 * @param utilityDecimals - decimals of the utility mint
 */
export function eventView(
  event: LoggedEvent<StreamedKind>,
  utilityDecimals: number,
): Answered<typeof schemas.MarketplaceEvent> {
  if (event.kind === 'dropped') return droppedView(event)
  if (event.kind === 'reference') return referenceView(event)
  return event.kind === 'resolution' ? resolutionView(event) : walletEventView(event, utilityDecimals)
}

export function walletEventView(
  event: LoggedEvent<WalletKind>,
  utilityDecimals: number,
): Answered<typeof schemas.WalletEvent> {
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

function marketView(event: LoggedEvent<'market'>): Answered<typeof schemas.MarketEvent> {
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

function betView(event: LoggedEvent<'bet'>): Answered<typeof schemas.BetEvent> {
  const { decimals, details } = event
  const { pools } = details
  return {
    ...ofMarket(event),
    type: event.kind,
    wallet: walletOf(event),
    outcome: details.outcome,
    amount: amount(details.amount, decimals),
    stake: stakesView(details.stakes, decimals),
    newTotalStake: stakesView(pools, decimals),
    newOdds: oddsView(pools),
  }
}

function referenceView(event: LoggedEvent<'reference'>): Answered<typeof schemas.ReferenceEvent> {
  return { ...ofMarket(event), type: event.kind, ...priceView(event.details.observation) }
}

function resolutionView(event: LoggedEvent<'resolution'>): Answered<typeof schemas.ResolutionEvent> {
  const { decimals, currency, details } = event
  const { outcome, pools, late, fees } = details
  return {
    ...ofMarket(event),
    type: event.kind,
    status: outcome === null ? 'void' : 'resolved',
    winningOutcome: outcome,
    ...(outcome === null ? voidView(details) : {}),
    totalStake: stakesView(countedStakes(details), decimals),
    refundedStake: stakesView(refundedStakes(details), decimals),
    payoutRatio: ratioView(payoutRatio({ outcome, pools, late, terms: event })),
    feesCollected: feesView(fees, currency, decimals),
  }
}

function payoutView(event: LoggedEvent<'payout'>): Answered<typeof schemas.PayoutEvent> {
  const { decimals, details } = event
  return {
    ...ofMarket(event),
    type: event.kind,
    wallet: walletOf(event),
    stake: stakesView(details.stakes, decimals),
    winnings: amount(details.payout, decimals),
    refund: amount(details.refund, decimals),
  }
}

/** A purchase in the burn auction, which belongs to no market. */
function burnView(event: LoggedEvent<'burn'>, utilityDecimals: number): Answered<typeof schemas.BurnEvent> {
  return {
    id: event.id,
    type: event.kind,
    ...boughtView(purchaseOf(event), utilityDecimals),
    time: isoTime(event.time),
    transactionId: event.signature,
  }
}

function droppedView(event: LoggedEvent<'dropped'>): Answered<typeof schemas.DroppedEvent> {
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
  const { question, questionAgrees } = wordsOf(base.marketId, event)
  const condition = conditionView(event.condition)
  return { ...base, question, questionAgrees, condition, currency: event.currency, finality }
}

function walletOf({ id, kind, wallet }: LoggedEvent): string {
  if (wallet === null) throw new Error(`the ${kind} event ${id} has no wallet`)
  return wallet
}
