import { decodeMarket, decodePosition, type Market, type Position } from '../accounts/decode.ts'
import type { MarketFilter } from '../accounts/filters.ts'
import type { AddressInput } from '../input.ts'
import { findPosition } from '../pda.ts'
import { type FollowOptions, followAccount } from './follow.ts'
import { followMarkets, type MarketsChange } from './follow-markets.ts'
import { readPastEvents } from './past-events.ts'
import { type Fetched, MarketReader, type MarketRef, marketAddress } from './reader.ts'
import {
  subscribeToEvents,
  subscribeToMarket,
  type TransactionEvents,
  type Unsubscribe,
} from './subscriptions.ts'

/** Reads markets and positions, and follows them as they change. */
export class MarketFollower extends MarketReader {
  /** Calls the listener whenever a market changes, with `null` once it has been closed. */
  onMarket(market: MarketRef, listener: (market: Fetched<Market> | null, slot: number) => void): Unsubscribe {
    return subscribeToMarket(this, marketAddress(market), listener)
  }

  /** Calls the listener with the events of every successful transaction that calls the program. */
  onEvents(listener: (events: TransactionEvents) => void): Unsubscribe {
    return subscribeToEvents(this, listener)
  }

  /**
   * Follows a market: calls the listener with its state at once, then with every change, and with `null` while it does
   * not exist. After a lost connection it is read again.
   */
  follow(
    market: MarketRef,
    listener: (market: Fetched<Market> | null, slot: number) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    return followAccount(this, marketAddress(market), decodeMarket, listener, options)
  }

  /** Follows the position of an owner in a market, as {@link follow} does a market. */
  followPosition(
    market: MarketRef,
    owner: AddressInput,
    listener: (position: Fetched<Position> | null, slot: number) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    const address = findPosition(marketAddress(market), owner, this.programId)
    return followAccount(this, address, decodePosition, listener, options)
  }

  /** Follows the markets that match a filter: calls the listener with all of them, then with every change. */
  followMarkets(
    filter: MarketFilter,
    listener: (change: MarketsChange) => void,
    options?: FollowOptions,
  ): Unsubscribe {
    return followMarkets(this, filter, listener, options)
  }

  /**
   * The events of the transactions after a signature, the oldest first; from the first that the node has, without one.
   * Keep the last signature that you have seen, and you miss nothing.
   *
   * @param options - `market`: only the transactions of that market
   */
  eventsSince(
    signature: string | null,
    { market }: { market?: MarketRef | undefined } = {},
  ): AsyncGenerator<TransactionEvents> {
    const { connection, programId, commitment } = this
    const address = market === undefined ? programId : marketAddress(market)
    return readPastEvents({ connection, programId, commitment, address, since: signature ?? undefined })
  }
}
