// Encodes cursors and cuts pages of lists.

import type { Context } from 'hono'
import type { EventPage } from '../../history/queries/events.ts'
import type { Json } from '../../json/json.ts'
import type { GatewayEnv } from './context.ts'
import { ApiError } from './errors/api-error.ts'
import { answer } from './respond.ts'

export interface PageQuery {
  limit: number
  offset: number
  cursor?: string | undefined
}

export const CURSOR_PARTS = {
  whole: /^\d{1,15}$/,
  /** Fits in 32 bits. */
  small: /^\d{1,9}$/,
  units: /^-?\d{1,80}$/,
  address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}

const SEPARATOR = '.'

/** Encodes a cursor: the name of its list and the sort key of the last item. It is opaque to clients. */
export function writeCursor(list: string, sortKey: readonly (string | number | bigint)[]): string {
  return Buffer.from([list, ...sortKey].join(SEPARATOR)).toString('base64url')
}

/**
 * Decodes the cursor of a query into the sort key that the page starts after; null without a cursor.
 *
 * @param parts - the pattern of each part of the sort key
 * @throws ApiError 400 for a cursor of another list, and for an offset beside a cursor
 */
export function readCursor({ cursor, offset }: PageQuery, list: string, parts: RegExp[]): string[] | null {
  if (cursor === undefined) return null
  if (offset > 0) throw new ApiError(400, 'offset: must not be given with a cursor')
  const [name, ...sortKey] = Buffer.from(cursor, 'base64url').toString('latin1').split(SEPARATOR)
  const isValid = sortKey.length === parts.length && sortKey.every((part, index) => parts[index]?.test(part))
  if (name !== list || !isValid) throw new ApiError(400, 'cursor: is not a cursor of this list')
  return sortKey
}

/** A page of a list, and the cursor of the next one. */
interface Page<Item> {
  items: Item[]
  next: string | null
}

/**
 * Reads a page of a list that is sorted by id, newest first.
 *
 * @param read - reads up to `limit` items with an id below `before`
 */
export async function readNewest<Item>(
  query: PageQuery,
  list: string,
  read: (page: EventPage) => Promise<Item[]>,
  idOf: (item: Item) => number,
): Promise<Page<Item>> {
  const { limit, offset } = query
  const [last] = readCursor(query, list, [CURSOR_PARTS.whole]) ?? []
  const found = await read({
    before: last === undefined ? undefined : Number(last),
    offset,
    limit: limit + 1,
  })
  return cutPage(found, limit, (item) => writeCursor(list, [idOf(item)]))
}

/**
 * Cuts a page out of a list with one more item, which shows whether there is a next page.
 *
 * @param cursorOf - the cursor after an item
 */
export function cutPage<Item>(items: Item[], limit: number, cursorOf: (last: Item) => string): Page<Item> {
  if (items.length <= limit) return { items, next: null }
  const page = items.slice(0, limit)
  return { items: page, next: cursorOf(page[limit - 1] as Item) }
}

/** The headers that link to the next page. The documented answer is a bare array, so it cannot hold the link. */
export function nextPageHeaders(url: string, cursor: string): Record<string, string> {
  const { pathname, searchParams } = new URL(url)
  searchParams.delete('offset')
  searchParams.set('cursor', cursor)
  return { 'x-next-cursor': cursor, link: `<${pathname}?${searchParams}>; rel="next"` }
}

export function answerPage<Item, View extends Exclude<Json, undefined>>(
  c: Context<GatewayEnv>,
  { items, next }: Page<Item>,
  view: (item: Item) => View,
) {
  const headers = next === null ? undefined : nextPageHeaders(c.req.url, next)
  return answer(c, items.map(view), 200, headers)
}
