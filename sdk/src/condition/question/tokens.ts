import { InvalidInputError } from '../../errors.ts'
import { formatDecimal, parseDecimal } from '../decimal.ts'
import { refuse } from './refusal.ts'

/** A word, a sign such as `>=`, or the possessive `'s`; in lower case. */
export interface WordToken {
  kind: 'word'
  text: string
  raw: string
}

/** A number, written out: `150k` has the value `150000`. */
export interface NumberToken {
  kind: 'number'
  value: string
  /** Written with a dollar sign. */
  dollars: boolean
  /** Nothing but digits, such as a year or a day could be. */
  bare: boolean
  raw: string
}

/** A day of the calendar, written as `2026-12-01`, and the time if one follows it: `2026-12-01T12:00:00Z`. */
export interface DateToken {
  kind: 'date'
  text: string
  raw: string
}

/** A time of day: `12:00`. */
export interface TimeToken {
  kind: 'time'
  text: string
  raw: string
}

/** An address of Solana, in base58. */
export interface AddressToken {
  kind: 'address'
  text: string
  raw: string
}

/** Any piece of a question. */
export type Token = AddressToken | WordToken | NumberToken | DateToken | TimeToken

const LONGEST_QUESTION = 1_000

/** Powers of ten of what can follow a number. */
const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  t: 12,
  trillion: 12,
}

const ORDINALS: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th'])

/** Tried in this order at every position. */
const LEXER =
  /(?<address>(?=\d*\p{L})[1-9A-HJ-NP-Za-km-z]{32,44}(?![\p{L}\p{N}]))|(?<skip>[\s,]+|\$(?=\p{L})|(?<=\p{L})-(?=\p{L})|[?!.]+$)|(?<date>\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z)?(?![\w-]))|(?<slashes>\d+\/\d+(?:\/\d+)?)|(?<time>\d{1,2}:\d{2}(?::\d{2})?(?!\w))|(?<dollars>(?:US)?\$ ?)?(?<digits>\d+(?:[.,]\d+)*)(?<suffix>\p{L}+|%)?|(?<word>\p{L}[\p{L}\p{N}]*(?:['’]t)?(?:[./][\p{L}\p{N}]+)*|['’]s?|[<>]=?|[≥≤+])|(?<other>.)/giuy

/** Cuts a question into tokens; refuses what belongs to no question we can read. */
export function tokenise(question: string): Token[] {
  if (typeof question !== 'string') refuse('the question must be a text')
  const text = question.trim()
  if (text === '') refuse('the question is empty')
  if (text.length > LONGEST_QUESTION) refuse('the question is too long')
  const tokens: Token[] = []
  for (const match of text.matchAll(LEXER)) {
    const [raw] = match
    const { address, skip, slashes, date, time, digits, word } = match.groups ?? {}
    if (skip !== undefined) continue
    if (address !== undefined) {
      tokens.push({ kind: 'address', text: address, raw })
      continue
    }
    if (slashes !== undefined) refuse(`${raw} can be read in two ways: write dates as 2026-12-01`)
    if (date !== undefined) tokens.push({ kind: 'date', text: date.toUpperCase(), raw })
    else if (time !== undefined) tokens.push({ kind: 'time', text: time, raw })
    else if (digits !== undefined) tokens.push(numberToken(raw, match.groups ?? {}))
    else if (word !== undefined) pushWord(tokens, word, raw)
    else refuse(`the sign ${raw} is not understood`)
  }
  return tokens
}

/** A scale such as `million` belongs to the number before it. */
function pushWord(tokens: Token[], word: string, raw: string): void {
  const text = word.toLowerCase().replaceAll('’', "'")
  const last = tokens.at(-1)
  const scale = Object.hasOwn(SCALES, text) ? SCALES[text] : undefined
  if (last?.kind !== 'number' || scale === undefined) {
    tokens.push({ kind: 'word', text, raw })
    return
  }
  if (!/\d$/.test(last.raw)) refuse(`${last.raw} ${raw} is not a number`)
  tokens[tokens.length - 1] = {
    ...last,
    value: scaled(last.value, scale, `${last.raw} ${raw}`),
    bare: false,
    raw: `${last.raw} ${raw}`,
  }
}

function numberToken(raw: string, groups: Record<string, string | undefined>): NumberToken {
  const { dollars } = groups
  // `December 01` is a day; no other number starts with a zero.
  const digits = (groups.digits ?? '').replace(/^0(?=\d$)/, '')
  const suffix = (groups.suffix ?? '').toLowerCase()
  if (suffix === '%') refuse('percentages are not understood: give the value itself')
  const isOrdinal = ORDINALS.has(suffix)
  const isPlain = suffix === '' || suffix === 'usd' || isOrdinal
  const scale = isPlain ? 0 : Object.hasOwn(SCALES, suffix) ? SCALES[suffix] : undefined
  if (scale === undefined) refuse(`${raw} is not a number`)
  if (suffix === '' && /^[1-9]\d{0,2}\.\d{3}$/.test(digits)) {
    refuse(
      `${digits} can be read in two ways: write thousands as ${digits.replace('.', ',')} and decimals with another 0`,
    )
  }
  if (!/^(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/.test(digits)) refuse(`${digits} is not a number`)
  return {
    kind: 'number',
    value: scaled(digits.replaceAll(',', ''), scale, raw),
    dollars: dollars !== undefined || suffix === 'usd',
    bare: dollars === undefined && (suffix === '' || isOrdinal) && /^\d+$/.test(digits),
    raw,
  }
}

/** `digits × 10^scale`, exactly. */
function scaled(digits: string, scale: number, raw: string): string {
  try {
    const { mantissa, exponent } = parseDecimal(digits)
    return formatDecimal({ mantissa, exponent: mantissa === 0n ? 0 : exponent + scale })
  } catch (error) {
    if (error instanceof InvalidInputError) refuse(`${raw.slice(0, 40)} ${error.reason}`)
    throw error
  }
}
