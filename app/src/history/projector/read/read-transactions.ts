// Reads transactions and parses their events.

import { SOL_DECIMALS } from '@prediction-market/sdk'
import { type ProgramEvent, parseEvents } from '@prediction-market/sdk/events'
import { PublicKey } from '@solana/web3.js'
import { type EventFields, type TransactionEvent, toEventFields } from './events.ts'
import type { Ledger, LedgerEntry, LedgerTransaction } from './ledger.ts'
import { recoverEvents } from './recover.ts'

/** A transaction with its events. */
export interface ReadTransaction {
  entry: LedgerEntry
  events: readonly TransactionEvent[]
}

/** A transaction that cannot be read or projected. */
export interface UnreadTransaction {
  entry: LedgerEntry
  reason: Error
}

type Source = Pick<Ledger, 'read' | 'market' | 'decimals'>

/**
 * Reads transactions and parses their events.
 *
 * @throws Error if no node answers
 */
export async function readTransactions(
  ledger: Source,
  program: string,
  entries: readonly LedgerEntry[],
): Promise<{ read: ReadTransaction[]; unread: UnreadTransaction[] }> {
  const transactions = await ledger.read(entries)
  const read: ReadTransaction[] = []
  const unread: UnreadTransaction[] = []
  for (const [index, entry] of entries.entries()) {
    try {
      const transaction = transactions[index] as LedgerTransaction | Error
      if (transaction instanceof Error) throw transaction
      read.push({ entry, events: await parse(ledger, program, entry, transaction) })
    } catch (error) {
      unread.push({ entry, reason: error as Error })
    }
  }
  return { read, unread }
}

async function parse(
  ledger: Source,
  program: string,
  entry: LedgerEntry,
  { logs, trace }: LedgerTransaction,
): Promise<TransactionEvent[]> {
  const programId = new PublicKey(program)
  const { events, isTruncated } = parseEvents(logs ?? [], programId)
  const decimals = await readDecimals(ledger, events)
  const logged = events.map((event) => toEventFields(event, entry.time, decimals, programId))
  const isComplete = logs !== null && !isTruncated
  const all = isComplete
    ? logged
    : await recoverEvents(ledger, program, entry, trace(), logged.filter(isKept))
  return all.flatMap((fields, index) => (fields ? [{ ...fields, index }] : []))
}

function isKept(fields: EventFields | null): fields is EventFields {
  return fields !== null
}

async function readDecimals(
  ledger: Pick<Ledger, 'decimals'>,
  events: readonly ProgramEvent[],
): Promise<(mint: string | null) => number> {
  const known = new Map<string | null, number>([[null, SOL_DECIMALS]])
  for (const event of events) {
    if (event.name !== 'MarketCreated') continue
    const mint = event.data.mint?.toBase58() ?? null
    if (mint !== null && !known.has(mint)) known.set(mint, await ledger.decimals(mint))
  }
  return (mint) => known.get(mint) as number
}
