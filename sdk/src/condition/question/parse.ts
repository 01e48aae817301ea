import { InvalidInputError } from '../../errors.ts'
import { type Moment, toDate } from '../time.ts'
import type { Condition, Timing } from '../types.ts'
import type { ConditionContext } from '../validate.ts'
import { validateCondition } from '../validate.ts'
import { readClaim } from './claim.ts'
import { Cursor } from './cursor.ts'
import { derive } from './derive.ts'
import { Refusal, refuse } from './refusal.ts'
import { notUnderstood, readAsset, readSubject } from './subject.ts'
import { tokenise } from './tokens.ts'
import { COMPARISON_PHRASES, MIGRATION_ENDINGS, REFUSED_WORDS, VERBS, type Verb } from './vocabulary.ts'
import { readWhen, type When } from './when.ts'

/** A condition, or why the question does not say one. */
export type QuestionResult = { ok: true; condition: Condition } | { ok: false; reason: string }

/** What a question is read with. */
export interface QuestionContext extends ConditionContext {
  /** When the market expires; a date in the question must agree with it. */
  expireAt: Moment
}

/** Questions of every kind that {@link parseQuestion} understands. */
export const QUESTION_EXAMPLES: readonly string[] = [
  'Will SOL be above $250 at expiry?',
  'Will BTC hit $150k before expiry?',
  "Will BONK's market cap exceed $3 billion at any time?",
  'Will this token reach 1,000 holders?',
  'Will this token migrate to PumpSwap?',
  "Will this token's supply be below 900 million at expiry?",
]

/**
 * Derives a condition from an ordinary English question. Every word must be understood: what is ambiguous
 * is refused with a reason, never guessed.
 *
 * - `reach`, `hit`, `exceed`, `fall below` and the like are by expiry, at any time; they mean rising to a
 *   value unless they speak of falling. `be`, `close`, `trade`, `stay` and the like are at expiry, unless the
 *   question says "at any time".
 * - Values are US dollars; `k`, `m`, `b`, `million` and thousands separators are understood.
 * - Holders, supply and migration are those of `tokenAddress`, whatever the question calls the token.
 * - A token that is not in the feed table has no price here: a condition with a feed must be given.
 * - To graduate, to bond and to migrate are one: the token's PumpSwap pool must exist. A completed bonding
 *   curve alone is not enough.
 * - A holder has at least one base unit.
 */
export function parseQuestion(question: string, context: QuestionContext): QuestionResult {
  const expireAt = toDate(context.expireAt)
  try {
    const condition = read(question, context.tokenAddress ?? undefined, expireAt)
    validateCondition(condition, context)
    return { ok: true, condition }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message }
    if (error instanceof InvalidInputError) return { ok: false, reason: `${error.field} ${error.reason}` }
    throw error
  }
}

function read(question: string, tokenAddress: string | undefined, expireAt: Date): Condition {
  const tokens = tokenise(question)
  for (const token of tokens) {
    const objection = token.kind === 'word' ? REFUSED_WORDS.get(token.text) : undefined
    if (objection !== undefined) refuse(`"${token.raw}" ${objection}`)
  }

  const cursor = new Cursor(tokens)
  const opener = cursor.phrase('will') ? 'will' : cursor.phrase('is', 'are') ? 'is' : undefined
  const subject = readSubject(cursor, tokenAddress)
  if (opener !== 'will' && !cursor.phrase(opener === 'is' ? 'going to' : 'to')) {
    refuse(`${notUnderstood(cursor, 'the question says nothing')}: ask "Will … ?"`)
  }
  const isEver = cursor.phrase('ever')
  const verb = cursor.longest(VERBS) ?? refuse(unknownVerb(cursor))
  if (verb.kind === 'unclear') {
    refuse('the question does not say in which direction: say "rise above" or "fall below"')
  }
  if (verb.kind === 'migrate') {
    while (cursor.phrase(...MIGRATION_ENDINGS));
    const timing = migrationTiming(verb, readToEnd(cursor, expireAt, isEver))
    return derive({ subject, timing, tokenAddress })
  }
  const claim = readClaim(cursor, verb, tokenAddress)
  const timing = claimTiming(verb, readToEnd(cursor, expireAt, isEver))
  return derive({ subject, claim, verb, timing, tokenAddress })
}

function unknownVerb(cursor: Cursor): string {
  if (readAsset(cursor) || cursor.phrase('and', 'or', 'vs', 'versus'))
    return 'the question names more than one asset'
  if (cursor.startsWith(COMPARISON_PHRASES))
    return 'the question has no verb: say "be above", "hit", "fall below" …'
  return notUnderstood(cursor, 'the question says nothing about its subject')
}

/** Reads when, which must end the question. */
function readToEnd(cursor: Cursor, expireAt: Date, isEver: boolean): When {
  const when = readWhen(cursor, expireAt)
  const next = cursor.peek()
  if (next?.kind === 'number') refuse('the question names two values: ask about one')
  if (cursor.phrase('and', 'or')) refuse('the question asks more than one thing')
  if (next !== undefined) refuse(notUnderstood(cursor, ''))
  return isEver ? { timeframes: new Set([...when.timeframes, 'any']) } : when
}

function claimTiming(verb: Verb, { timeframes }: When): Timing {
  if (timeframes.has('at') && timeframes.has('any'))
    refuse('the question means one moment and any time at once')
  if (verb.kind === 'change') {
    if (!timeframes.has('at')) return 'byExpiry'
    return refuse('what happens at some time cannot be asked for one moment: say "be above" or "be below"')
  }
  if (timeframes.has('any')) {
    if (verb.kind === 'state' && verb.lasting) refuse('what lasts does not happen at any time')
    return 'byExpiry'
  }
  if (!timeframes.has('by')) return 'atExpiry'
  return refuse('"by" leaves open whether any time counts or only the last: say "hit … by" or "be … on"')
}

function migrationTiming(verb: Verb, { timeframes }: When): Timing {
  if (!timeframes.has('at')) return 'byExpiry'
  if (verb.kind === 'migrate' && verb.done) return 'atExpiry'
  return refuse('a migration cannot be asked for one moment: say "by" or "be migrated"')
}
