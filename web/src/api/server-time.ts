// The server's clock, by the `Date` of its answers: it judges signatures, and its times are those of the markets. The
// clock of a browser can be minutes off.

/** How far the server's clock is ahead of this browser's, in milliseconds. */
let offset = 0

/** When a request was sent and when its answer came, in unix milliseconds by the browser's clock. */
export interface Exchange {
  sentAt: number
  receivedAt: number
}

/** The server's time in unix milliseconds. */
export function serverTime(): number {
  return Date.now() + offset
}

/** Learns the server's time from an answer. */
export function observeDate(headers: Headers, exchange: Exchange): void {
  // An answer of a cache has the time at which it was made.
  if (headers.has('age')) return
  offset = nextOffset(offset, Date.parse(headers.get('date') ?? ''), exchange)
}

/**
 * The offset closest to the one before that an answer allows. The answer was made between both times of the exchange,
 * in the second that its date names.
 *
 * @param date - in unix milliseconds, whole seconds; NaN if the answer has none
 */
export function nextOffset(before: number, date: number, { sentAt, receivedAt }: Exchange): number {
  if (Number.isNaN(date)) return before
  const least = date - receivedAt
  const most = date + 1_000 - sentAt
  return Math.min(Math.max(before, least), most)
}
