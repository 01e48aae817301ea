// Parses questions: the entry point of the grammar.

import { parseDecimal } from '../core/condition/decimal.ts'
import { describeCondition } from '../core/condition/describe.ts'
import { kindOf } from '../core/condition/kinds/index.ts'
import { type Moment, toDate } from '../core/condition/time.ts'
import type { Condition } from '../core/condition/types.ts'
import { type ConditionContext, validateToken } from '../core/condition/validate.ts'
import { InvalidInputError } from '../core/errors.ts'
import { longDate, type Reading } from './calendar.ts'
import type { QuestionMeasure } from './measure.ts'
import { askChange, askState, phraseOf, refuseMet } from './phrasing.ts'
import { readMeasured, readQuestion } from './read.ts'
import { OtherTime, type Proposal, Refusal } from './refusal.ts'
import { withValue } from './value.ts'
import { type EventOffer, WorldQuestion } from './world.ts'

export type { EventOffer, QuestionMeasure }

/** The condition of a question and its description, or why none can be derived and what to ask instead. */
export type QuestionResult =
  | {
      ok: true
      condition: Condition
      /** The description of the condition, as {@link describeCondition} writes it. */
      description: string
    }
  | {
      ok: false
      /** Why no condition is derived, and what to ask instead. */
      reason: string
      /** Questions that may have been meant; each is understood and can be used as it is. */
      alternatives: readonly Alternative[]
      /** The market to open if attestors should decide the question, where that makes sense. */
      event?: EventOffer
    }

/** A market that the author of a question may have meant. */
export interface Alternative {
  question: string
  tokenAddress: string | null
  expireAt: Date
  condition: Condition
  /** The description of the condition. */
  description: string
}

/** The market that a question is for. */
export interface QuestionContext extends ConditionContext {
  /** When the market expires; a date in the question must agree with it. */
  expireAt: Moment
  /** When the market opens, from which weekdays and dates without a year count; now, if absent. */
  now?: Moment
  /**
   * The current value of what {@link questionMeasures} returns, if it is known: an exact decimal, 0 or 1 for a
   * migration. Without it a question must say whether a price rises or falls.
   */
  currentValue?: string
  /** Whether the market's token has a mint authority, if that is known: then its supply at one moment is refused. */
  canMint?: boolean
  /** Decimals of the market's token, to print balances in whole tokens. */
  tokenDecimals?: number
}

/** Questions of every kind that {@link parseQuestion} understands. */
export const QUESTION_EXAMPLES: readonly string[] = [
  'Will SOL be above $250 at expiry?',
  'Will BTC rise above $150k before expiry?',
  "Will BONK's market cap exceed $3 billion at any time?",
  'Will this token reach 1,000 holders?',
  'Will this token migrate to PumpSwap?',
  "Will this token's supply fall below 900 million?",
]

/**
 * Derives a condition from an ordinary English question, or from a condition's description. Every word must be
 * understood and there must be exactly one meaning; otherwise the question is refused, with what to ask instead.
 *
 * - `reach`, `exceed`, `fall below` and the like are by expiry, at any time. `hit`, `touch` and `cross` are too,
 *   towards the value from `currentValue`. What is met already is refused. `be`, `close`, `have` and the like are at
 *   expiry, unless the question says "at any time", or "by" some day: to be above $200 by Friday means at any time
 *   until then.
 * - `stay` and `never` are about a span of time, which no condition is: they are refused.
 * - Values are US dollars, never guessed; `k`, `m`, `b`, `million`, cents and thousands separators are understood. An
 *   implausible price is refused unless the question says "price".
 * - Holders, supply, market cap and migration are those of `tokenAddress`; another asset is refused.
 * - `higher at 12:10 than at 12:05 UTC`, `gain 5% between …` compare a price with itself and need two future moments,
 *   because bets end before the first. A day, a week or "the next 5 minutes" is not a moment: such a question is
 *   refused, with the times that it may mean.
 *
 * @throws InvalidInputError if `expireAt`, `now` or `currentValue` is malformed
 */
export function parseQuestion(question: string, context: QuestionContext): QuestionResult {
  const result = parseOnce(question, context)
  if (!(result instanceof Refusal)) return result
  // Report a question that cannot be asked at all before one whose time is wrong.
  const expireAt = meantTime(result, context)
  const timely = expireAt && parseOnce(question, { ...context, expireAt })
  const isHopeless =
    timely instanceof Refusal && !(timely instanceof OtherTime || timely instanceof WorldQuestion)
  if (expireAt && isHopeless) return answer(question, { ...context, expireAt }, timely)
  return answer(question, context, result)
}

function answer(question: string, context: QuestionContext, refusal: Refusal): QuestionResult {
  const event = refusal instanceof WorldQuestion ? refusal.offer : undefined
  // A question that names an asset may be meant as an event, or may lack a value.
  const multiple = context.currentValue && withValue(question, context.currentValue)
  const proposals = [
    ...(multiple ? [{ question: multiple }] : []),
    ...refusal.proposals,
    ...(event?.namesAsset ? [{}] : []),
  ]
  return {
    ok: false,
    reason: refusal.message,
    alternatives: alternativesTo(question, context, proposals),
    ...(event && { event }),
  }
}

