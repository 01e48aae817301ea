import type { Context } from 'hono'
import { type Json, writeJson } from '../json/write.ts'
import type { GatewayEnv } from './context.ts'
import { ApiError } from './errors.ts'
import { answer } from './respond.ts'

/** What a query says about the part of a list that it wants. */
export interface PageQuery {
  limit: number
  offset: number
  cursor?: string | undefined
}

/** What a cursor holds may look like. */
export const CURSOR_PARTS = {
  whole: /^\d{1,15}$/,
  /** Of 32 bits. */
  small: /^\d{1,9}$/,
  units: /^-?\d{1,80}$/,
  address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
}

const SEPARATOR = '.'

/**
 * Writes a cursor: the name of its list, and the place of the last item in the list's order. Clients see a text
 * without a meaning.
 */
export function writeCursor(list: string, place: readonly (string | number | bigint)[]): string {
  return Buffer.from([list, ...place].join(SEPARATOR)).toString('base64url')
}

/**
 * The place that a page begins behind; null for one without a cursor.
 *
 * @param parts - what each part of the place must look like
 * @throws ApiError 400 for what is no cursor of this list, and for an offset beside it
 */
export function readCursor({ cursor, offset }: PageQuery, list: string, parts: RegExp[]): string[] | null {
  if (cursor === undefined) return null
  if (offset > 0) throw new ApiError(400, 'offset: has no meaning beside a cursor')
  const [name, ...place] = Buffer.from(cursor, 'base64url').toString('latin1').split(SEPARATOR)
  const isWhole = place.length === parts.length && place.every((part, index) => parts[index]?.test(part))
  if (name !== list || !isWhole) throw new ApiError(400, 'cursor: is not one that this list gave out')
  return place
}

/**
 * Makes a page of one item more than asked for, which says whether there is another page.
 *
 * @param cursorOf - the cursor behind an item
 */
export function cutPage<Item>(
  items: Item[],
  limit: number,
  cursorOf: (last: Item) => string,
): { items: Item[]; next: string | null } {
  if (items.length <= limit) return { items, next: null }
  const page = items.slice(0, limit)
  return { items: page, next: cursorOf(page[limit - 1] as Item) }
}

/** Says where the next page is: documented answers are bare arrays, which leave no room for it. */
export function tellNext(c: Context, cursor: string | null, pathAndQuery = nextBase(c)): void {
  if (cursor === null) return
  const { headers } = (c as Context<GatewayEnv>).env.exchange
  headers['x-next-cursor'] = cursor
  headers.link = `<${pathAndQuery}cursor=${cursor}>; rel="next"`
}

/** Answers with a page of a list. */
export function answerPage(c: Context, items: readonly Json[], next: string | null): Response {
  tellNext(c, next)
  return answer(c, writeJson(items))
}

/** The path and query of a list without what says which page, ready for a cursor. */
export function nextBase(c: Context): string {
  const { pathname, searchParams } = new URL(c.req.url)
  searchParams.delete('cursor')
  searchParams.delete('offset')
  const query = searchParams.toString()
  return `${pathname}?${query === '' ? '' : `${query}&`}`
}
