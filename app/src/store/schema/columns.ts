// Types of columns that several tables use, and the orders of lists of markets, as SQL.

import type { Condition } from '@prediction-market/sdk'
import type { Observation } from '@prediction-market/sdk/accounts'
import { type Column, type SQL, sql } from 'drizzle-orm'
import { bigint, customType, numeric } from 'drizzle-orm/pg-core'

/** Text that is compared by its bytes: faster than by a locale, and the same on every server. */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/** Base58 and identifiers. */
export const ascii = bytewise

/** Bytes. Both drivers return their own kind of array. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Base units: a u64, which int8 cannot hold. */
export const units = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' })

/** A sum of base units over many markets, which may exceed a u64. */
export const sum = (name: string) => numeric(name, { precision: 40, scale: 0, mode: 'bigint' })

/** A whole number that JavaScript holds exactly. */
export const whole = (name: string) => bigint(name, { mode: 'number' })

/** Writes JSON with integers of any size as text: it has no bigint. */
export function writeExact(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one))
}

/** A value whose integers come back as they were. */
type Written<Value> = { [Field in keyof Value]: Value[Field] extends bigint ? string : Value[Field] }

export const condition = customType<{ data: Condition; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: writeExact,
  fromDriver: (value) => {
    const written = value as Condition extends infer C ? Written<C> : never
    if ('minimumBalance' in written) return { ...written, minimumBalance: BigInt(written.minimumBalance) }
    return 'referenceAt' in written ? { ...written, referenceAt: BigInt(written.referenceAt) } : written
  },
})

export const observation = customType<{ data: Observation; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: writeExact,
  fromDriver: (value) => {
    const written = value as Written<Observation>
    return { ...written, value: BigInt(written.value), observedAt: BigInt(written.observedAt) }
  },
})

/**
 * Types whose decided markets lists leave out by default, as the records of the SDK say. Written out here, because
 * migrations are generated from this file alone.
 */
const HIDDEN = sql.raw("('change')")

/** The filters of lists on a stored condition. Indexes have the same expressions, so that Postgres uses them. */
export function listedCondition(condition: Column) {
  const type = sql`(${condition} ->> 'type')`
  return {
    type,
    feed: sql`(${condition} ->> 'feed')`,
    isHidden: sql`${type} IN ${HIDDEN}`,
    isShown: sql`${type} NOT IN ${HIDDEN}`,
  }
}

/** All parts of a text that are one, two or three letters long. A migration creates the function. */
export function searchGrams(text: Column): SQL {
  return sql`search_grams(${text})`
}

/** The parts that every text which contains a term has. */
export function gramsOf(term: string): string[] {
  const letters = [...term]
  if (letters.length <= 3) return [term]
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
}

/** Decimals at which volumes of all currencies are compared. */
export const VOLUME_DECIMALS = 24

/** Seconds in which the weight of a market halves in lists sorted by trend. */
export const DAY = 86_400

/** The day of 2026-01-01, before which all markets have the same weight: days are exponents, which must stay small. */
export const FIRST_DAY = 20_454

/** The columns that lists of markets are sorted by. */
type SortedColumns = Record<
  'address' | 'status' | 'createdAt' | 'expireAt' | 'resolvedAt' | 'poolYes' | 'poolNo' | 'decimals',
  Column
>

/**
 * The keys of each order of markets, all ascending, so that one comparison of rows finds the place of a cursor. Open
 * markets come before all others by expiry, the next to expire first (of the others the last to be decided), and by trend; `byExpiry` and `trend` sort markets
 * of one status, `trend` open ones: the others are sorted by `newest`.
 */
export function listOrder(table: SortedColumns) {
  const { address, status, createdAt, expireAt, resolvedAt, poolYes, poolNo, decimals } = table
  const newest = sql`(-${createdAt})`
  const volume = sql`(-(least(${poolYes}, ${poolNo}) * power(10::numeric, greatest(0, ${literal(VOLUME_DECIMALS)} - ${decimals}))))`
  const day = sql`greatest(0, ${createdAt} / ${literal(DAY)} - ${literal(FIRST_DAY)})`
  const trend = sql`(CASE WHEN ${status} = 'open' THEN ${volume} * (${literal(DAY)} + ${createdAt} % ${literal(DAY)}) * power(2::numeric, ${day}) ELSE 0 END)`
  const byExpiry = sql`(CASE WHEN ${status} = 'open' THEN ${expireAt} ELSE -coalesce(${resolvedAt}, ${expireAt}) END)`
  const byAddress = sql`${address}`
  return {
    newest: [newest, byAddress],
    expiring: [byExpiry, byAddress],
    volume: [volume, newest, byAddress],
    trending: [trend, newest, byAddress],
  } satisfies Record<string, SQL[]>
}

/** A number in the text of a statement: indexes have no parameters. */
function literal(value: number): SQL {
  return sql.raw(String(value))
}
