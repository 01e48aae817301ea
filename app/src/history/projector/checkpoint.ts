import { eq, getTableName, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import * as tables from '../../store/history/schema.ts'

/** How far the projection has come. */
export type Checkpoint = typeof tables.projection.$inferSelect

/** Of the rules by which rows are made. When they change, so does this, and all rows are made anew. */
export const VERSION = 1

/** What rows are made from. */
export interface Origin {
  program: string
  genesis: string
}

/**
 * Finds out how far the projection has come, and begins it if there is none. What other rules have made is
 * removed, to be made again.
 *
 * @param replaceOther - whether the history of another chain or program gives way to this one's; that is an
 *   error otherwise
 */
export function openCheckpoint(db: Database, origin: Origin, replaceOther: boolean): Promise<Checkpoint> {
  return db.transaction(async (tx) => {
    const fresh = { ...origin, version: VERSION, lastEvent: 0, headSlot: 0, finalSlot: 0 }
    await tx.insert(tables.projection).values(fresh).onConflictDoNothing()
    const rows = await tx.select().from(tables.projection).for('update')
    const own = rows.find(({ program, genesis }) => program === origin.program && genesis === origin.genesis)
    if (own && rows.length === 1 && own.version === VERSION) return own
    const isOther = !own || rows.length > 1
    if (isOther && !replaceOther) {
      throw new Error(
        `The store holds the history of another chain or program than ${origin.program} on the chain ${origin.genesis}: use another database`,
      )
    }
    return restart(tx, origin)
  })
}

/** Forgets all rows, so that they are made again from nothing. */
export async function restart(tx: Database, origin: Origin): Promise<Checkpoint> {
  const names = Object.values(tables).map((table) => sql.identifier(getTableName(table)))
  await tx.execute(sql`TRUNCATE ${sql.join(names, sql`, `)}`)
  const fresh = { ...origin, version: VERSION, lastEvent: 0, headSlot: 0, finalSlot: 0 }
  const [row] = await tx.insert(tables.projection).values(fresh).returning()
  return row as Checkpoint
}

/** How far the projection has come. */
export async function readCheckpoint(db: Database, program: string): Promise<Checkpoint> {
  const { projection } = tables
  const [row] = await db.select().from(projection).where(eq(projection.program, program))
  return expectRow(row, program)
}

/** The same, and whoever else projects waits from here to the end of this transaction. */
export async function lockCheckpoint(tx: Database, program: string): Promise<Checkpoint> {
  const { projection } = tables
  const [row] = await tx.select().from(projection).where(eq(projection.program, program)).for('update')
  return expectRow(row, program)
}

/** Takes down how far the projection has come now. */
export async function saveCheckpoint(
  tx: Database,
  { program }: Checkpoint,
  changes: Partial<Checkpoint>,
): Promise<Checkpoint> {
  const { projection } = tables
  const [row] = await tx.update(projection).set(changes).where(eq(projection.program, program)).returning()
  return expectRow(row, program)
}

function expectRow(row: Checkpoint | undefined, program: string): Checkpoint {
  if (!row) throw new Error(`The store holds no history of the program ${program}`)
  return row
}
