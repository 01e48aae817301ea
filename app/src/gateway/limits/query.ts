import { ApiError } from '../errors.ts'
import type { Guard } from '../guard.ts'

/** Characters of a query at most. */
export const MAX_QUERY = 2_048

/** Characters of a path at most. */
export const MAX_PATH = 1_024

/** Longer names are not repeated in messages. */
const LONGEST_NAME = 40

/** Refuses paths and queries that are too long, not well formed, or that say a thing twice. */
export function limitQuery(): Guard {
  return (c, next) => {
    const { url = '' } = c.env.incoming
    const start = url.indexOf('?')
    const length = start === -1 ? url.length : start
    if (length > MAX_PATH) throw new ApiError(414, `The path is longer than ${MAX_PATH} characters`)
    if (start !== -1) checkQuery(url.slice(start + 1))
    return next(c)
  }
}

function checkQuery(query: string): void {
  if (query.length > MAX_QUERY) throw new ApiError(414, `The query is longer than ${MAX_QUERY} characters`)
  const names = new Set<string>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const [name] = pair.split('=', 1).map(decode) as [string]
    decode(pair)
    if (names.has(name)) throw new ApiError(400, `${name.slice(0, LONGEST_NAME)}: is given more than once`)
    names.add(name)
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new ApiError(400, 'The query is not well percent-encoded')
  }
}
