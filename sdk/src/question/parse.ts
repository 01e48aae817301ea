// Parses questions: the entry point of the grammar.

import { parseDecimal } from '../core/condition/decimal.ts'
import { describeCondition } from '../core/condition/describe.ts'
import { type Moment, toDate } from '../core/condition/time.ts'
import type { Condition } from '../core/condition/types.ts'
import { type ConditionContext, validateCondition } from '../core/condition/validate.ts'
import { InvalidInputError } from '../core/errors.ts'
import { refuseMet } from './direction.ts'
import type { QuestionMeasure } from './measure.ts'
import { type Reading, readMeasured, readQuestion } from './read.ts'
import { OtherTime, type Proposal, Refusal } from './refusal.ts'
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
  "Will this token's supply be below 900 million at expiry?",
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
 * - Holders, supply, market cap and migration are those of `tokenAddress`. An asset whose mint is another one
 *   is refused.
 * - `graduate`, `bond` and `migrate` mean the same: the token's PumpSwap pool must exist.
 * - `higher at 12:10 than at 12:05 UTC`, `gain 5% between …` compare a price with itself and need two future moments,
 *   because bets end before the first. A day, a week or "the next 5 minutes" is not a moment: such a question is
 *   refused, with the times that it may mean.
 * - A holder has at least one base unit.
 *
 * @throws InvalidInputError if `expireAt`, `now` or `currentValue` is malformed
 */
export function parseQuestion(question: string, context: QuestionContext): QuestionResult {
  const result = parseOnce(question, context)
  if (!(result instanceof Refusal)) return result
  // Report a question that cannot be asked at all before one whose time is wrong.
  const expireAt = meantTime(result, context)
  const timely = expireAt && parseOnce(question, { ...context, expireAt })
  const mayBeTimely =
    timely instanceof OtherTime || (timely instanceof WorldQuestion && !timely.offer.namesAsset)
  const isHopeless = timely instanceof Refusal && !mayBeTimely
  if (expireAt && isHopeless) return answer(question, { ...context, expireAt }, timely)
  return answer(question, context, result)
}

function answer(question: string, context: QuestionContext, refusal: Refusal): QuestionResult {
  return {
    ok: false,
    reason: refusal.message,
    alternatives: alternativesTo(question, context, refusal.proposals),
    ...(refusal instanceof WorldQuestion && { event: refusal.offer }),
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
    validateCondition(condition, context)
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
function alternativesTo(
  question: string,
  context: QuestionContext,
  proposals: readonly Proposal[],
): Alternative[] {
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
    if (result instanceof Refusal || expireAt <= now) continue
    const { condition, description } = result
    const key = `${description} ${tokenAddress}`
    if (!found.has(key)) found.set(key, { question: text, tokenAddress, expireAt, condition, description })
  }
  return [...found.values()]
}

/**
 * Finds what a question measures, so that the current value can be looked up before {@link parseQuestion}.
 *
 * @returns `undefined` if it measures nothing that the program knows
 */
export function questionMeasures(question: string, context: QuestionContext): QuestionMeasure | undefined {
  const found = measureOnce(question, context)
  // What is measured does not depend on the time.
  const expireAt = meantTime(found, context)
  const measured = expireAt ? measureOnce(question, { ...context, expireAt }) : found
  return measured instanceof Refusal ? undefined : measured
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
export function toReading({
  expireAt,
  now,
  tokenAddress,
  currentValue,
  tokenDecimals,
}: QuestionContext): Reading {
  if (currentValue !== undefined) parseDecimal(currentValue, 'currentValue')
  return {
    expireAt: toDate(expireAt),
    now: now === undefined ? new Date() : toDate(now, 'now'),
    tokenAddress: tokenAddress ?? null,
    currentValue,
    ...(tokenDecimals !== undefined && { tokenDecimals }),
  }
}
