// Reads a whole question: opening, subject, verb, claim and times.

import type { Clock } from './calendar.ts'
import { type Claim, readClaim, readHolding } from './claim.ts'
import type { Cursor } from './cursor.ts'
import { combine, table } from './phrases.ts'
import { COMPARE, GIVE_VALUE, NotUnderstood, refuse } from './refusal.ts'
import { readAsset, readSubject, type Subject } from './subject.ts'
import { readValue, startsWithValue } from './value.ts'
import { GERUND_VERBS, THIRD_PERSON_VERBS, VERBS, type Verb } from './verbs.ts'
import { COMPARISON_PHRASES, MIGRATION_ENDINGS } from './vocabulary.ts'
import * as when from './when.ts'

/** The parts of a question. Only verbs about the bonding curve have no claim. */
export interface Statement {
  subject: Subject
  verb: Verb
  claim?: Claim
  timeframes: when.Timeframes
  /** The question says `not`, `never` or `fail to`. */
  isNegated: boolean
}

/** How a question begins: `Will SOL …`, `Is SOL …`, `Will we see SOL …`. */
type Opener = 'will' | 'is' | 'see'

export const OPENERS = table<Opener>(
  ['will', 'will|does|do|can'],
  ['is', 'is|are'],
  ['see', 'will we see|will we get|are we going to see|can we see'],
)

/** After its subject: `SOL will hit …`, `SOL to hit …`. */
export const LATE_OPENERS = 'to|will|is going to|going to'

/** Phrases that ask for an opinion; they are skipped. */
export const OPINIONS = [
  combine('do you|you|anyone|does anyone|i', 'think|think that|believe|bet|say|predict'),
  combine('what are the odds|what are the chances|any chance|is there a chance', '|that|of'),
  'think|odds of',
].join('|')

/** `flip $200` */
const CROSS: Verb = { kind: 'meet', beyond: true }

/** `SOL to $200?` */
const GO_TO: Verb = { kind: 'meet', beyond: false }

/** `Is SOL above …` and `SOL above …` are only clear with a moment. */
const BE_AT_MOMENT: Verb = { kind: 'state', needsMoment: true }

/** Reads a whole question. */
export function readStatement(cursor: Cursor, tokenAddress: string | null, clock: Clock): Statement {
  const said: when.SaidTimes = { dates: [], times: [], timePrepositions: [], timeframes: new Set() }
  when.readTimes(cursor, clock, said)
  cursor.phrase(OPINIONS)
  refuseOpening(cursor)
  const opener = cursor.longest(OPENERS)
  const mayBeShort = opener === undefined || opener === 'see'
  const short =
    (mayBeShort ? readValueFirst(cursor) : undefined) ??
    cursor.attempt(() => readHolding(cursor, tokenAddress, mayBeShort))
  if (short) return { ...short, timeframes: readToEnd(cursor, clock, said, false, false), isNegated: false }
  const subject = readSubject(cursor, tokenAddress) ?? readUnnamed(cursor, opener, tokenAddress)
  if (!subject) throw new NotUnderstood(opener ? 'verb' : 'opening')
  when.readTimes(cursor, clock, said)
  const isNever = cursor.phrase('never')
  const isNegated = isNever || cursor.phrase('not|fail to')
  if (cursor.phrase('ever')) said.timeframes.add('ever')
  cursor.phrase('manage to|be able to')
  const named = readVerb(cursor, opener, subject)
  // "Flip $4,000" is to cross it; "flip ETH" compares.
  const verb = named.kind === 'compare' && startsWithValue(cursor) ? CROSS : named
  if (verb.kind === 'migrate' || verb.kind === 'complete') {
    while (cursor.phrase(MIGRATION_ENDINGS));
    return { subject, verb, timeframes: readToEnd(cursor, clock, said, isNever, false), isNegated }
  }
  requireValue(cursor, subject, verb)
  const closes = verb.kind === 'state' && verb.closes === true
  const closing = closes ? when.readClosingPeriod(cursor, clock) : undefined
  const claim = readClaim(cursor, tokenAddress, verb)
  if (verb.kind === 'last' || verb.kind === 'gain') {
    return { subject, verb, claim, timeframes: new Set(), isNegated }
  }
  if (closing) said.timeframes.add(closing)
  return { subject, verb, claim, timeframes: readToEnd(cursor, clock, said, isNever, closes), isNegated }
}

function refuseOpening(cursor: Cursor): void {
  const { found, replaced } = cursor.quote(() => cursor.phrase('could|should|would|might|may'))
  if (found) {
    refuse('the question asks what is possible or wanted', 'ask "Will … ?"', replaced('Will'))
  }
  if (cursor.phrase('when|what|which|who|how|where|why')) {
    refuse('the question cannot be answered with yes or no', 'ask "Will … ?"')
  }
  if (cursor.phrase('did|was|were|has|have')) {
    refuse('the question is about the past', 'ask what is to come, with "Will … ?"')
  }
  // Yes to `Won't it?` is ambiguous.
  if (cursor.phrase("won't|doesn't|don't|can't|isn't|aren't")) {
    refuse('Yes and No would both be ambiguous', 'ask "Will … ?" without "not", and bet on No')
  }
}

