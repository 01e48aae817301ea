// The schemas of paged lists.

import { z } from '@hono/zod-openapi'

export const MAX_PAGE = 100

/** The most items that `offset` skips: each of them is read. A cursor continues from anywhere. */
const MAX_OFFSET = 10_000

export function whole(minimum: number, maximum: number, hint?: string) {
  const range = `must be a whole number from ${minimum} to ${maximum}`
  const error = hint === undefined ? range : `${range}; ${hint}`
  return z
    .string()
    .regex(/^\d{1,10}$/, error)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, { error })
}

/** The fields of a query that choose a page. */
export const Paging = {
  limit: whole(1, MAX_PAGE)
    .default(20)
    .openapi({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 20 }),
  offset: whole(0, MAX_OFFSET, 'use cursor beyond')
    .default(0)
    .openapi({ type: 'integer', minimum: 0, maximum: MAX_OFFSET, default: 0 }),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,512}$/, 'is not a cursor of this list')
    .optional()
    .openapi({
      description:
        '`X-Next-Cursor` of the previous page; items that are added meanwhile do not shift the page',
    }),
}

export const pageHeaders = {
  'X-Next-Cursor': {
    description: 'The `cursor` of the next page; absent on the last page',
    schema: { type: 'string' as const },
  },
  Link: {
    description: 'The next page as a link: `</v1/…?cursor=…>; rel="next"`',
    schema: { type: 'string' as const },
  },
}

export const PageQuery = z.strictObject(Paging)
