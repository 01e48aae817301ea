import { refuse } from './refusal.ts'

/** Bytes of UTF-8 are the program's limit; no question in words we know comes near this many characters. */
const LONGEST_QUESTION = 1_000

/** Controls, invisible and direction-changing characters, lone surrogates, private use, line separators. */
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u

/** A letter that is not Latin beside one that is, within one word: `BОNK` with a Cyrillic О. */
const MIXED_ALPHABETS = /\p{Script=Latin}[^\P{L}\p{Script=Latin}]|[^\P{L}\p{Script=Latin}]\p{Script=Latin}/u

/** Refuses a question that is no text, empty, too long, or does not read as it looks. */
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
  if (MIXED_ALPHABETS.test(question)) {
    refuse('a word of the question mixes letters of two alphabets', 'write it in plain Latin letters')
  }
  const text = question.trim()
  if (text === '') refuse('the question is empty', 'ask "Will … ?"')
  if (text.length > LONGEST_QUESTION) {
    refuse('the question is too long', 'ask about one thing in one sentence')
  }
  return text
}
