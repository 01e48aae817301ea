import { type Column, type SQL, sql } from 'drizzle-orm'

/** Decimals at which volumes of all currencies are compared. */
export const VOLUME_DECIMALS = 24

/** The columns that lists of markets are sorted by. */
type SortedColumns = Record<
  'address' | 'status' | 'createdAt' | 'expireAt' | 'poolYes' | 'poolNo' | 'decimals',
  Column
>

/**
 * The keys of each order of markets, all ascending, so that one comparison of rows finds the place of a cursor. Open
 * markets come before all others by expiry, the next to expire first; `byExpiry` sorts markets of one status.
 */
export function listOrder(table: SortedColumns) {
  const { address, status, createdAt, expireAt, poolYes, poolNo, decimals } = table
  const newest = sql`(-${createdAt})`
  const volume = sql`(-(least(${poolYes}, ${poolNo}) * power(10::numeric, greatest(0, ${sql.raw(String(VOLUME_DECIMALS))} - ${decimals}))))`
  const byExpiry = sql`(CASE WHEN ${status} = 'open' THEN ${expireAt} ELSE -${expireAt} END)`
  const byAddress = sql`${address}`
  return {
    newest: [newest, byAddress],
    expiring: [byExpiry, byAddress],
    volume: [volume, newest, byAddress],
  } satisfies Record<string, SQL[]>
}
