// Parses JSON without losing a digit.

import { isSafeNumber, LosslessNumber, parse } from 'lossless-json'

/** A text that is not JSON. The message follows the name of the text: `is not valid JSON: …`. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}

/**
 * Parses JSON without losing a digit: a number that a double cannot hold becomes a `LosslessNumber`. A key that is
 * repeated with another value is an error.
 *
 * @throws JsonError with the reason and the position
 */
export function readJson(text: string): unknown {
  try {
    return parse(text, null, readNumber)
  } catch (error) {
    if (error instanceof SyntaxError) throw new JsonError(`is not valid JSON: ${error.message}`)
    // The parser is recursive, so a deeply nested text overflows the stack.
    if (error instanceof RangeError) throw new JsonError('is nested too deeply')
    throw error
  }
}

function readNumber(text: string): number | LosslessNumber {
  return isSafeNumber(text) ? Number(text) : new LosslessNumber(text)
}
