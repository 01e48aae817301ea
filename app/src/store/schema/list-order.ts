// The orders of lists of markets, as SQL.

import { type Column, type SQL, sql } from 'drizzle-orm'

/** Decimals at which volumes of all currencies are compared. */
export const VOLUME_DECIMALS = 24

/** Seconds in which the weight of a market halves in lists sorted by trend. */
export const DAY = 86_400

/** The day of 2026-01-01, before which all markets have the same weight: days are exponents, which must stay small. */
export const FIRST_DAY = 20_454

/** The columns that lists of markets are sorted by. */
type SortedColumns = Record<
  'address' | 'status' | 'createdAt' | 'expireAt' | 'poolYes' | 'poolNo' | 'decimals',
  Column
>

/**
 * The keys of each order of markets, all ascending, so that one comparison of rows finds the place of a cursor. Open
 * markets come before all others by expiry, the next to expire first, and by trend; `byExpiry` and `trend` sort markets
 * of one status, `trend` open ones: the others are sorted by `newest`.
 */
export function listOrder(table: SortedColumns) {
  const { address, status, createdAt, expireAt, poolYes, poolNo, decimals } = table
  const newest = sql`(-${createdAt})`
  const volume = sql`(-(least(${poolYes}, ${poolNo}) * power(10::numeric, greatest(0, ${whole(VOLUME_DECIMALS)} - ${decimals}))))`
  const day = sql`greatest(0, ${createdAt} / ${whole(DAY)} - ${whole(FIRST_DAY)})`
  const trend = sql`(CASE WHEN ${status} = 'open' THEN ${volume} * (${whole(DAY)} + ${createdAt} % ${whole(DAY)}) * power(2::numeric, ${day}) ELSE 0 END)`
  const byExpiry = sql`(CASE WHEN ${status} = 'open' THEN ${expireAt} ELSE -${expireAt} END)`
  const byAddress = sql`${address}`
  return {
    newest: [newest, byAddress],
    expiring: [byExpiry, byAddress],
    volume: [volume, newest, byAddress],
    trending: [trend, newest, byAddress],
  } satisfies Record<string, SQL[]>
}

/** A number in the text of a statement: indexes have no parameters. */
function whole(value: number): SQL {
  return sql.raw(String(value))
}
