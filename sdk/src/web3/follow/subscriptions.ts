// Subscriptions to a market and to the program's events over a web3.js connection.

import type { Commitment, Connection, PublicKey } from '@solana/web3.js'
import { decodeMarket, type Market } from '../../core/accounts/decode.ts'
import type { Fetched } from '../../core/client/market-ref.ts'
import { parseEvents } from '../../core/events/parse.ts'
import type { Unsubscribe } from '../../core/follow/accounts.ts'
import type { TransactionEventsOf } from '../../core/follow/past-events.ts'

/** The events of one transaction. */
export type TransactionEvents = TransactionEventsOf<PublicKey>

/** The connection and program to listen to. */
export interface SubscriptionInput {
  connection: Connection
  programId: PublicKey
  commitment: Commitment
}

/** Calls the listener whenever a market changes, with `null` once it has been closed. */
export function subscribeToMarket(
  { connection, programId, commitment }: SubscriptionInput,
  address: PublicKey,
  listener: (market: Fetched<Market> | null, slot: number) => void,
): Unsubscribe {
  const id = connection.onAccountChange(
    address,
    (account, { slot }) => {
      const isOurs = account.owner.equals(programId) && account.data.length > 0
      listener(isOurs ? { ...decodeMarket(account.data), address } : null, slot)
    },
    { commitment },
  )
  return () => connection.removeAccountChangeListener(id)
}

/** Calls the listener with the events of every successful transaction that calls the program. */
export function subscribeToEvents(
  { connection, programId, commitment }: SubscriptionInput,
  listener: (events: TransactionEvents) => void,
): Unsubscribe {
  const id = connection.onLogs(
    programId,
    ({ err, logs, signature }, { slot }) => {
      if (err) return
      const parsed = parseEvents(logs, programId)
      if (parsed.events.length > 0 || parsed.isTruncated) listener({ ...parsed, signature, slot })
    },
    commitment,
  )
  return () => connection.removeOnLogsListener(id)
}
