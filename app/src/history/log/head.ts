// Opens the log of a chain, and reads and saves how far it was checked.

import { and, eq, getTableName, lt, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { addresses, type LogHead, log, logHead } from '../../store/schema/log.ts'

/** The chain and program that a log is about. */
export interface Origin {
  program: string
  genesis: string
}

/**
 * Opens the log, or creates it.
 *
 * @param replaceOther - whether to remove the log of another chain or program
 * @throws Error if the store holds one and `replaceOther` is false
 */
export async function openLog(db: Database, origin: Origin, replaceOther: boolean): Promise<LogHead> {
  const isOwn = ({ program, genesis }: LogHead) => program === origin.program && genesis === origin.genesis
  // Mostly without a lock that a process could hold while it is frozen.
  const known = await db.select().from(logHead)
  if (known.length === 1 && known[0] && isOwn(known[0])) return known[0]
  return db.transaction(async (tx) => {
    await tx.insert(logHead).values(origin).onConflictDoNothing()
    const heads = await tx.select().from(logHead).for('update')
    const own = heads.find(isOwn)
    if (own && heads.length === 1) return own
    if (!replaceOther) {
      throw new Error(
        `The store holds the history of another chain or program than ${origin.program} on the chain ${origin.genesis}: set DATABASE_URL or STORE_PATH to another one`,
      )
    }
    const names = [logHead, addresses, log].map((table) => sql.identifier(getTableName(table)))
    await tx.execute(sql`TRUNCATE ${sql.join(names, sql`, `)}`)
    return requireHead(await tx.insert(logHead).values(origin).returning())
  })
}

export async function readHead(db: Database, program: string): Promise<LogHead> {
  return requireHead(await db.select().from(logHead).where(eq(logHead.program, program)))
}

/** Records how far the log is final; another process may be ahead. */
export async function saveFinal(
  db: Database,
  program: string,
  final: Pick<LogHead, 'finalSlot' | 'finalId'>,
): Promise<void> {
  const isAhead = lt(logHead.finalSlot, final.finalSlot)
  await db
    .update(logHead)
    .set(final)
    .where(and(eq(logHead.program, program), isAhead))
}

/** Records up to which final signature the program's were listed; another process may be ahead. */
export async function saveListed(
  db: Database,
  program: string,
  listed: { signature: string; slot: number },
): Promise<void> {
  await db
    .update(logHead)
    .set({ listedSignature: listed.signature, listedSlot: listed.slot })
    .where(and(eq(logHead.program, program), lt(logHead.listedSlot, listed.slot)))
}

function requireHead([head]: LogHead[]): LogHead {
  if (!head) throw new Error('The store holds no log of this program')
  return head
}
