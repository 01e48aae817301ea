import type { Cursor } from './cursor.ts'
import { readDate, type Span } from './dates.ts'
import { refuse } from './refusal.ts'
import { TIMEFRAME_PHRASES, type Timeframe } from './vocabulary.ts'

/** All that a question says about when. */
export interface When {
  /** Every way in which it says so. */
  timeframes: ReadonlySet<Timeframe>
}

const DAY = 86_400_000

/** Prepositions that can stand before a date. */
const PREPOSITIONS: ReadonlyMap<string, Timeframe | 'before' | 'until' | 'in'> = new Map([
  ['by', 'by'],
  ['before', 'before'],
  ['on', 'at'],
  ['at', 'at'],
  ['as of', 'at'],
  ['until', 'until'],
  ['till', 'until'],
  ['through', 'until'],
  ['in', 'in'],
  ['during', 'in'],
])

/** Reads everything about time at the end of a question, and holds dates against the time of expiry. */
export function readWhen(cursor: Cursor, expireAt: Date): When {
  const timeframes = new Set<Timeframe>()
  let hasTime = false
  for (;;) {
    const next = cursor.longest(TIMEFRAME_PHRASES) ?? readDated(cursor, expireAt)
    if (next !== undefined) timeframes.add(next)
    else if (readTime(cursor, expireAt)) hasTime = true
    else break
  }
  // A time of day belongs to the date beside it; alone it is the moment itself.
  if (hasTime && timeframes.size === 0) timeframes.add('at')
  return { timeframes }
}

function readDated(cursor: Cursor, expireAt: Date): Timeframe | undefined {
  return cursor.attempt(() => {
    const start = cursor.rest()
    const preposition = cursor.longest(PREPOSITIONS)
    if (preposition === undefined) return undefined
    const spans = readDate(cursor, expireAt.getUTCFullYear())
    if (!spans) return undefined
    const said = start.slice(0, start.length - cursor.rest().length).trim()
    if (preposition === 'in') refuse(`"${said}" leaves open from when: say "by the end of"`)
    if (preposition === 'until') refuse(`"${said}" speaks of a while: say "by" or "on"`)
    const isBefore = preposition === 'before'
    if (preposition === 'at' && spans.some((span) => span.isPeriod)) {
      refuse(`"${said}" is not one moment: name a day`)
    }
    if (!spans.some((span) => fits(span, isBefore, expireAt.getTime()))) {
      refuse(`"${said}" contradicts expireAt, which is ${expireAt.toISOString()}`)
    }
    return isBefore ? 'by' : preposition
  })
}

/** `at 12:00 UTC`, which must be the time of expiry. */
function readTime(cursor: Cursor, expireAt: Date): true | undefined {
  return cursor.attempt(() => {
    cursor.phrase('at')
    const time = cursor.take('time')
    if (!time) return undefined
    if (!cursor.phrase('utc', 'gmt')) refuse(`${time.text} needs a time zone, and that must be UTC`)
    const [hours = '', minutes = '', seconds = '00'] = time.text.split(':')
    const expected = expireAt.toISOString().slice(11, 19)
    if (`${hours.padStart(2, '0')}:${minutes}:${seconds}` !== expected) {
      refuse(`${time.text} UTC contradicts expireAt, which is ${expireAt.toISOString()}`)
    }
    return true
  })
}

/**
 * An instant must be the expiry itself. A day fits an expiry within it or at the midnight that ends it. A period is meant from its first day on or
 * to its last, so the expiry must be on one of these. What must come before a span ends as it begins.
 */
function fits({ start, end, isPeriod }: Span, isBefore: boolean, expiry: number): boolean {
  if (start === end) return expiry === start
  if (isBefore) return start - DAY <= expiry && expiry <= start
  if (!isPeriod) return start <= expiry && expiry <= end
  return (start <= expiry && expiry <= start + DAY) || (end - DAY <= expiry && expiry <= end)
}
