// The SQL queries that list closed markets in order and search their questions.

import type { MarketStatus } from '@prediction-market/sdk'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import { kindOf } from '@prediction-market/sdk/condition'
import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { and, type Column, eq, isNotNull, like, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Selection } from '../../book/list-markets.ts'
import type { SearchTerms } from '../../book/listed.ts'
import { type Sort, type SortKey, trendOf } from '../../book/sort.ts'
import type { Database } from '../../store/database.ts'
import { gramsOf, listedCondition, listOrder, searchGrams } from '../../store/schema/columns.ts'
import { markets } from '../../store/schema/history.ts'

/** The columns of a closed market that lists need. */
export const closedColumns = {
  address: markets.address,
  creator: markets.creator,
  question: markets.question,
  searchText: markets.searchText,
  condition: markets.condition,
  token: markets.token,
  currency: markets.currency,
  decimals: markets.decimals,
  status: markets.status,
  createdAt: markets.createdAt,
  expireAt: markets.expireAt,
  resolvedAt: markets.resolvedAt,
  poolYes: markets.poolYes,
  poolNo: markets.poolNo,
  outcome: markets.outcome,
}

/** Also `open`: the history may have the end of a market before its decision. */
const STATUSES: readonly MarketStatus[] = ['open', 'resolved', 'void']

const order = listOrder(markets)
const asked = listedCondition(markets.condition)

/** More rows than there are: a limit keeps Postgres from looking for matches in the order of the list. */
const ALL = 2 ** 31 - 1

/**
 * The first `limit` closed markets of a selection in its order, whatever its terms are. An index has the markets of
 * each status and currency in order, so the first of each are read and merged, however many there are.
 */
export function selectInOrder(db: Database, selection: Selection, limit: number) {
  const groups = atPlace(selection).flatMap(({ place, keys }) =>
    CURRENCY_IDS.filter((currency) => isOneOf(currency, selection.currency)).map((currency) =>
      db
        .select(closedColumns)
        .from(markets)
        .where(and(place, eq(markets.currency, currency), ...filters(selection)))
        .orderBy(...keys)
        .limit(limit),
    ),
  )
  const [first, second, ...others] = groups
  if (!first) return undefined
  const merged = (second ? unionAll(first, second, ...others) : first).as('merged')
  return db
    .select()
    .from(merged)
    .orderBy(...sortKeys(merged, selection.sort))
    .limit(limit)
}

/** The first `limit` of those markets that contain the terms. */
export function selectMatching(
  db: Database,
  among: NonNullable<ReturnType<typeof selectInOrder>>,
  { sort, terms = [] }: Selection,
  limit: number,
) {
  const next = among.as('next')
  return db
    .select()
    .from(next)
    .where(contains(next.searchText, terms))
    .orderBy(...sortKeys(next, sort))
    .limit(limit)
}

/** The first `limit` closed markets of a selection by the index of their questions, which finds all that match. */
export function selectFound(db: Database, selection: Selection, limit: number) {
  const { terms = [], currency, sort } = selection
  const grams = [...new Set(terms.flatMap(gramsOf))]
  const found = db
    .select(closedColumns)
    .from(markets)
    .where(
      and(
        sql`${searchGrams(markets.searchText)} @> ${sql.param(grams)}::text[]`,
        contains(markets.searchText, terms),
        or(...atPlace(selection).map(({ place }) => place)),
        currency === undefined ? undefined : eq(markets.currency, currency),
        ...filters(selection),
      ),
    )
    .limit(ALL)
    .as('found')
  return db
    .select()
    .from(found)
    .orderBy(...sortKeys(found, sort))
    .limit(limit)
}

/** Keys that sort markets of every status. */
function sortKeys(table: Parameters<typeof listOrder>[0], sort: Sort): SQL[] {
  const keys = listOrder(table)[sort]
  return isOpenFirst(sort) ? [sql`${table.status} <> 'open'`, ...keys] : keys
}

function isOneOf<Value>(value: Value, wanted: Value | undefined): boolean {
  return wanted === undefined || value === wanted
}

function filters({ creator, tokenAddress, types, feed }: Selection): (SQL | undefined)[] {
  const [type, ...others] = types ?? []
  const isOne = type !== undefined && others.length === 0
  const isHidden = isOne && kindOf({ type }).hidesDecided === true
  return [
    isNotNull(markets.closedAt),
    // Written as in the partial indexes: every list uses one of the two.
    isHidden ? asked.isHidden : asked.isShown,
    // Of one type there is an index.
    isOne ? sql`${asked.type} = ${type}` : types && sql`${asked.type} IN ${types}`,
    feed === undefined ? undefined : sql`${asked.feed} = ${feed}`,
    creator === undefined ? undefined : eq(markets.creator, creator),
    tokenAddress === undefined ? undefined : eq(markets.token, tokenAddress),
  ]
}

function contains(text: Column, terms: SearchTerms): SQL | undefined {
  return and(...terms.map((term) => like(text, `%${term.replace(/[\\%_]/g, '\\$&')}%`)))
}

function isOpenFirst(sort: Sort): boolean {
  return sort === 'expiring' || sort === 'trending'
}

/**
 * For each status: that a market has it and comes after the start of the page, and the keys that sort those that do.
 */
function atPlace({ status: wanted, sort: asked, after }: Selection): { place: SQL; keys: SQL[] }[] {
  const places: { place: SQL; keys: SQL[] }[] = []
  for (const status of STATUSES) {
    if (!isOneOf(status, wanted)) continue
    const isStatus = eq(markets.status, status)
    const isOpen = status === 'open'
    const sort = asked === 'trending' && !isOpen ? 'newest' : asked
    const keys = order[sort]
    if (!after || (isOpenFirst(asked) && !isOpen && after.status === 'open')) {
      places.push({ place: isStatus, keys })
    } else if (!isOpenFirst(asked) || isOpen === (after.status === 'open')) {
      const isAfter = sql`(${sql.join(keys, sql`, `)}) > (${sql.join(keysOf(after, sort), sql`, `)})`
      places.push({ place: and(isStatus, isAfter) as SQL, keys })
    }
  }
  return places
}

/** The keys of a market in an order, as `listOrder` has them. */
function keysOf({ id, status, createdAt, endsAt, matched }: SortKey, sort: Sort): SQL[] {
  const address = sql`${marketAddressOf(id)}`
  const newest = sql`${-createdAt}::bigint`
  const keys: Record<Sort, SQL[]> = {
    newest: [newest, address],
    expiring: [sql`${status === 'open' ? endsAt : -endsAt}::bigint`, address],
    volume: [sql`${(-matched).toString()}::numeric`, newest, address],
    trending: [sql`${(-trendOf({ matched, createdAt })).toString()}::numeric`, newest, address],
  }
  return keys[sort]
}
