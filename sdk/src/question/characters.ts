// Checks the characters of a question: invisible, deceiving and ambiguous ones.

import { MAX_QUESTION_BYTES } from '../idl/limits.ts'
import { refuse } from './refusal.ts'

/** Digits that are raised, in a circle, or fractions: `10²` is not 102. */
const ODD_DIGITS = /\p{No}/u

/** Controls, invisible and direction-changing characters, lone surrogates, private use, line separators. */
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A letter that is not Latin beside one that is, within one word: `BОNK` with a Cyrillic О. */
const MIXED_ALPHABETS = /\p{Script=Latin}[^\P{L}\p{Script=Latin}]|[^\P{L}\p{Script=Latin}]\p{Script=Latin}/u

/** Words of Cyrillic or Greek letters that all look like Latin ones: `ВТС`. */
const LOOKALIKE = /(?<!\p{L})[асеорхуіјѕԁһԛԝАВСЕНІЈКМОРЅТХУοανρΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]{2,}(?!\p{L})/u

const LATIN_WORD = /\p{Script=Latin}{2,}/u

/** Why a text deceives: invisible characters, other directions, letters that look like others. `null` if not. */
export function deceivingCharacters(text: string): string | null {
  const [hidden] = text.match(DECEIVING) ?? []
  if (hidden !== undefined) return `has the control or invisible character ${nameOf(hidden)}`
  if (MIXED_ALPHABETS.test(text)) return 'has a word that mixes letters of two alphabets'
  if (LATIN_WORD.test(text) && LOOKALIKE.test(text)) return 'has a word of letters that look like Latin ones'
  return null
}

/** A text with its invisible characters made visible: `<U+202E>`. */
export function visibleText(text: string): string {
  return text.replace(DECEIVING, (character) => `<${nameOf(character)}>`)
}

/** How the description of a condition begins. */
export const DESCRIPTION = /^\s*Yes (if|as soon as) /

/** No description is longer. */
const LONGEST_DESCRIPTION = 1_000

/** Refuses a question that is not text, is empty or too long, or has deceiving characters. */
export function checkCharacters(question: string): string {
  if (typeof question !== 'string') refuse('the question is not a text', 'write it as a string')
  // First of all: everything after it takes longer for longer texts.
  const isDescription = question.length <= LONGEST_DESCRIPTION && DESCRIPTION.test(question)
  if (!isDescription) checkLength(question)
  const deceiving = deceivingCharacters(question)
  if (deceiving) refuse(`the question ${deceiving}`, 'write plain Latin letters')
  if (ODD_DIGITS.test(question)) {
    refuse('the question has digits that can be read in two ways', 'write plain numbers')
  }
  const text = question.trim()
  if (text === '') refuse('the question is empty', 'ask "Will … ?"')
  return text
}

/** Refuses a question that the program cannot store; descriptions of conditions are longer. */
export function checkLength(text: string): void {
  if (isTooLong(text)) refuse('the question is too long', `write at most ${MAX_QUESTION_BYTES} bytes`)
}

/** Whether the program cannot store a question. */
export function isTooLong(text: string): boolean {
  // A character has at least one byte, so that a very long text is not encoded.
  return text.length > MAX_QUESTION_BYTES || new TextEncoder().encode(text).length > MAX_QUESTION_BYTES
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
