import { type ProgramEvent, parseEvents } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { type EventFields, type TransactionEvent, toEventFields } from './events.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { recoverEvents } from './recover.ts'

const SOL_DECIMALS = 9

/** A transaction with its events. */
export interface ReadTransaction {
  entry: LedgerEntry
  events: readonly TransactionEvent[]
}

/** Reads transactions and parses their events. */
export async function readTransactions(
  ledger: Pick<Ledger, 'read' | 'market' | 'decimals'>,
  program: string,
  entries: readonly LedgerEntry[],
): Promise<ReadTransaction[]> {
  const programId = new PublicKey(program)
  const transactions = await ledger.read(entries)
  const parsed = transactions.map(({ logs }) => parseEvents(logs, programId))
  const decimals = await readDecimals(
    ledger,
    parsed.flatMap(({ events }) => events),
  )
  const read: ReadTransaction[] = []
  for (const [position, entry] of entries.entries()) {
    const { events, isTruncated } = parsed[position] as (typeof parsed)[number]
    const logged = events.map((event) => toEventFields(event, entry.time, decimals, programId))
    const trace = isTruncated ? transactions[position]?.trace() : undefined
    const all = trace ? await recoverEvents(ledger, program, entry, trace, logged.filter(isKept)) : logged
    read.push({ entry, events: all.flatMap((fields, index) => (fields ? [{ ...fields, index }] : [])) })
  }
  return read
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
