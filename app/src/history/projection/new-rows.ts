// The rows that an event creates.

import { currencyOf } from '@prediction-market/sdk/currency'
import { normalize } from '../../book/listed.ts'
import type { MarketRow, StoredPosition } from '../../store/schema/history.ts'
import type { EventOf, EventRow } from '../log/events.ts'

/** The row of a market that has just been created. */
export function newMarket(event: EventOf<'market'>): MarketRow {
  const { terms, ...details } = event.details
  return {
    ...details,
    ...terms,
    recordedReward: 0n,
    address: event.market,
    number: event.marketNumber,
    sequence: event.sequence,
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
    unmatched: 0n,
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
export function newPosition(event: EventRow): StoredPosition {
  return {
    openedEvent: event.id,
    settledEvent: 0,
    market: event.marketNumber,
    owner: event.walletNumber,
    bets: 0,
    stakeYes: 0n,
    stakeNo: 0n,
    payout: 0n,
    refund: 0n,
    recent: new Uint8Array(),
  }
}
