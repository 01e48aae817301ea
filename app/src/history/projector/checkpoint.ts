import { eq, getTableName, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import type { Checkpoint } from '../../store/schema/history.ts'
import * as tables from '../../store/schema/history.ts'

/** Version of the projector's rules. Increase it when they change: all rows are then rebuilt. */
export const VERSION = 2

/** The chain and program that a history is about. */
export interface Origin {
  program: string
  genesis: string
}

/**
 * Reads the checkpoint, or creates it. Rows of another version of the rules are removed, to be rebuilt.
 *
 * @param replaceOther - whether to remove the history of another chain or program
 * @throws Error if the store holds one and `replaceOther` is false
 */
export function openCheckpoint(db: Database, origin: Origin, replaceOther: boolean): Promise<Checkpoint> {
  return db.transaction(async (tx) => {
    await tx.insert(tables.projection).values(newCheckpoint(origin, 0)).onConflictDoNothing()
    const rows = await tx.select().from(tables.projection).for('update')
    const own = rows.find(({ program, genesis }) => program === origin.program && genesis === origin.genesis)
    const isOwn = own !== undefined && rows.length === 1
    if (isOwn && own.version === VERSION) return own
    if (!isOwn && !replaceOther) {
      throw new Error(
        `The store holds the history of another chain or program than ${origin.program} on the chain ${origin.genesis}: use another database`,
      )
    }
    const names = Object.values(tables).map((table) => sql.identifier(getTableName(table)))
    await tx.execute(sql`TRUNCATE ${sql.join(names, sql`, `)}`)
    const removals = Math.max(...rows.map((row) => row.removals)) + 1
    const created = await tx.insert(tables.projection).values(newCheckpoint(origin, removals)).returning()
    return requireRow(created, origin.program)
  })
}

function newCheckpoint(origin: Origin, removals: number) {
  return { ...origin, version: VERSION, lastEvent: 0, removals, headSlot: 0, finalSlot: 0 }
}

export async function readCheckpoint(db: Database, program: string): Promise<Checkpoint> {
  return requireRow(await select(db, program), program)
}

/** Reads the checkpoint and locks it until the end of the database transaction. */
export async function lockCheckpoint(tx: Database, program: string): Promise<Checkpoint> {
  return requireRow(await select(tx, program).for('update'), program)
}

export async function saveCheckpoint(
  tx: Database,
  { program }: Checkpoint,
  changes: Partial<Checkpoint>,
): Promise<Checkpoint> {
  const { projection } = tables
  const rows = await tx.update(projection).set(changes).where(eq(projection.program, program)).returning()
  return requireRow(rows, program)
}

function select(db: Database, program: string) {
  return db.select().from(tables.projection).where(eq(tables.projection.program, program))
}

function requireRow([row]: Checkpoint[], program: string): Checkpoint {
  if (!row) throw new Error(`The store holds no history of program ${program}`)
  return row
}
