// Splits a question into tokens.

import { groupDigits } from '../core/condition/describe.ts'
import { DAY, HOUR } from './calendar.ts'
import { readNumber, SCALE_WORDS, scaled, type WrittenNumber } from './numbers.ts'
import { Refusal } from './refusal.ts'
import { readClockTime } from './zones.ts'

/** The position of a token in the question. */
interface Place {
  raw: string
  start: number
  end: number
}

/** A word, a sign such as `>=`, a bracket, or the possessive `'s`; in lower case. */
export interface WordToken extends Place {
  kind: 'word'
  text: string
  /** Written as `$BONK`. */
  cashtag: boolean
}

/** A number. */
export interface NumberToken extends Place, WrittenNumber {
  kind: 'number'
}

/** A day of the calendar in numbers: `2026-12-01`, `31.12.2026`, `12/31`, and the time if one follows an ISO date. */
export interface DateToken extends Place {
  kind: 'date'
  text: string
}

/** A time of day: `12:00`, `5pm`. */
export interface TimeToken extends Place {
  kind: 'time'
  /** Seconds since midnight. */
  seconds: number
  /** Written with a `Z`. */
  isUtc: boolean
}

/** A duration: `24 hours`, `7d`. In milliseconds. */
export interface DurationToken extends Place {
  kind: 'duration'
  length: number
  /** The unit it is given in, in milliseconds. */
  unit: number
}

/** An address of Solana, in base58. */
export interface AddressToken extends Place {
  kind: 'address'
  text: string
}

/** Text that no question about an asset can have: a percentage, another currency, an odd sign. */
export interface OddToken extends Place {
  kind: 'odd'
  refusal: Refusal
}

/** Any piece of a question. */
export type Token = AddressToken | WordToken | NumberToken | DateToken | TimeToken | DurationToken | OddToken

const UNITS: Record<string, number> = {
  m: HOUR / 60,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
  f: 14 * DAY,
  mo: 30 * DAY,
  y: 365 * DAY,
}

/** Milliseconds in the unit of a duration, which its first letters tell. */
export function unitOf(duration: string): number {
  return UNITS[/mo|[a-z]/i.exec(duration)?.[0].toLowerCase() ?? ''] ?? HOUR
}

/** The scale after a number, with or without a space, or letters that follow it directly. */
const SUFFIX = String.raw` ?(?:${SCALE_WORDS.join('|')})(?![\p{L}\p{N}])|\p{L}+| ?%`

/** One alternative per line, tried in this order at every position. */
const LEXER = new RegExp(
  [
    String.raw`(?<address>(?=\d*\p{L})[1-9A-HJ-NP-Za-km-z]{32,44}(?![\p{L}\p{N}]))`,
    String.raw`(?<skip>[\s,"“”„«»\p{Extended_Pictographic}\ufe0f]+|#(?=\p{L})|(?<=\p{L})-(?=[\p{L}$\d])|[–—](?=\s)|(?<=\p{L})\.(?=\s|$)|[?!.]+(?=[\s"”»\p{Extended_Pictographic}\ufe0f]*$))`,
    String.raw`(?<date>\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z)?(?![\w-])|\d{1,2}(?<separator>[./-])\d{1,2}\k<separator>(?:\d{4}|\d{2})(?![\w/-])|\d{4}\/\d{1,2}\/\d{1,2}(?![\w/])|(?<=\b(?:on|by|before|until) +)\d{1,2}\/\d{1,2}(?![\w/]))`,
    String.raw`(?<fraction>\d{1,2}\/\d{1,2}(?![\w/]))`,
    String.raw`(?<time>\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?|Z)?(?!\w)|\d{1,2} ?[ap]\.?m\b\.?(?!\w))`,
    String.raw`(?<duration>\d{1,3} ?-?(?:h|hrs?|hours?|d|days?|weeks?|mins?|minutes?|months?|mos|years?|yrs?)(?!\w))`,
    String.raw`(?<zone>(?:UTC|GMT) ?[+-]\d{1,2}(?::?\d{2})?(?!\w))`,
    String.raw`(?<spaced>\d{1,3}(?:['’_ ]\d{3})+(?!\d))`,
    String.raw`(?<scientific>\d+(?:\.\d+)?e-?\d{1,2}(?![\p{L}\p{N}]))`,
    String.raw`(?<dollars>(?:USD?)?\$ ?|USD ?(?=[\d.]))?(?<digits>\d+(?:[.,]\d+)*|\.\d+)(?<suffix>${SUFFIX})?(?<sign> ?\$(?![\p{L}\d]))?`,
    String.raw`(?<foreign>[^\P{Sc}$¢]|\p{L}+\$(?= ?[\d.]))`,
    String.raw`(?<word>\$?\p{L}[\p{L}\p{N}]*(?:['’]t)?(?:[./][\p{L}\p{N}]+)*|['’]s?|[<>]=?|[≥≤+()¢@])`,
    '(?<other>.)',
  ].join('|'),
  'giuy',
)

