// The rows that an event creates.

import { currencyOf } from '@prediction-market/sdk/currency'
import { normalize } from '../../../book/search.ts'
import type { BurnRow, EventRow, MarketRow, PositionRow } from '../../../store/schema/history.ts'
import type { DetailsByKind, EventKind } from '../../../store/schema/history-types.ts'
import { NO_RECENT } from '../../stored.ts'

/** An event of one kind. */
export type EventOf<Kind extends EventKind> = EventRow & { details: DetailsByKind[Kind] }

/** The row of a market that has just been created. */
export function newMarket(event: EventOf<'market'>): MarketRow {
  const { terms, ...details } = event.details
  return {
    ...details,
    ...terms,
    decideReward: BigInt(terms.decideReward),
    settleReward: BigInt(terms.settleReward),
    address: event.market,
    creator: event.wallet as string,
    searchText: normalize(details.question),
    currency: currencyOf(details),
    createdSignature: event.signature,
    poolYes: 0n,
    poolNo: 0n,
    bets: 0,
    bettors: 0,
    status: 'open',
    outcome: null,
    answer: null,
    observation: null,
    reference: null,
    recordedAt: null,
    latePeriod: 0,
    lateYes: 0n,
    lateNo: 0n,
    resolvedAt: null,
    resolvedSignature: null,
    burn: 0n,
    developer: 0n,
    burnCollected: 0n,
    developerCollected: 0n,
    collectedAt: null,
    collectedSignature: null,
    treasury: null,
    developerBurned: false,
    paid: 0n,
    refunded: 0n,
    settled: 0,
    closedAt: null,
    closedSignature: null,
    dust: null,
    cancelled: false,
  }
}

/** The row of a position before its first bet. */
export function newPosition(event: EventRow, owner: string): PositionRow {
  return {
    market: event.market,
    owner,
    stakeYes: 0n,
    stakeNo: 0n,
    recent: NO_RECENT,
    bets: 0,
    openedEvent: event.id,
    openedAt: event.time,
    payout: null,
    refund: null,
    recipient: null,
    settledAt: null,
    settledSignature: null,
  }
}

/** The row of a purchase in the burn auction. */
export function newBurn(event: EventOf<'burn'>): BurnRow {
  const { id, signature, slot, details } = event
  return {
    id,
    signature,
    slot,
    buyer: event.wallet as string,
    lamports: BigInt(details.lamports),
    tokens: BigInt(details.tokens),
    price: BigInt(details.price),
    boughtAt: event.time,
  }
}
