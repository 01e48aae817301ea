// Reads a question step by step: characters, tokens, statement, condition.

import { type DescriptionContext, describeCondition } from '../core/condition/describe.ts'
import { toCondition } from '../core/condition/encode.ts'
import { CONDITION_KINDS, isDated } from '../core/condition/kinds/index.ts'
import type { Condition, EventCondition, Timing } from '../core/condition/types.ts'
import { findFeed, nearestFeed } from '../core/feeds/lookup.ts'
import type { Reading } from './calendar.ts'
import { type ChangeStatement, deriveChange, measureChange, readChange } from './change.ts'
import { checkCharacters, checkLength, DESCRIPTION, isTooLong } from './characters.ts'
import { Cursor } from './cursor.ts'
import { derive } from './derive.ts'
import { measure, type QuestionMeasure } from './measure.ts'
import { NotUnderstood, Refusal, refuse } from './refusal.ts'
import { tidy } from './spelling.ts'
import { readStatement, type Statement } from './statement.ts'
import { type Token, tokenise } from './tokens.ts'
import { COMPARISON_PHRASES, KNOWN_WORDS } from './vocabulary.ts'
import { explain, namesAsset } from './world.ts'

/** A condition that is measured. */
export type MeasuredCondition = Exclude<Condition, EventCondition>

/**
 * Reads the description of a condition back, word for word as {@link describeCondition} writes it.
 *
 * @returns `undefined` if the text is not a description
 */
function readDescription(text: string, context: DescriptionContext): MeasuredCondition | undefined {
  const opening = DESCRIPTION.exec(text)
  if (!opening) return undefined
  const timing = opening[1] === 'if' ? 'atExpiry' : 'byExpiry'
  const condition = readParts(text, timing).find((one) => describeCondition(one, context) === text)
  if (condition) return condition
  return refuse('the description is of another token or time', 'ask "Will … ?"')
}

/** The conditions of every type that have the parts of a description. */
function readParts(text: string, timing: Timing): MeasuredCondition[] {
  const part = (pattern: RegExp) => pattern.exec(text)?.[1]?.replaceAll(',', '')
  const comparison = part(/ (above|at least|below|at most|more than|fewer than) /) ?? ''
  const parts = {
    feed: findFeed(part(/(\S+)\/USD/) ?? '')?.id ?? '',
    comparison: COMPARISON_PHRASES.get(comparison) ?? 'above',
    target: part(/(?:above|least|below|most|than) \$?([\d,.]*\d)/) ?? '0',
    minimumBalance: BigInt(part(/of at least ([\d,]+)/) ?? 0),
    bps: Math.round(100 * Number(part(/([\d.]+) %/) ?? 100)) - 10_000,
    referenceAt: BigInt(Date.parse(`${part(/price at (\S+ \S+)/)?.replace(' ', 'T')}Z`) / 1_000 || 0),
    timing,
  }
  // The state of an account is never read at one moment.
  const kinds = CONDITION_KINDS.filter((kind) => !kind.isInWords && (timing === 'byExpiry' || isDated(kind)))
  return kinds.map(({ type }) => toCondition({ type, ...parts }) as MeasuredCondition)
}

/** Derives the condition of a question, even if it is already met. @throws Refusal if it has none, or more than one */
export function readQuestion(question: string, reading: Reading): Condition {
  const text = checkCharacters(question)
  const described = readDescription(text, reading)
  if (described) return described
  const statement = read(text, reading)
  if ('said' in statement) {
    return deriveChange(statement, measureChange(statement, reading.tokenAddress).feed, reading)
  }
  const measured = measure(statement, reading.tokenAddress)
  return derive(statement, measured, reading)
}

/** Finds what a question measures. @throws Refusal if it measures nothing that the program knows */
export function readMeasured(question: string, reading: Reading): QuestionMeasure {
  const text = checkCharacters(question)
  const described = readDescription(text, reading)
  if (!described) {
    const statement = read(text, reading)
    if ('said' in statement) return measureChange(statement, reading.tokenAddress)
    return measure(statement, reading.tokenAddress)
  }
  const { type } = described
  return ('feed' in described ? { type, feed: described.feed } : { type }) as QuestionMeasure
}

/** Whether a question names an asset, money, or a metric of a token, or is too long to be read. */
export function isAboutAsset(question: string): boolean {
  const text = isTooLong(question) ? question : question.normalize('NFKC')
  return isTooLong(text) || namesAsset(new Cursor(text, tidy(tokenise(text))))
}

function read(written: string, reading: Reading): Statement | ChangeStatement {
  // Full-width digits, no-break spaces and the like become plain ones; a ligature can become many letters.
  const text = written.normalize('NFKC')
  checkLength(text)
  const tokens = tidy(tokenise(text))
  const change = readChange(new Cursor(text, tokens), reading.tokenAddress, reading)
  if (change) return change
  const isMarket = reading.tokenAddress !== null || namesAsset(new Cursor(text, tokens))
  const odd = tokens.find((token) => token.kind === 'odd')
  if (odd && isMarket) throw odd.refusal
  const cursor = new Cursor(text, tokens)
  try {
    return readStatement(cursor, reading.tokenAddress, reading)
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    refuseMisspeltIn(text, tokens, reading)
    return explain(text, cursor, error.part, reading, isMarket)
  }
}

/** Proposes the question with names of assets as they are spelt, if it names none yet and is understood so. */
function refuseMisspeltIn(text: string, tokens: readonly Token[], reading: Reading): void {
  if (tokens.some(({ raw }) => findFeed(raw))) return
  let first: string[] | undefined
  const meant = tokens.map((token) => {
    if (token.kind !== 'word' || KNOWN_WORDS.has(token.text)) return token
    const name = nearestFeed(token.text)
    if (!name) return token
    first ??= [token.raw, name]
    return { ...token, text: name.toLowerCase(), name }
  })
  if (!first || !isUnderstood(new Cursor(text, meant), reading)) return
  const [raw, name] = first
  const question = rewrite(text, meant)
  refuse(`no asset is called "${raw}"`, `did you mean ${name}? Say "${question}"`, question)
}

/** A question with every word as it was understood. */
function rewrite(text: string, tokens: readonly (Token & { name?: string })[]): string {
  let [written, end] = ['', 0]
  for (const token of tokens) {
    const isMisspelt = token.kind === 'word' && token.text !== token.raw.toLowerCase()
    written += text.slice(end, token.start) + (isMisspelt ? (token.name ?? token.text) : token.raw)
    end = token.end
  }
  return written + text.slice(end)
}

function isUnderstood(cursor: Cursor, reading: Reading): boolean {
  try {
    readStatement(cursor, reading.tokenAddress, reading)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return !(error instanceof NotUnderstood)
  }
}
