// Reads the words of a question about a change: its direction, amount and times.

import type { Comparison } from '../core/condition/types.ts'
import { type Clock, dayAfter, type Span } from './calendar.ts'
import { type Amount, readAmount } from './change-amount.ts'
import { CHANGE_WORDS, type ChangeWord, FROM_NOW, type Side, THAN } from './change-words.ts'
import type { Cursor } from './cursor.ts'
import { readMoment, type SaidMoment } from './moments.ts'
import { readLength, readPeriod } from './periods.ts'
import { refuse } from './refusal.ts'

/** By how much a price must have changed. */
export interface ChangeClaim {
  comparison: Comparison
  /** Basis points, negative for a fall. */
  bps: number
}

/** The meaning of the words after the subject. */
export interface ChangeSaid {
  claim: ChangeClaim
  /** Either direction is meant. */
  isEither: boolean
  /** It may have to hold only at some time between the two moments. */
  isBrief: boolean
  /** Both moments, the reference first. */
  pair: [SaidMoment, SaidMoment] | undefined
  /** The pair was named in chronological order. */
  isRange: boolean
  /** A duration that begins now, in milliseconds. */
  length: number | undefined
  /** A day or a period that is named alone. */
  span: Span | undefined
  /** A moment that is named alone. */
  alone: SaidMoment | undefined
  /** The words of what is named alone. */
  words: string
  closes: boolean
}

/** Everything read so far; each part at most once, except words. */
interface Found {
  words: ChangeWord[]
  amount?: Amount | undefined
  range?: [SaidMoment, SaidMoment] | undefined
  reference?: SaidMoment | undefined
  moment?: SaidMoment | undefined
  open?: { length?: number; span?: Span; words: string } | undefined
}

/**
 * Reads the words of a change and its times, in any order, up to the first unknown word.
 *
 * @returns `undefined` if they name no change, or no time
 */
export function readChangeWords(cursor: Cursor, clock: Clock): ChangeSaid | undefined {
  const found: Found = { words: [] }
  while (readNext(cursor, clock.now.getTime(), found));
  const { words, amount, reference, moment, open } = found
  const range = rangeOn(found)
  const pair: ChangeSaid['pair'] = range ?? (reference && moment && [reference, moment])
  const alone = pair ? undefined : (reference ?? moment)
  const others = [pair && range ? reference : undefined, range === found.range ? range && moment : undefined]
  const times = [pair, alone, open, ...others].filter(Boolean).length
  const sides = new Set(words.flatMap((word) => ('side' in word ? word.side : [])))
  const isEither = words.some((word) => 'isEither' in word)
  if (times !== 1 || !(isEither || sides.size === 1)) return undefined
  const { length, span = alone?.day } = open ?? {}
  return {
    claim: claimOf(sides.has('down') ? 'down' : 'up', words, amount),
    isEither,
    isBrief: words.some((word) => 'isBrief' in word) || pair?.[1].isBy === true,
    pair,
    isRange: range !== undefined,
    length,
    span,
    alone,
    words: open?.words ?? alone?.words ?? '',
    closes: words.some((word) => 'closes' in word),
  }
}

/** The range with the day that is named beside it: `on Friday between 9:00 and 10:00 UTC`. */
function rangeOn({ range, moment }: Found): Found['range'] {
  if (!range || !moment?.day || moment.time || range.some(({ day }) => day)) return range
  return [{ ...range[0], day: moment.day }, range[1]]
}

function claimOf(side: Side, words: readonly ChangeWord[], amount: Amount | undefined): ChangeClaim {
  const [fixed] = words.flatMap((word) => ('side' in word ? (word.bps ?? []) : []))
  const bps = amount?.bps ?? fixed ?? 0
  const said = amount?.said
  if (said === 'below' || said === 'atMost') {
    refuse('the question leaves open whether the other way counts', 'ask for at least so much, and bet on No')
  }
  const orEqual = bps > 0 || words.some((word) => 'orEqual' in word)
  const isStrict = !orEqual || said === 'above'
  if (side === 'up') return { comparison: isStrict ? 'above' : 'atLeast', bps }
  if (bps >= 10_000) refuse('no price falls by 100 % or more', 'name a smaller percentage')
  return { comparison: isStrict ? 'below' : 'atMost', bps: 0 - bps }
}

/** What can come next, in the order in which it is tried. */
const READERS: [keyof Found, (cursor: Cursor, now: number, found: Found) => unknown][] = [
  ['range', readRange],
  ['amount', readAmount],
  ['words', readWord],
  ['reference', readReference],
  ['open', readOpen],
  ['moment', readMoment],
]

/** Reads the next part, if it was not read before; returns whether there was one. */
function readNext(cursor: Cursor, now: number, found: Found): boolean {
  return READERS.some(([slot, read]) => {
    if (slot in found && slot !== 'words') return false
    const value = cursor.attempt(() => read(cursor, now, found))
    if (value !== undefined) Object.assign(found, { [slot]: value })
    return value !== undefined
  })
}

function readWord(cursor: Cursor, _: number, { words }: Found): ChangeWord[] | undefined {
  const word = cursor.longest(CHANGE_WORDS) ?? readDash(cursor)
  return word && [...words, word]
}

/** Reads a dash that only joins: `Bitcoin up or down - November 20`. Before a number it would be a minus. */
function readDash(cursor: Cursor): ChangeWord | undefined {
  if (!isDash(cursor) || cursor.peek(1)?.kind !== 'word') return undefined
  cursor.take('odd')
  return { isFiller: true }
}

/** Reads `than at 12:05 UTC`, `above its price at 12:05 UTC`. */
function readReference(cursor: Cursor, now: number, { words }: Found): SaidMoment | undefined {
  const side = cursor.longest(THAN)
  const moment = side === undefined ? undefined : readMoment(cursor, now)
  if (moment && side) words.push({ side })
  return moment
}

/** Reads `between A and B`, `from A to B`, `A-B`. */
function readRange(cursor: Cursor, now: number): [SaidMoment, SaidMoment] | undefined {
  const isSaid = cursor.phrase('between|from')
  const from = readMoment(cursor, now)
  if (!from) return undefined
  const isDashed = cursor.isHyphenated || (isDash(cursor) && cursor.take('odd') !== undefined)
  const isJoined = isDashed || (isSaid && cursor.phrase('and|to|until|till|through'))
  // The weekday at the end is the first after the one at the start.
  const to = isJoined ? readMoment(cursor, from.day?.start ?? now) : undefined
  return to && [from, to]
}

function isDash(cursor: Cursor): boolean {
  const token = cursor.peek()
  return token?.kind === 'odd' && /^[-–—]$/.test(token.raw)
}

/** Reads a duration that begins now, or a period that may have begun. */
function readOpen(cursor: Cursor, now: number): Found['open'] {
  const { found, words } = cursor.quote(
    () =>
      cursor.attempt(() => {
        const length = cursor.phrase(FROM_NOW) ? readLength(cursor, true) : undefined
        return length === undefined ? undefined : { length }
      }) ??
      cursor.attempt(() => {
        const span = cursor.phrase('on the|over the|the|this') ? readDayOrPeriod(cursor, now) : undefined
        return span && { span }
      }),
  )
  return found && { ...found, words }
}

function readDayOrPeriod(cursor: Cursor, now: number): Span | undefined {
  return cursor.phrase('day') ? dayAfter(now, 0) : readPeriod(cursor, now)
}
