import { type Claim, readClaim } from './claim.ts'
import type { Cursor } from './cursor.ts'
import { NotUnderstood, refuse } from './refusal.ts'
import { readAsset, readSubject, type Subject } from './subject.ts'
import {
  COMPARISON_PHRASES,
  list,
  MIGRATION_ENDINGS,
  THIRD_PERSON_VERBS,
  VERBS,
  type Verb,
} from './vocabulary.ts'
import { type Clock, readClosingPeriod, readWhen, type Timeframes } from './when.ts'

/** Everything a question says. Only verbs about the bonding curve have no claim. */
export interface Statement {
  subject: Subject
  verb: Verb
  claim?: Claim
  timeframes: Timeframes
  /** The question says `not`, `never` or `fail to`. */
  isNegated: boolean
}

type Opener = 'will' | 'is'

const OPENERS: ReadonlyMap<string, Opener> = new Map([
  ['will', 'will'],
  ['does', 'will'],
  ['do', 'will'],
  ['can', 'will'],
  ['is', 'is'],
  ['are', 'is'],
])

/** Yes to `Won't it?` may mean that it will or that it will not. */
const NEGATIVE_OPENERS = ["won't", "doesn't", "don't", "can't", "isn't", "aren't"]

/** Beginnings of questions that have other answers than yes and no, or none that can be proven. */
const OPEN_QUESTIONS = [
  ...list('when | what | which | who | how | where | why | could | should | would | might | may'),
  ...list('do you think | do we think | i think | i bet'),
]

/** `SOL to $200?` */
const GO_TO: Verb = { kind: 'meet', beyond: false }

/** `Is SOL above …` and `SOL above …` are only clear with the moment they are about. */
const BE_AT_MOMENT: Verb = { kind: 'state', needsMoment: true }

/** Reads a whole question. */
export function readStatement(cursor: Cursor, tokenAddress: string | null, clock: Clock): Statement {
  if (cursor.phrase(...OPEN_QUESTIONS)) {
    refuse('the question cannot be answered with yes or no', 'ask "Will … ?"')
  }
  if (cursor.phrase(...NEGATIVE_OPENERS)) {
    refuse('yes and no could both mean either answer', 'ask "Will … ?" without "not", and bet on No')
  }
  const opener = cursor.longest(OPENERS)
  const subject = readSubject(cursor, tokenAddress)
  if (!subject) throw new NotUnderstood(opener ? 'verb' : 'opening')
  const isNever = cursor.phrase('never')
  const isNegated = isNever || cursor.phrase('not', 'fail to')
  const isEver = isNever || cursor.phrase('ever')
  const verb = readVerb(cursor, opener)
  if (verb.kind === 'migrate' || verb.kind === 'complete') {
    while (cursor.phrase(...MIGRATION_ENDINGS));
    const timeframes = readToEnd(cursor, clock, isEver, false)
    return { subject, verb, timeframes, isNegated }
  }
  requireValue(subject, verb)
  const closes = verb.kind === 'state' && verb.closes === true
  const closing = closes ? readClosingPeriod(cursor, clock) : undefined
  const claim = readClaim(cursor, tokenAddress, verb)
  if (verb.kind === 'last' || verb.kind === 'gain') {
    return { subject, verb, claim, timeframes: new Set(), isNegated }
  }
  const timeframes = readToEnd(cursor, clock, isEver, closes)
  return {
    subject,
    verb,
    claim,
    timeframes: closing ? new Set([...timeframes, closing]) : timeframes,
    isNegated,
  }
}

function readVerb(cursor: Cursor, opener: Opener | undefined): Verb {
  if (opener === 'is' && !cursor.phrase('going to')) {
    if (cursor.startsWith(COMPARISON_PHRASES)) return BE_AT_MOMENT
    throw new NotUnderstood('verb')
  }
  if (opener === undefined && !cursor.phrase('to')) {
    const verb = cursor.longest(THIRD_PERSON_VERBS)
    if (verb) return verb
    if (cursor.startsWith(COMPARISON_PHRASES)) return BE_AT_MOMENT
    throw new NotUnderstood('opening')
  }
  const verb = cursor.longest(VERBS)
  if (verb) return verb
  if (opener === undefined && cursor.peek()?.kind === 'number') return GO_TO
  if (readAsset(cursor) || cursor.phrase('and', 'or', 'vs', 'versus')) {
    refuse('the question names more than one asset', 'ask about one')
  }
  if (cursor.startsWith(COMPARISON_PHRASES)) {
    refuse('the question has no verb', 'say "be above", "rise above" or "fall below"')
  }
  throw new NotUnderstood('verb')
}

/** Refuses verbs that name no value of an asset; what else goes up or beats another is no asset. */
function requireValue({ entity }: Subject, verb: Verb): void {
  if (verb.kind !== 'vague' && verb.kind !== 'compare') return
  if (entity?.kind === 'name') throw new NotUnderstood('verb')
  if (verb.kind === 'vague') {
    refuse('the question names no value', 'give the value itself, as in "rise above $200"')
  }
  const instead = 'give the value itself: say "rise above" with a price or a market cap in US dollars'
  refuse('the question compares with another asset', instead)
}

/** Reads when, which must end the question. */
function readToEnd(cursor: Cursor, clock: Clock, isEver: boolean, closes: boolean): Timeframes {
  const timeframes = readWhen(cursor, clock, closes)
  if (cursor.peek()?.kind === 'number') refuse('the question names two values', 'ask about one')
  if (!cursor.isAtEnd) throw new NotUnderstood('rest')
  return isEver ? new Set([...timeframes, 'any' as const]) : timeframes
}
