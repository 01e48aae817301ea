// Finds markets whose accounts were closed before the log had their last events: no account tells of these any more.

import { sql } from 'drizzle-orm'
import type { Database } from '../store/database.ts'
import { markets } from '../store/schema/history.ts'
import { log } from '../store/schema/log.ts'
import { readHead } from './log/head.ts'
import type { LogSources } from './log/sources.ts'

/**
 * Notes that markets lack their last event, because they have no account any more.
 *
 * @param followed - markets whose accounts tell their numbers
 */
export async function noteEnded(sources: LogSources, followed: ReadonlySet<string>): Promise<void> {
  const { db, ledger, program, intake } = sources
  const { finalSlot } = await readHead(db, program)
  const left = (await openMarkets(db, finalSlot)).filter(({ address }) => {
    return !followed.has(address) && !intake.ended.has(address)
  })
  const numbers = await ledger.numbers(left.map(({ address }) => address))
  for (const [index, { address, sequence }] of left.entries()) {
    if (numbers[index] === null) intake.note(address, sequence + 1)
  }
}

/** Markets that were neither closed nor cancelled by their last event, which is final. */
function openMarkets(db: Database, finalSlot: number): Promise<{ address: string; sequence: number }[]> {
  const { address, number, sequence, closedAt } = markets
  return db
    .select({ address, sequence })
    .from(markets)
    .innerJoin(log, sql`${log.market} = ${number} AND ${log.sequence} = ${sequence} AND NOT ${log.isDropped}`)
    .where(sql`${closedAt} IS NULL AND ${log.slot} <= ${finalSlot}`)
}