/** The expiry that a refused question would need, if it is in the future. */
function meantTime(result: unknown, context: QuestionContext): Date | undefined {
  if (!(result instanceof OtherTime)) return undefined
  const meant = result.proposals.find(({ expireAt }) => expireAt)?.expireAt
  return meant && meant > toReading(context).now ? meant : undefined
}

type Understood = Extract<QuestionResult, { ok: true }>

function parseOnce(question: string, context: QuestionContext): Understood | Refusal {
  const reading = toReading(context)
  try {
    const condition = readQuestion(question, reading)
    kindOf(condition).validate(condition)
    validateToken(condition, context)
    refuseMet(condition, reading.currentValue)
    return { ok: true, condition, description: describeCondition(condition, context) }
  } catch (error) {
    if (error instanceof Refusal) return error
    if (error instanceof InvalidInputError) {
      return new Refusal(`the ${PLAIN_FIELDS[error.field] ?? error.field} ${error.reason}: give another one`)
    }
    throw error
  }
}

/** The fields of a condition in plain words. */
const PLAIN_FIELDS: Record<string, string> = { target: 'value', tokenAddress: 'token', feed: 'price feed' }

/** Reads a question; if it names another time than the market's expiry, reads it again with that time. */
function parseTimely(question: string, context: QuestionContext): [Understood | Refusal, Date] {
  const result = parseOnce(question, context)
  const meant = meantTime(result, context)
  return meant
    ? [parseOnce(question, { ...context, expireAt: meant }), meant]
    : [result, toDate(context.expireAt)]
}

/** The proposals that are understood, without duplicates in meaning. */
function alternativesTo(question: string, context: QuestionContext, proposals: readonly Proposal[]) {
  const { now } = toReading(context)
  const found = new Map<string, Alternative>()
  for (const proposal of proposals) {
    const [words, by] = proposal.replace ?? []
    const text =
      proposal.question ??
      (words !== undefined && by !== undefined ? question.replace(words, () => by) : question)
    const tokenAddress =
      proposal.tokenAddress === undefined ? (context.tokenAddress ?? null) : proposal.tokenAddress
    // The current value belongs to the market's token.
    const { currentValue: _, ...unvalued } = context
    const read = proposal.tokenAddress === undefined ? context : unvalued
    const first = proposal.expireAt ?? toDate(context.expireAt)
    const [result, expireAt] = parseTimely(text, { ...read, expireAt: first, tokenAddress })
    const meant = result instanceof WorldQuestion ? result.offer : result
    if (meant instanceof Refusal || expireAt <= now) continue
    const { condition, description } = meant
    const key = `${description} ${tokenAddress}`
    const plain = plainWords(text, condition, { now, tokenAddress, expireAt })
    if (!found.has(key)) found.set(key, { question: plain, tokenAddress, expireAt, condition, description })
  }
  return [...found.values()]
}

/** Words that mean a condition by themselves: "hit" rises or falls only beside a current value. */
function plainWords(text: string, condition: Condition, context: QuestionContext): string {
  if (!('target' in condition) || !(parseOnce(text, context) instanceof Refusal)) return text
  const { comparison, timing } = condition
  const phrasing = phraseOf(condition)
  const day = longDate(toDate(context.expireAt))
  const quoted =
    timing === 'byExpiry'
      ? askChange(phrasing, comparison, `by ${day}`)
      : askState(phrasing, comparison, `on ${day}`)
  return quoted.slice(1, -1)
}

/** What a question measures, to look its value up before {@link parseQuestion}; `undefined` if nothing known. */
export function questionMeasures(question: string, context: QuestionContext): QuestionMeasure | undefined {
  // A multiple is of the value that is to be looked up.
  for (const words of [question, withValue(question, '1')]) {
    if (words === undefined) continue
    const found = measureOnce(words, context)
    // What is measured does not depend on the time.
    const expireAt = meantTime(found, context)
    const measured = expireAt ? measureOnce(words, { ...context, expireAt }) : found
    if (!(measured instanceof Refusal)) return measured
  }
  return undefined
}

function measureOnce(question: string, context: QuestionContext): QuestionMeasure | Refusal {
  try {
    return readMeasured(question, toReading(context))
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Checks a context. */
export function toReading(context: QuestionContext): Reading {
  const { expireAt, now = new Date(), tokenAddress, currentValue, canMint = false, tokenDecimals } = context
  if (currentValue !== undefined) parseDecimal(currentValue, 'currentValue')
  const clock = { expireAt: toDate(expireAt), now: toDate(now, 'now') }
  return { ...clock, tokenAddress: tokenAddress ?? null, currentValue, canMint, tokenDecimals }
}
