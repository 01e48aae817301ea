// Refuses URLs that are too long or malformed.

import type { Context } from 'hono'
import type { GatewayEnv } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { sentPath } from '../http/sent-path.ts'

/** The longest query that is accepted, in characters. */
const MAX_QUERY = 2_048

/** The longest path that is accepted, in characters. */
const MAX_PATH = 1_024

/** A longer parameter name is cut in messages. */
const MAX_NAME = 40

/** The one parameter that can be repeated, and the paths that take it. */
const REPEATABLE = { paths: ['/v1/events', '/v1/live'], name: 'market' }

/**
 * Refuses paths and queries that are too long, and queries that are badly encoded or repeat a parameter.
 *
 * @throws ApiError 400 or 414
 */
export function checkUrl(c: Context<GatewayEnv>): void {
  const url = sentPath(c)
  const start = url.indexOf('?')
  const pathLength = start === -1 ? url.length : start
  if (pathLength > MAX_PATH) throw new ApiError(414, `The path is longer than ${MAX_PATH} characters`)
  if (start === -1) return
  requireEncoded(url.slice(start + 1))
  for (const [name, values] of Object.entries(c.req.queries())) {
    const isRepeatable = name === REPEATABLE.name && REPEATABLE.paths.includes(c.req.path)
    if (values.length > 1 && !isRepeatable)
      throw new ApiError(400, `${name.slice(0, MAX_NAME)}: is given more than once`)
  }
}

function requireEncoded(query: string): void {
  if (query.length > MAX_QUERY) throw new ApiError(414, `The query is longer than ${MAX_QUERY} characters`)
  try {
    decodeURIComponent(query)
  } catch {
    throw new ApiError(400, 'The query is not valid percent-encoding')
  }
}
