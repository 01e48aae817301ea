import { MAX_QUESTION_BYTES } from '../condition/limits.ts'
import { refuse } from './refusal.ts'

/** Digits that are raised, in a circle, or fractions: `10²` is not 102. */
const ODD_DIGITS = /\p{No}/u

/** Controls, invisible and direction-changing characters, lone surrogates, private use, line separators. */
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u

/** A letter that is not Latin beside one that is, within one word: `BОNK` with a Cyrillic О. */
const MIXED_ALPHABETS = /\p{Script=Latin}[^\P{L}\p{Script=Latin}]|[^\P{L}\p{Script=Latin}]\p{Script=Latin}/u

/** Refuses a question that is no text, empty, or does not read as it looks. */
export function checkCharacters(question: string): string {
  if (typeof question !== 'string') refuse('the question is not a text', 'write it as a string')
  const hidden = DECEIVING.exec(question)?.[0].codePointAt(0)
  if (hidden !== undefined) {
    const code = hidden.toString(16).toUpperCase().padStart(4, '0')
    refuse(
      `the question has the control or invisible character U+${code}`,
      'write it in one line of plain text',
    )
  }
  if (ODD_DIGITS.test(question)) {
    refuse('the question has digits that can be read in two ways', 'write plain numbers, as in 0.5 or 100')
  }
  if (MIXED_ALPHABETS.test(question)) {
    refuse('a word of the question mixes letters of two alphabets', 'write it in plain Latin letters')
  }
  const text = question.trim()
  if (text === '') refuse('the question is empty', 'ask "Will … ?"')
  return text
}

/** Refuses a question that the program cannot store; descriptions of conditions are longer. */
export function checkLength(text: string): void {
  const bytes = new TextEncoder().encode(text).length
  if (bytes <= MAX_QUESTION_BYTES) return
  refuse(
    `the question is too long, with ${bytes} bytes`,
    `write at most ${MAX_QUESTION_BYTES}, in one short sentence`,
  )
}
