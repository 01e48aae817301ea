// Times as `datetime-local` has them: the reader's zone, without naming it.

import { serverTime } from '../../api/server-time.ts'
import { isChange, type Topic } from './topics.ts'

const MINUTE_MS = 60_000

/** The first full minute at least `seconds` from now. */
export function inSeconds(seconds: number): string {
  const at = serverTime() + seconds * 1_000
  return toLocal(new Date(Math.ceil(at / MINUTE_MS) * MINUTE_MS))
}

/** Seconds are shown only if they are not zero. */
export function toLocal(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS)
  return local.toISOString().slice(0, date.getUTCSeconds() === 0 ? 16 : 19)
}

/** Whether a time can be read. */
export function isTime(local: string): boolean {
  return !Number.isNaN(new Date(local).getTime())
}

/** When a market is over and when betting on it ends. */
interface Times {
  topic: Topic
  expiry: string
  closing: 'half' | 'latest' | 'own'
  close: string
}

/**
 * The end of betting that is asked for, as an ISO time; null for as late as the rules allow.
 *
 * @param now - in unix milliseconds
 */
export function closeOf({ topic, expiry, closing, close }: Times, now: number): string | null {
  // Of a change, bets end before it begins.
  if (isChange(topic) || closing === 'latest') return null
  const at = closing === 'own' ? new Date(close) : new Date((now + new Date(expiry).getTime()) / 2)
  at.setMilliseconds(0)
  return at.toISOString()
}
