// Reads the statuses of transactions from a node.

import type { Finality, Node } from '../node.ts'

export type { Finality } from '../node.ts'

/** A transaction to look up. */
export interface StatusQuery {
  signature: string
  /** The last block that can include it; `null` if it is not known, so that it never counts as expired. */
  lastValidBlockHeight: number | null
}

/** How transactions are looked up. */
export interface StatusOptions {
  /** The commitment of the block height that decides whether a transaction has expired. */
  finality: Finality
  /** Whether the node also searches its ledger, and not only recent slots. */
  searchTransactionHistory?: boolean
}

/** How a confirmed transaction is read with `getTransaction`, whichever version it has. */
export const READ_CONFIRMED = { commitment: 'confirmed', maxSupportedTransactionVersion: 1 } as const

/** The most signatures that one call can ask for. */
export const MAX_STATUSES = 256

/**
 * Reads the statuses of up to {@link MAX_STATUSES} transactions, in their order: `null` for one that no block has
 * included yet, `expired` for one that no block can include any more. Different nodes may answer the calls: a
 * transaction does not count as expired because one of them is behind.
 */
export async function readStatuses<Status>(
  node: Pick<Node<Status>, 'getSignatureStatuses' | 'getBlockHeight' | 'getEpochInfo'>,
  queries: readonly StatusQuery[],
  { finality, searchTransactionHistory = false }: StatusOptions,
): Promise<(Status | 'expired' | null)[]> {
  const ask = (some: readonly StatusQuery[], searchTransactionHistory: boolean) => {
    const signatures = some.map(({ signature }) => signature)
    return node.getSignatureStatuses(signatures, { searchTransactionHistory })
  }
  const { value } = await ask(queries, searchTransactionHistory)
  const statuses: (Status | 'expired' | null)[] = value
  if (!queries.some((query, index) => !statuses[index] && query.lastValidBlockHeight !== null))
    return statuses

  const height = await node.getBlockHeight(finality)
  const late = queries.filter(({ lastValidBlockHeight }, index) => {
    return !statuses[index] && lastValidBlockHeight !== null && height > lastValidBlockHeight
  })
  if (late.length === 0) return statuses
  // A height together with its slot, from which on an answer counts.
  const { absoluteSlot, blockHeight = 0 } = await node.getEpochInfo(finality)
  // Its last block may have included a transaction between the two calls; and if the caller was asleep for minutes,
  // only the ledger still has it.
  const again = await ask(late, true)
  late.forEach((query, index) => {
    const isExpired = again.context.slot >= absoluteSlot && blockHeight > (query.lastValidBlockHeight ?? 0)
    statuses[queries.indexOf(query)] = again.value[index] ?? (isExpired ? 'expired' : null)
  })
  return statuses
}
