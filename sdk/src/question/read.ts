// Reads a question step by step: characters, tokens, statement, condition.

import type { Condition } from '../core/condition/types.ts'
import { nearestFeed } from '../core/feeds/lookup.ts'
import { type ChangeStatement, deriveChange, measureChange, readChange } from './change.ts'
import { checkCharacters, checkLength } from './characters.ts'
import { Cursor } from './cursor.ts'
import { derive } from './derive.ts'
import { readDescription } from './description.ts'
import { measure, type QuestionMeasure } from './measure.ts'
import type { Reading } from './reading.ts'
import { NotUnderstood, Refusal, refuse } from './refusal.ts'
import { tidy } from './spelling.ts'
import { readStatement, type Statement } from './statement.ts'
import { type Token, tokenise, type WordToken } from './tokens.ts'
import { KNOWN_WORDS } from './vocabulary.ts'
import { explain, namesAsset } from './world.ts'

/**
 * Derives the condition of a question, even if it is already met.
 *
 * @throws Refusal if it has none, or more than one
 */
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

/**
 * Finds what a question measures.
 *
 * @throws Refusal if it measures nothing that the program knows
 */
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

/** Whether a question names an asset, money, or a metric of a token. */
export function isAboutAsset(question: string): boolean {
  const text = question.normalize('NFKC')
  return namesAsset(new Cursor(text, tidy(tokenise(text))))
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

/** Proposes the question with names of assets as they are spelt, if it is understood so. */
function refuseMisspeltIn(text: string, tokens: readonly Token[], reading: Reading): void {
  const named: WordToken[] = []
  const meant = tokens.map((token) => {
    const isOther = token.kind === 'word' && !KNOWN_WORDS.has(token.text)
    const name = isOther ? nearestFeed(token.text) : undefined
    if (name === undefined || token.kind !== 'word') return token
    named.push(token)
    return { ...token, text: name.toLowerCase(), name }
  })
  const [first] = named
  if (!first || !isUnderstood(new Cursor(text, meant), reading)) return
  const question = rewrite(text, meant)
  const name = nearestFeed(first.text)
  refuse(`no asset is called "${first.raw}"`, `did you mean ${name}? Say "${question}"`, { question })
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