/** Splits a question into tokens. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  let odd: OddToken | undefined
  for (const match of text.matchAll(LEXER)) {
    const [raw] = match
    const groups = match.groups ?? {}
    if (groups.skip !== undefined) continue
    const place: Place = { raw, start: match.index, end: match.index + raw.length }
    // Only the first odd sign is refused, and making a refusal takes time.
    const token = groups.other !== undefined && odd ? { ...odd, ...place } : readToken(place, groups, text)
    if (token.kind === 'odd') odd = token
    tokens.push(token)
  }
  return tokens
}

function readToken(place: Place, groups: Record<string, string | undefined>, text: string): Token {
  try {
    return readKnown(place, groups, text)
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'odd', refusal: error, ...place }
    throw error
  }
}

function readKnown(place: Place, groups: Record<string, string | undefined>, text: string): Token {
  const { raw } = place
  const { address, date, fraction, time, duration, zone, foreign } = groups
  const { spaced, scientific, digits, suffix = '', word } = groups
  if (address !== undefined) return { kind: 'address', text: address, ...place }
  if (date !== undefined) return { kind: 'date', text: date.toUpperCase(), ...place }
  if (time !== undefined) return { kind: 'time', ...readClockTime(time), ...place }
  if (duration !== undefined) {
    const unit = unitOf(duration)
    return { kind: 'duration', length: Number.parseInt(duration, 10) * unit, unit, ...place }
  }
  if (zone !== undefined)
    return { kind: 'word', text: zone.toLowerCase().replaceAll(' ', ''), cashtag: false, ...place }
  const instead = (better: string) => text.slice(0, place.start) + better + text.slice(place.end)
  if (foreign !== undefined) {
    const reason = `${raw} is another currency: give the value in US dollars, as in US$200`
    throw new Refusal(reason, [instead('US$')])
  }
  if (fraction !== undefined) {
    throw new Refusal(`${raw} is not a number: write it with decimals, or a date as December 1, 2026`)
  }
  const [mantissa = '', exponent] = scientific?.toLowerCase().split('e') ?? []
  const plain = spaced?.replace(/\D/g, '') ?? (scientific && scaled(mantissa, Number(exponent), raw))
  if (plain !== undefined) {
    const better = groupDigits(plain)
    throw new Refusal(`${raw} is not a number: write ${better}`, [instead(better)])
  }
  if (digits !== undefined) {
    const hasSign = groups.dollars !== undefined || groups.sign !== undefined
    return { kind: 'number', ...readNumber(raw, digits, suffix, hasSign), ...place }
  }
  if (word !== undefined) {
    const lower = word.toLowerCase().replaceAll('’', "'").replace(/^\$/, '')
    return { kind: 'word', text: lower, cashtag: word.startsWith('$'), ...place }
  }
  if (/[?!.]/.test(raw)) {
    throw new Refusal(`there is more text after the sign ${raw}: ask one question`)
  }
  throw new Refusal(`the sign ${raw} is not understood: leave it out`)
}
