import { groupDigits } from '../condition/describe.ts'
import { readNumber, SCALE_WORDS, type WrittenNumber } from './numbers.ts'
import { refuse } from './refusal.ts'

/** Where a token stands in the question. */
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

/** A day of the calendar, written as `2026-12-01`, and the time if one follows it: `2026-12-01T12:00:00Z`. */
export interface DateToken extends Place {
  kind: 'date'
  text: string
}

/** A time of day: `12:00`. */
export interface TimeToken extends Place {
  kind: 'time'
  text: string
}

/** An address of Solana, in base58. */
export interface AddressToken extends Place {
  kind: 'address'
  text: string
}

/** Any piece of a question. */
export type Token = AddressToken | WordToken | NumberToken | DateToken | TimeToken

/** A scale after a space belongs to the number before it, as letters do that follow it at once. */
const SUFFIX = String.raw` ?(?:${SCALE_WORDS.join('|')})(?![\p{L}\p{N}])|\p{L}+|%`

/** One alternative a line, tried in this order at every position. */
const LEXER = new RegExp(
  [
    String.raw`(?<address>(?=\d*\p{L})[1-9A-HJ-NP-Za-km-z]{32,44}(?![\p{L}\p{N}]))`,
    String.raw`(?<skip>[\s,]+|(?<=\p{L})-(?=\p{L})|(?<=\p{L})\.(?=\s)|[?!.]+$)`,
    String.raw`(?<date>\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z)?(?![\w-]))`,
    String.raw`(?<slashes>\d+\/\d+(?:\/\d+)?)`,
    String.raw`(?<time>\d{1,2}:\d{2}(?::\d{2})?(?!\w))`,
    '(?<foreign>[€£¥₹₩₿])',
    String.raw`(?<spaced>\d{1,3}(?:['’_ ]\d{3})+(?!\d))`,
    String.raw`(?<dollars>(?:US)?\$ ?)?(?<digits>\d+(?:[.,]\d+)*)(?<suffix>${SUFFIX})?(?<sign> ?\$(?![\p{L}\d]))?`,
    String.raw`(?<word>\$?\p{L}[\p{L}\p{N}]*(?:['’]t)?(?:[./][\p{L}\p{N}]+)*|['’]s?|[<>]=?|[≥≤+()¢])`,
    '(?<other>.)',
  ].join('|'),
  'giuy',
)

/** Cuts a question into tokens; refuses signs that belong to no question we can read. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(LEXER)) {
    const [raw] = match
    const groups = match.groups ?? {}
    if (groups.skip !== undefined) continue
    const place: Place = { raw, start: match.index, end: match.index + raw.length }
    tokens.push(readToken(place, groups))
  }
  return tokens
}

function readToken(place: Place, groups: Record<string, string | undefined>): Token {
  const { raw } = place
  const { address, slashes, date, time, foreign, spaced, digits, suffix = '', word } = groups
  if (address !== undefined) return { kind: 'address', text: address, ...place }
  if (date !== undefined) return { kind: 'date', text: date.toUpperCase(), ...place }
  if (time !== undefined) return { kind: 'time', text: time, ...place }
  if (slashes !== undefined) refuse(`${raw} can be read in two ways`, 'write dates as 2026-12-01')
  if (foreign !== undefined) refuse(`${raw} is another currency`, 'give the value in US dollars, as in $200')
  if (spaced !== undefined) {
    refuse(`${raw} is not a number`, `write ${groupDigits(spaced.replace(/\D/g, ''))}`)
  }
  if (digits !== undefined) {
    const hasSign = groups.dollars !== undefined || groups.sign !== undefined
    return { kind: 'number', ...readNumber(raw, digits, suffix, hasSign), ...place }
  }
  if (word !== undefined) {
    const text = word.toLowerCase().replaceAll('’', "'").replace(/^\$/, '')
    return { kind: 'word', text, cashtag: word.startsWith('$'), ...place }
  }
  return refuse(`the sign ${raw} is not understood`, 'leave it out, or say it in words')
}
