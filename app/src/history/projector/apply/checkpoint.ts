// Reads, locks and saves the checkpoint: how far the history has come, and which process writes it.

import { and, eq, getTableName, ne, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../../store/database.ts'
import { type HistorySchema, lastIdElsewhere, lockIds, otherSchemas } from '../../../store/history-schema.ts'
import type { Checkpoint } from '../../../store/schema/history.ts'
import * as tables from '../../../store/schema/history.ts'
import type { LedgerEntry } from '../read/ledger.ts'

/** The chain and program that a history is about. */
export interface Origin {
  program: string
  genesis: string
}

/** The writer: the program whose history it is, and the leader's term; none if no other process can write. */
export interface Writer {
  program: string
  term?: number | undefined
}

/** Another process has become the leader. */
export class Replaced extends Error {
  constructor() {
    super('another process has become the leader and writes the history')
  }
}

/**
 * Reads the checkpoint, or creates it. If a rebuild was requested, all rows are removed. Events that had ids before,
 * here or in the history of another version, keep them.
 *
 * @param replaceOther - whether to remove the history of another chain or program
 * @throws Error if the store holds one and `replaceOther` is false
 */
export async function openCheckpoint(
  db: Database,
  origin: Origin,
  replaceOther: boolean,
): Promise<Checkpoint> {
  const [known] = await db.select().from(tables.projection).where(isOf(origin))
  // Does not wait for a leader that holds the row.
  if (known?.rebuildRequested === false && (await db.$count(tables.projection)) === 1) return known
  return db.transaction(async (tx) => {
    const others = await lastIdElsewhere(tx, await otherSchemas(tx))
    const first = { ...newCheckpoint(origin, 0), lastEvent: others, rebuilding: others > 0 }
    await tx.insert(tables.projection).values(first).onConflictDoNothing()
    const rows = await tx.select().from(tables.projection).for('update')
    const own = rows.find(({ program, genesis }) => program === origin.program && genesis === origin.genesis)
    const isOwn = own !== undefined && rows.length === 1
    if (isOwn && !own.rebuildRequested) return own
    if (!isOwn && !replaceOther) {
      throw new Error(
        `The store holds the history of another chain or program than ${origin.program} on the chain ${origin.genesis}: set DATABASE_URL or STORE_PATH to another one`,
      )
    }
    const removals = Math.max(...rows.map((row) => row.removals)) + 1
    const kept = isOwn ? await retireIds(tx) : []
    const emptied = Object.values(tables).filter((table) => !kept.includes(table))
    const names = emptied.map((table) => sql.identifier(getTableName(table)))
    await tx.execute(sql`TRUNCATE ${sql.join(names, sql`, `)}`)
    const lastEvent = isOwn ? own.lastEvent : others
    const checkpoint = { ...newCheckpoint(origin, removals), lastEvent, rebuilding: lastEvent > 0 }
    const created = await tx.insert(tables.projection).values(checkpoint).returning()
    return requireRow(created, origin.program)
  })
}

/**
 * Moves the ids of all events to a separate table, for the rebuild. Announcements of dropped events stay, because the
 * chain does not repeat them.
 *
 * @returns the tables to keep
 */
async function retireIds(tx: Database): Promise<PgTable[]> {
  const { events, eventIds } = tables
  const { id, signature, index, kind, market, wallet } = events
  const columns = { id, signature, index, kind, market, wallet }
  // A rebuild that was not completed has left some.
  await tx.insert(eventIds).select(tx.select(columns).from(events).where(ne(kind, 'dropped')))
  await tx.delete(events).where(ne(kind, 'dropped'))
  return [events, eventIds]
}

function isOf({ program, genesis }: Origin) {
  return and(eq(tables.projection.program, program), eq(tables.projection.genesis, genesis))
}

function newCheckpoint(origin: Origin, removals: number) {
  return { ...origin, lastEvent: 0, removals, headSlot: 0, finalSlot: 0 }
}

/** The changes of a checkpoint after entries of the list; another process may be ahead of them. */
export function advanceHead(
  { headSlot }: Checkpoint,
  entries: readonly LedgerEntry[],
): Pick<Partial<Checkpoint>, 'headSignature' | 'headSlot'> {
  const head = entries.findLast(({ slot }) => slot >= headSlot)
  return head ? { headSignature: head.signature, headSlot: head.slot } : {}
}

export async function readCheckpoint(db: Database, program: string): Promise<Checkpoint> {
  return requireRow(await select(db, program), program)
}

/** A checkpoint that is locked. */
export interface LockedCheckpoint extends Checkpoint {
  /** The latest id of an event in any version of the history: new ones come after it. */
  lastId: number
  /** The schemas of the other versions. */
  others: readonly HistorySchema[]
}

/**
 * Reads the checkpoint and locks it until the end of the database transaction.
 *
 * @throws Replaced if another process has become the leader
 */
export async function lockCheckpoint(tx: Database, { program, term }: Writer): Promise<LockedCheckpoint> {
  const checkpoint = requireRow(await select(tx, program).for('update'), program)
  if (term !== undefined && term !== checkpoint.term) throw new Replaced()
  await lockIds(tx)
  const others = await otherSchemas(tx)
  return { ...checkpoint, others, lastId: Math.max(checkpoint.lastEvent, await lastIdElsewhere(tx, others)) }
}

/**
 * Begins the term of a new leader: from now on no other can write.
 *
 * @param session - the session that holds the leader's lock: a process that lost the lock cannot begin a term
 */
export async function beginTerm(session: Database, program: string): Promise<number> {
  const { projection } = tables
  const term = sql`${projection.term} + 1`
  const rows = await session
    .update(projection)
    .set({ term })
    .where(eq(projection.program, program))
    .returning()
  return requireRow(rows, program).term
}

export async function saveCheckpoint(
  tx: Database,
  checkpoint: Checkpoint,
  changes: Partial<Checkpoint>,
): Promise<Checkpoint> {
  const { projection } = tables
  const { program } = checkpoint
  if (Object.keys(changes).length === 0) return checkpoint
  const rows = await tx.update(projection).set(changes).where(eq(projection.program, program)).returning()
  // Notifies the other processes on commit.
  await tx.execute(sql`SELECT pg_notify(current_schema(), '')`)
  return requireRow(rows, program)
}

function select(db: Database, program: string) {
  return db.select().from(tables.projection).where(eq(tables.projection.program, program))
}

function requireRow([row]: Checkpoint[], program: string): Checkpoint {
  if (!row) throw new Error(`The store holds no history of program ${program}`)
  return row
}
