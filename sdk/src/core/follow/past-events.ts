// Reads the events of past transactions from a node, the oldest first.

import { PredictionMarketError } from '../errors.ts'
import type { ParsedEventsOf } from '../events/data.ts'

/** The events of one transaction. */
export interface TransactionEventsOf<Key> extends ParsedEventsOf<Key> {
  signature: string
  slot: number
}

/** The reads of a node that past events need. */
export interface PastNode<Key> {
  /** Signatures of transactions, the newest first, at most {@link PAGE}. */
  signatures(range: {
    before?: string | undefined
    until?: string | undefined
    limit: number
  }): Promise<readonly { signature: string; err: unknown }[]>
  /** The logs of a transaction; `null` if the node does not have it. */
  transaction(signature: string): Promise<{ slot: number; logs: readonly string[] } | null>
  parse(logs: readonly string[]): ParsedEventsOf<Key>
}

/** The most signatures per call, and the transactions that are fetched in parallel. */
const PAGE = 1_000
const AT_ONCE = 10

/** The events of the successful transactions after `since`, the oldest first. */
export async function* readPastEvents<Key>(
  node: PastNode<Key>,
  since: string | undefined,
): AsyncGenerator<TransactionEventsOf<Key>> {
  const signatures = await listSignatures(node, since)
  for (let start = 0; start < signatures.length; start += AT_ONCE) {
    const some = signatures.slice(start, start + AT_ONCE)
    const read = await Promise.all(some.map((signature) => readEvents(node, signature)))
    for (const one of read) if (one.events.length > 0 || one.isTruncated) yield one
  }
}

/** The signatures of the successful transactions, the oldest first. */
async function listSignatures<Key>(node: PastNode<Key>, until: string | undefined): Promise<string[]> {
  const signatures: string[] = []
  for (let before: string | undefined, isLast = false; !isLast; ) {
    const page = await node.signatures({ limit: PAGE, before, until })
    signatures.push(...page.filter(({ err }) => !err).map(({ signature }) => signature))
    before = page.at(-1)?.signature
    isLast = page.length < PAGE
  }
  return signatures.reverse()
}

async function readEvents<Key>(node: PastNode<Key>, signature: string): Promise<TransactionEventsOf<Key>> {
  const transaction = await node.transaction(signature)
  if (!transaction) {
    throw new PredictionMarketError(
      `The node does not have transaction ${signature}: ask one with a longer history`,
    )
  }
  return { ...node.parse(transaction.logs), signature, slot: transaction.slot }
}
