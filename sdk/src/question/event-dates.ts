// Finds every date in the words of an event, and compares it with the market's expiry.

import { formatMoment } from '../core/condition/time.ts'
import type { Timing } from '../core/condition/types.ts'
import * as calendar from './calendar.ts'
import { readTimeOfDay, requireTime, type TimeOfDay } from './clock.ts'
import type { Cursor } from './cursor.ts'
import { readDate } from './dates.ts'
import { readDuration, readNextPeriod } from './periods.ts'
import { OtherTime, Refusal, refuse } from './refusal.ts'
import { NUMBER_WORDS } from './value.ts'
import type { Timeframe } from './vocabulary.ts'
import { type FoundDate, PREPOSITIONS, readDatePhrase, refuseQuarter } from './when.ts'

/** Refuses words whose dates no single expiry fits. */
export class NoSingleDate extends Refusal {}

/** A date of an event and the moment that it ends. */
interface EventDate {
  words: string
  span: calendar.Span
  ends: readonly number[]
  isDay: boolean
}

/** Words before a date that make it no end: `after Friday`, `the fourth of July`, and if it is bare `last Friday`. */
const NO_END =
  /\b(?:(?:after|since|from|starting|between|early|late|mid|halfway|past|beyond|into|around|circa|about|near|not?|up to|a week|(?:by|before|until) the year|later than|as \p{L}+ as)(?: in| on| the)*|(?:first|second|third|half|quarters?|middle|beginning|start|turn|eve|part|ides|days?|weeks?|(?!mon)\p{L}+th|H[12])(?: \p{L}+)? of(?: the)?)[\s-]*$|\d[/–-]$/iu
const NO_WHOLE = /\b(?:every|each|last|next|fiscal|fiscal year|FY|H[12]|[12]H)\s*$/i

/** Days that are no single one, or not the next: `a Friday`, `Good Friday`, `the first Monday`. */
const SOME_DAY =
  /\b(?:an?|any|some|one|good|ash|palm|holy|super|first|second|third|fourth|fifth|\d(?:st|nd|rd|th)) \p{L}+day$/iu