/** Reads `$200 SOL`, `100k bitcoin`: a price of the asset. A bare number before it would be an amount. */
function readValueFirst(cursor: Cursor): Pick<Statement, 'subject' | 'verb' | 'claim'> | undefined {
  return cursor.attempt(() => {
    const number = cursor.peek()
    if (number?.kind !== 'number' || number.isAmount) return undefined
    const value = readValue(cursor, false)
    const entity = value && readAsset(cursor)
    if (!entity || cursor.startsWith(VERBS) || cursor.startsWith(THIRD_PERSON_VERBS)) return undefined
    return { subject: { entity }, verb: GO_TO, claim: { value, isInexact: false, isNegative: false } }
  })
}

/** The subject of `graduates today?`: without a name it is the market's token. */
function readUnnamed(
  cursor: Cursor,
  opener: Opener | undefined,
  tokenAddress: string | null,
): Subject | undefined {
  const isHeadline = opener === undefined && tokenAddress !== null
  return isHeadline && cursor.startsWith(MIGRATION_HEADLINES) ? { entity: { kind: 'token' } } : undefined
}

/** `graduates`, `bonded`: what a headline about a token can begin with. */
const MIGRATION_HEADLINES: ReadonlyMap<string, Verb> = new Map(
  [...THIRD_PERSON_VERBS].filter(([, { kind }]) => kind === 'migrate'),
)

function readVerb(cursor: Cursor, opener: Opener | undefined, { entity }: Subject): Verb {
  if (opener === 'is' && !cursor.phrase('going to')) {
    const verb = cursor.longest(GERUND_VERBS)
    if (verb) return verb
    if (cursor.startsWith(COMPARISON_PHRASES)) return BE_AT_MOMENT
    throw new NotUnderstood('verb')
  }
  const isHeadline = opener === undefined && !cursor.phrase(LATE_OPENERS)
  if (isHeadline || opener === 'see') {
    const verb = cursor.longest(isHeadline ? THIRD_PERSON_VERBS : VERBS) ?? cursor.longest(GERUND_VERBS)
    if (verb) return verb
    if (cursor.attempt(() => readBareState(cursor))) return BE_AT_MOMENT
    if (isHeadline && cursor.peek()?.kind === 'number') return GO_TO
    throw new NotUnderstood('opening')
  }
  const verb = cursor.longest(VERBS)
  if (verb) return verb
  if (opener !== 'will' && startsWithValue(cursor)) return GO_TO
  if (readAsset(cursor) || (entity?.kind === 'asset' && cursor.phrase('and|or|vs|versus'))) {
    refuse('the question names more than one asset', 'ask about one')
  }
  if (cursor.startsWith(COMPARISON_PHRASES)) {
    refuse('the question has no verb', 'say "be above", "rise above" or "fall below"')
  }
  throw new NotUnderstood('verb')
}

/** Reads the verb of a headline before `above $200` or `at $200`, which may be missing. */
function readBareState(cursor: Cursor): true | undefined {
  cursor.phrase('is|back|is back')
  const isPriced = cursor.word() === 'at' && cursor.peek(1)?.kind === 'number'
  return isPriced || cursor.startsWith(COMPARISON_PHRASES) ? true : undefined
}

/** Refuses verbs without a value, if the subject is an asset. */
function requireValue(cursor: Cursor, { entity }: Subject, verb: Verb): void {
  if (verb.kind !== 'vague' && verb.kind !== 'compare') return
  if (entity?.kind === 'name') throw new NotUnderstood('verb')
  if (verb.kind === 'vague' && cursor.startsWith(COMPARISON_PHRASES)) {
    refuse('the question compares in two ways', 'say "rise above" or "fall below"')
  }
  if (verb.kind === 'vague') refuse('the question names no value', COMPARE)
  refuse('the question compares with another asset', `${GIVE_VALUE}, or a market cap`)
}

/** Reads the times, after which the question must end. */
function readToEnd(cursor: Cursor, clock: Clock, said: when.SaidTimes, isNever: boolean, closes: boolean) {
  when.readTimes(cursor, clock, said)
  cursor.phrase('or no|or not|yes or no')
  if (cursor.peek()?.kind === 'number') refuse('the question names two values', 'ask about one')
  if (!cursor.isAtEnd) throw new NotUnderstood('rest')
  const timeframes = when.settleTimes(said, clock, closes)
  return isNever ? new Set([...timeframes, 'any' as const]) : timeframes
}
