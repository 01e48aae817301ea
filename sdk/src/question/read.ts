import type { DescriptionContext } from '../condition/describe.ts'
import type { Condition } from '../condition/types.ts'
import { checkCharacters } from './characters.ts'
import { Cursor } from './cursor.ts'
import { derive } from './derive.ts'
import { readDescription } from './description.ts'
import { measure, type QuestionMeasure } from './measure.ts'
import { NotUnderstood } from './refusal.ts'
import { readStatement, type Statement } from './statement.ts'
import { tokenise } from './tokens.ts'
import type { Clock } from './when.ts'
import { explain } from './world.ts'

/** Everything that a question is read with, checked. */
export interface Reading extends Clock, Pick<DescriptionContext, 'tokenDecimals'> {
  tokenAddress: string | null
  /** The current value of what is measured, if it is known. */
  currentValue: string | undefined
}

/**
 * Derives the condition that a question says, also if it is met already.
 *
 * @throws Refusal if it says none, or more than one
 */
export function readQuestion(question: string, reading: Reading): Condition {
  const text = checkCharacters(question)
  const described = readDescription(text, reading)
  if (described) return described
  const statement = read(text, reading)
  const measured = measure(statement, reading.tokenAddress)
  return derive(statement, measured, reading.expireAt, reading.currentValue)
}

/**
 * Finds what a question measures.
 *
 * @throws Refusal if it measures nothing that we know
 */
export function readMeasured(question: string, reading: Reading): QuestionMeasure {
  const text = checkCharacters(question)
  const described = readDescription(text, reading)
  if (!described) return measure(read(text, reading), reading.tokenAddress)
  return 'feed' in described ? { type: described.type, feed: described.feed } : { type: described.type }
}

function read(text: string, reading: Reading): Statement {
  const tokens = tokenise(text)
  const cursor = new Cursor(text, tokens)
  try {
    return readStatement(cursor, reading.tokenAddress, reading)
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error
    return explain(text, new Cursor(text, tokens), cursor, error.part, reading)
  }
}