/** Words after a date that make it another: `Friday week`, `2026-27`, `2027's end`; after a month also `July the fourth`. */
const OTHER_DATE = /^(?:[/–-]\d|(?:['’]s)? (?:week|fortnight|after next|end|begins|starts|[AP]M|EOB)\b)/
const ORDINALS = '(?:first|second|thir|twent|\\p{L}+teen|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf)th)'
const ORDINAL = new RegExp(`^ (?:the )?${ORDINALS}`, 'iu')

/** Words before `before Christmas` that make it no end: `two days`. */
const NO_START = /(?:day|week|fortnight|month|year|hour)s? $/i

const DEADLINE = String.raw`\b(?:by|before|until|till|in|on|at|come|during|over|within|for|this|next)(?: the| early| late| mid| \p{L}+ of)* `
const MONTHS = [...calendar.MONTH_INDEX.keys()].join('|')
const UNIT = '(?:hour|day|week|fortnight|month|year)s?'

const TIME_OF_DAY = 'dawn|sun(?:rise|set|down)|lunch(?:time)?|morning|afternoon|evening|close of business|COB'
const CLOCK = String.raw`(?:\d\d?|${[...NUMBER_WORDS.keys()].join('|')})`

/** Times that no single moment ends: `by summer`, `the '28 election`, `in week 12`, `the next few days`, `by Dec31`. */
const VAGUE = new RegExp(
  String.raw`${DEADLINE}(?:(?:spring|summer|autumn|fall|winter|season|holidays|easter|ramadan|eid|diwali|hanukkah|midterms|solstice|${TIME_OF_DAY})\b(?! \d\b| people| olym)|` +
    String.raw`(?:(?:a )?(?:decade|century)|(?:fiscal|new) year|week \d+|year \d{4}|2[1-9]\d\d|\d\d$)\b(?! (?:people|votes|points|goals))|\p{L}+ (?:new year|christmas|thanksgiving))` +
    String.raw`|\b(?:spring|summer|autumn|winter|fall of)(?: of)? …|… (?:${TIME_OF_DAY})\b` +
    String.raw`|['’]\d\d\b(?!['’])|\b(?:few|couple of|several|half an?|coming|more|another(?: \w+)?) ${UNIT}\b` +
    String.raw`|\b(?:(?:within|inside|next)(?: [\p{L}\d-]+){0,4}|in(?: [\p{L}\d-]+){1,4}) ${UNIT}\b` +
    String.raw`|\b${UNIT} from now\b|\b(?:rest|turn|31st|30th) of (?:the|this) ${UNIT}\b|\b(?:this|next) (?:week|month|year|season)s\b` +
    String.raw`|\b20\d0s\b|\b(?:twenty|two thousand(?: and)?)[ -]t|\b20\d\d\.\d|\b\d{8}\b|\p{L}20\d\d\b|\bFY\d|\b(?:H[12]|[12]H)(?:\b|\d\d)|\b20\d\dQ` +
    String.raw`|\b(?:${MONTHS})\.?\d|\d(?:${MONTHS})\b|\b(?:by|on|before|until) (?:[1-3]?\d\.(?:0[1-9]|1[0-2])\.?$|\d\d?-\d|the ${ORDINALS}\w*$)|\d[.h]?\d\d ?(?:[ap]m|utc|gmt)\b` +
    String.raw`|\bweekend|\bovernight|\blifetime|\b2mo?ro|\bo['’]clock|\b(?:half|quarter) (?:past|to)\b|(?:by|at|before) ${CLOCK} …|…,? (?:at )?\d[\d/]*h?\b(?! ?\p{L})` +
    String.raw`|\b(?:by|before|until|till) (?:[\p{L}.'’]+ ){1,3}day\b|\d de \p{L}`,
  'iu',
)

/** The same of names: `on Labor Day`, but not `on the same day`; `MWC27`. */
const NAMED_DAY = /\b(?:on|this|next) (?:the )?(?:\p{Lu}[\p{L}.'’]* ){1,4}Day\b|\b\p{Lu}{2,}2\d\b/u

/** Words before a number that make it an amount, if a word follows it. */
const AMOUNT = /(?:\b(?:than|over|above|under|below|least|most|about|around|exactly|to)|[<>=#])\s*$/i

/** Names of days and months that are also other words, unless words before them say which they are. */
const OTHER_WORDS = /^(?:sun|sat|mon|wed|mar|march|may|jan)$/i
const DATED = /(?:\b(?:this|next|mid|early|late|20\d\d)[\s,-]+|\bthe (?!sun$))\p{L}+$/iu

/**
 * Requires that every date in the words of an event is the market's expiry. A day, a month or a year means its end, and
 * counts only if no finer date that lies in it is named too.
 *
 * @param cursor - is at the beginning of the question
 * @param isRefused - whether the words that come next, which are no date, cannot be in an event
 * @returns `undefined` if there are such words
 * @throws OtherTime if the words name another time
 * @throws NoSingleDate if no single expiry fits all dates
 */
export function readEventDates(
  cursor: Cursor,
  clock: calendar.Clock,
  isRefused: (cursor: Cursor) => boolean,
): { timing: Timing } | undefined {
  const text = cursor.rest()
  const dates: EventDate[] = []
  const times: TimeOfDay[] = []
  const lengths: { words: string }[] = []
  let timeframe: Timeframe | undefined
  while (!cursor.isAtEnd) {
    const time = cursor.attempt(() => readEventTime(cursor))
    if (time) times.push(time)
    const { found: said, words } = cursor.quote(() => (time ? undefined : readDuration(cursor, clock)))
    if (said) lengths.push({ words })
    timeframe = said ?? timeframe
    const found = time || said ? undefined : cursor.attempt(() => readEventDate(cursor, clock))
    if (found) {
      dates.push(toEventDate(found))
      timeframe = found.preposition === 'at' ? 'at' : 'by'
    }
    if (time || said || found) continue
    if (isRefused(cursor)) return undefined
    cursor.skip()
  }
  const unread = [...dates, ...times, ...lengths].reduce((rest, { words }) => rest.replace(words, '…'), text)
  const [vague] = VAGUE.exec(unread) ?? NAMED_DAY.exec(unread) ?? []
  if (vague !== undefined) refuseSeveral([{ words: vague }], clock)
  const finest = dates.filter((date) => !dates.some((other) => isWithin(other, date)))
  const [time, ...more] = times
  if (more.length > 0) refuseSeveral(times, clock)
  if (time) {
    const days = finest.map(({ span }) => span)
    if (finest.some(({ isDay }) => !isDay)) refuseSeveral([time, ...finest], clock)
    requireTime(time, days, clock)
  } else requireEnds(finest, clock)
  return { timing: timeframe === 'at' || (time && !timeframe) ? 'atExpiry' : 'byExpiry' }
}

/** Requires that the market expires when every date ends, or in the minute before. */
function requireEnds(dates: readonly EventDate[], clock: calendar.Clock): void {
  const expiry = clock.expireAt.getTime()
  const isEnd = (moment: number, { ends }: EventDate) => ends.some((end) => calendar.isEndOf(end, moment))
  const other = dates.find((date) => !isEnd(expiry, date))
  if (!other) return
  const [meant = 0] = other.ends
  if (!dates.every((date) => isEnd(meant, date))) refuseSeveral(dates, clock)
  if (meant <= clock.now.getTime()) {
    const expires = `the market expires at ${formatMoment(clock.expireAt)}`
    const instead = `name the date that it expires, ${calendar.longDate(clock.expireAt)}`
    throw new NoSingleDate(`"${other.words}" is over, but ${expires}: ${instead}`)
  }
  const end = new Date(meant)
  const said = `"${other.words}" ends at ${formatMoment(end)}`
  throw new OtherTime(said, end, clock, 'change that time, or name one date')
}

function refuseSeveral(found: readonly { words: string }[], { expireAt }: calendar.Clock): never {
  const words = found.map((one) => `"${one.words}"`).join(' and ')
  throw new NoSingleDate(`no single expiry fits ${words}: ${nameOne(expireAt)}`)
}

function nameOne(expireAt: Date): string {
  return `name one date, as in "by ${calendar.longDate(expireAt)}"`
}

/** Whether a date lies in another, longer one. */
function isWithin({ span: inner }: EventDate, { span: outer, isDay }: EventDate): boolean {
  const isShorter = inner.end - inner.start < outer.end - outer.start
  return !isDay && isShorter && outer.start <= inner.start && inner.end <= outer.end
}

function toEventDate({ preposition, span, words, date, replaced }: FoundDate): EventDate {
  if (preposition === 'by') refuseQuarter(span, date, replaced)
  const isStart = preposition === 'by' || /^(?:up )?(?:un)?till? /i.test(words)
  const isBefore = preposition === 'before' || (isStart && span.isPeriod)
  const endOf = ({ start, end }: calendar.Span) => (isBefore ? start : end)
  const ends = [endOf(span), ...(span.or ? [endOf(span.or)] : [])]
  // `before 2027` is no period in which a finer date could lie.
  return {
    words,
    span: isBefore ? { ...span, end: span.start } : span,
    ends,
    isDay: !span.isPeriod || isBefore,
  }
}

/** Reads a time of day that is said to be one: `by 5pm`, `9:30 UTC`, but not a `2:05` alone. */
function readEventTime(cursor: Cursor): TimeOfDay | undefined {
  const preposition = cursor.longest(PREPOSITIONS)
  const time = readTimeOfDay(cursor)
  if (!time) return undefined
  const isBare = preposition === undefined || preposition === 'in'
  return isBare && !time.zone && /\d$/.test(time.words) ? undefined : time
}

function readEventDate(cursor: Cursor, clock: calendar.Clock): FoundDate | undefined {
  const found = readDatePhrase(cursor, clock) ?? readLooseDate(cursor, clock)
  if (!found) return undefined
  const { words, date, after, span, preposition } = found
  // The words that matter are near: to search all would take long for each of many dates.
  const before = found.before.slice(-40)
  const isBare = words === date
  const isEnd = !NO_END.test(before)
  const isWord = isBare && isEnd && OTHER_WORDS.test(words) && !DATED.test(before + words)
  const isAmount = /^\d{4}$/.test(words) && AMOUNT.test(before) && /^\s+\p{L}/u.test(after)
  if (isWord || (isBare && isAmount)) return undefined
  // `the 1st` is a day only at the end of something: not in `the 1st half`.
  if (/^(?:the )?\d+\p{L}+$/iu.test(date) && /^\s+\p{L}/u.test(after)) return undefined
  const isPart =
    !isEnd ||
    (isBare && (NO_WHOLE.test(before) || SOME_DAY.test(before + words))) ||
    (preposition === 'before' && NO_START.test(before)) ||
    /^in (?:the )?new year$/i.test(words)
  if (isPart || OTHER_DATE.test(after) || (span.isPeriod && ORDINAL.test(after))) {
    const said = `"${/\S*\s*$/.exec(before)?.[0] ?? ''}${words}"`
    throw new NoSingleDate(`${said} is not the end of something: ${nameOne(clock.expireAt)}`)
  }
  const isName = calendar.HOLIDAYS.has(words.toLowerCase()) && !/\b(?:this|next|over) $/i.test(before)
  if (isBare && isName) return undefined
  return found
}

/** Reads dates that only events take: a month or a year alone, `next week`, `tonight`, `this weekend`. */
function readLooseDate(cursor: Cursor, { now }: calendar.Clock): FoundDate | undefined {
  const after = now.getTime()
  refuseNextWeekday(cursor, after)
  const { found: span, ...quoted } = cursor.quote(() => {
    if (cursor.phrase('tonight|this evening')) return calendar.dayAfter(after, 0)
    return readNextPeriod(cursor, after) ?? readDate(cursor, after)
  })
  return span && { preposition: 'in', span, date: quoted.words, ...quoted }
}

/** Refuses `next Friday`, which is this week's for some and next week's for others. */
function refuseNextWeekday(cursor: Cursor, after: number): void {
  const { found, words, before, replaced } = cursor.quote(() =>
    cursor.phrase('next') ? cursor.longest(calendar.WEEKDAY_INDEX) : undefined,
  )
  if (found === undefined) return
  const ahead = (found - new Date(after).getUTCDay() + 7) % 7 || 7
  const days = [ahead, ahead + 7].map((days) =>
    calendar.longDate(new Date(calendar.dayAfter(after, days).start)),
  )
  const word = /\b(?:by|on|before|until)\s+$/i.test(before) ? '' : 'on '
  const questions = days.map((day) => replaced(word + day))
  refuse(`"${words}" can be read in two ways`, `write ${days.join(' or ')}`, ...questions)
}
