import type { Connection, PublicKey } from '@solana/web3.js'
import { PredictionMarketError } from '../../errors.ts'
import { parseEvents } from '../../events/parse.ts'
import type { Finality } from '../../transaction/status.ts'
import type { TransactionEvents } from './subscriptions.ts'

/** The past to read. */
export interface PastInput {
  connection: Connection
  programId: PublicKey
  commitment: Finality
  /** The account whose transactions are read: a market, or the program itself. */
  address: PublicKey
  /** The transaction after which to begin; from the first one that the node has, if absent. */
  since?: string | undefined
}

/** The most signatures of one call, and the transactions that are fetched at a time. */
const PAGE = 1_000
const AT_ONCE = 10

/** The events of the successful transactions after `since`, the oldest first. */
export async function* readPastEvents(input: PastInput): AsyncGenerator<TransactionEvents> {
  const signatures = await listSignatures(input)
  for (let start = 0; start < signatures.length; start += AT_ONCE) {
    const some = signatures.slice(start, start + AT_ONCE)
    const read = await Promise.all(some.map((signature) => readEvents(signature, input)))
    for (const one of read) if (one.events.length > 0 || one.isTruncated) yield one
  }
}

/** The signatures of the successful transactions, the oldest first. */
async function listSignatures({ connection, commitment, address, since }: PastInput): Promise<string[]> {
  const signatures: string[] = []
  for (let before: string | undefined, isLast = false; !isLast; ) {
    const options = { limit: PAGE, ...(before && { before }), ...(since && { until: since }) }
    const page = await connection.getSignaturesForAddress(address, options, commitment)
    signatures.push(...page.filter(({ err }) => !err).map(({ signature }) => signature))
    before = page.at(-1)?.signature
    isLast = page.length < PAGE
  }
  return signatures.reverse()
}

async function readEvents(
  signature: string,
  { connection, programId, commitment }: PastInput,
): Promise<TransactionEvents> {
  const options = { commitment, maxSupportedTransactionVersion: 1 }
  const transaction = await connection.getTransaction(signature, options)
  if (!transaction) {
    throw new PredictionMarketError(
      `The node does not have transaction ${signature}: ask one with a longer history`,
    )
  }
  const parsed = parseEvents(transaction.meta?.logMessages ?? [], programId)
  return { ...parsed, signature, slot: transaction.slot }
}
