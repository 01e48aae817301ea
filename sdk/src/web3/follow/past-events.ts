// Reads past events of the program over a web3.js connection.

import type { PublicKey } from '@solana/web3.js'
import { parseEvents } from '../../core/events/parse.ts'
import { type PastNode, readPastEvents } from '../../core/follow/past-events.ts'
import type { Finality } from '../../core/transaction/status.ts'
import type { SubscriptionInput, TransactionEvents } from './subscriptions.ts'

/** The transactions to read. */
export interface PastInput extends Omit<SubscriptionInput, 'commitment'> {
  commitment: Finality
  /** The account whose transactions are read: a market, or the program itself. */
  address: PublicKey
  /** The transaction after which to begin; from the first one that the node has, if absent. */
  since?: string | undefined
}

/** The events of the successful transactions after `since`, the oldest first. */
export function pastEvents(input: PastInput): AsyncGenerator<TransactionEvents> {
  const { connection, programId, commitment, address } = input
  const node: PastNode<PublicKey> = {
    signatures({ limit, before, until }) {
      const options = { limit, ...(before && { before }), ...(until && { until }) }
      return connection.getSignaturesForAddress(address, options, commitment)
    },
    async transaction(signature) {
      const options = { commitment, maxSupportedTransactionVersion: 1 }
      const found = await connection.getTransaction(signature, options)
      return found && { slot: found.slot, logs: found.meta?.logMessages ?? [] }
    },
    parse: (logs) => parseEvents(logs, programId),
  }
  return readPastEvents(node, input.since)
}
