// Reads transactions and parses their events.

import { SOL_DECIMALS } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { type ProgramEvent, parseEvents } from '@prediction-market/sdk/events'
import { PublicKey } from '@solana/web3.js'
import type { OfferedTransaction } from '../append.ts'
import { type EventFields, toEventFields } from '../events.ts'
import type { Ledger, LedgerEntry, LedgerTransaction } from './ledger.ts'
import { recoverEvents } from './recover.ts'

export interface ReadTransaction extends OfferedTransaction {
  /**
   * All its events, if its logs were truncated: those that were recovered from its instructions have no number. Empty if
   * they cannot be recovered.
   */
  recovered: readonly EventFields[] | null
  /** Whether its logs were truncated and its events cannot be recovered. */
  isLost: boolean
}

type Source = Pick<Ledger, 'read' | 'market' | 'decimals'>

/**
 * Reads transactions and parses their events; `unread` are those that no node returns.
 *
 * @throws Error if no node answers
 */
export async function readTransactions(
  ledger: Source,
  program: string,
  entries: readonly LedgerEntry[],
): Promise<{ read: ReadTransaction[]; unread: LedgerEntry[] }> {
  const transactions = await ledger.read(entries)
  const read: ReadTransaction[] = []
  const unread: LedgerEntry[] = []
  for (const [index, entry] of entries.entries()) {
    const transaction = transactions[index] as LedgerTransaction | Error
    if (transaction instanceof Error) unread.push(entry)
    else read.push(await parse(ledger, new PublicKey(program), entry, transaction))
  }
  return { read, unread }
}

async function parse(
  ledger: Source,
  programId: PublicKey,
  entry: LedgerEntry,
  { logs, trace }: LedgerTransaction,
): Promise<ReadTransaction> {
  const { signature, slot, time } = entry
  const { events, bytes, isTruncated } = parseEvents(logs ?? [], programId)
  const found = { signature, slot, time, events, bytes, isLost: false }
  if (logs !== null && !isTruncated) return { ...found, recovered: null }
  try {
    const logged = await fieldsOf(ledger, found, programId)
    const recovered = await recoverEvents(ledger, programId.toBase58(), entry, trace(), logged)
    return { ...found, recovered }
  } catch {
    // Its markets have a gap, which is then entered as unreadable.
    return { ...found, recovered: [], isLost: true }
  }
}

/** The events of a transaction that the log has, in their order. */
export async function fieldsOf(
  ledger: Pick<Ledger, 'decimals'>,
  { events, time }: OfferedTransaction,
  programId: PublicKey,
): Promise<EventFields[]> {
  const decimals = new Map<string | null, number>()
  for (const event of events) {
    const mint = mintOf(event)
    if (mint && !decimals.has(mint)) decimals.set(mint, await ledger.decimals(mint))
  }
  const vault = findFeeVault(programId)
  return events.flatMap((event) => {
    return toEventFields(event, time, (mint) => decimals.get(mint) ?? SOL_DECIMALS, vault) ?? []
  })
}

/** The mint of a market that an event creates, in base58. */
export function mintOf(event: ProgramEvent): string | undefined {
  return event.name === 'MarketCreated' ? event.data.mint?.toBase58() : undefined
}
