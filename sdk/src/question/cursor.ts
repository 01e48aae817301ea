// A cursor over the tokens of a question, with which every reader of the grammar works.

import { tableOf } from './phrases.ts'
import type { Token } from './tokens.ts'

const knownHeads = new WeakMap<ReadonlyMap<string, unknown>, Map<string, number>>()

/** Words in the longest phrase of a table, by the first of them: most words begin none. */
function headsOf(table: ReadonlyMap<string, unknown>): Map<string, number> {
  const known = knownHeads.get(table)
  if (known) return known
  const heads = new Map<string, number>()
  for (const phrase of table.keys()) {
    const [head = '', ...more] = phrase.split(' ')
    heads.set(head, Math.max(heads.get(head) ?? 0, more.length + 1))
  }
  knownHeads.set(table, heads)
  return heads
}

/** Words of a question, as written. */
export interface Quoted {
  words: string
  before: string
  after: string
  /** The question with other words in their place. */
  replaced: (by: string) => string
}

/** A position in the tokens of a question. Methods advance if they match and stay if they do not. */
export class Cursor {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #position: number

  constructor(text: string, tokens: readonly Token[], position = 0) {
    this.#text = text
    this.#tokens = tokens
    this.#position = position
  }

  /** A cursor at the first token. */
  fromStart(): Cursor {
    return new Cursor(this.#text, this.#tokens)
  }

  /** Cursors at this position and at every later one. */
  *places(): Generator<Cursor> {
    for (let position = this.#position; position < this.#tokens.length; position += 1) {
      yield new Cursor(this.#text, this.#tokens, position)
    }
  }

  /** Whether everything has been read. */
  get isAtEnd(): boolean {
    return this.#position >= this.#tokens.length
  }

  /** The token `ahead` positions on, if there is one. */
  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#position + ahead]
  }

  /** The word `ahead` positions on, if it is one. */
  word(ahead = 0): string | undefined {
    const token = this.peek(ahead)
    return token?.kind === 'word' ? token.text : undefined
  }

  /** Takes the next token if it is of that kind. */
  take<K extends Token['kind']>(kind: K): Extract<Token, { kind: K }> | undefined {
    const token = this.peek()
    if (token?.kind !== kind) return undefined
    this.#position += 1
    return token as Extract<Token, { kind: K }>
  }

  /** Takes the next number if it is an integer in a range, such as a day or a year. */
  integer(low: number, high: number): number | undefined {
    const token = this.peek()
    if (token?.kind !== 'number' || !token.bare) return undefined
    const value = Number(token.value)
    if (value < low || value > high) return undefined
    this.#position += 1
    return value
  }

  /** Takes the longest of the phrases, which `|` separates; returns whether there was one. */
  phrase(phrases: string): boolean {
    return this.longest(tableOf(phrases)) !== undefined
  }

  /** The value of the longest phrase of a table that comes next. */
  longest<T>(table: ReadonlyMap<string, T>): T | undefined {
    const words = this.#wordsAhead(headsOf(table).get(this.word() ?? '') ?? 0)
    while (words.length > 0) {
      const found = table.get(words.join(' '))
      if (found !== undefined) {
        this.#position += words.length
        return found
      }
      words.pop()
    }
    return undefined
  }

  /** Whether a phrase of a table comes next, or one of those that `|` separates. */
  startsWith(phrases: ReadonlyMap<string, unknown> | string): boolean {
    const start = this.#position
    const found = this.longest(typeof phrases === 'string' ? tableOf(phrases) : phrases)
    this.#position = start
    return found !== undefined
  }

  #wordsAhead(count: number): string[] {
    const words: string[] = []
    for (let word = this.word(); word !== undefined && words.length < count; word = this.word(words.length)) {
      words.push(word)
    }
    return words
  }

  /** Runs `read`, and goes back if it finds nothing. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.#position
    const found = read()
    if (found === undefined) this.#position = start
    return found
  }

  /** Goes past the next token. */
  skip(): void {
    this.#position += 1
  }

  /** Runs `read` as {@link attempt} does; also returns the words that it took and how to replace them. */
  quote<T>(read: () => T | undefined): Quoted & { found: T | undefined } {
    const start = this.peek()?.start ?? this.#text.length
    const found = this.attempt(read)
    const end = Math.max(start, this.#tokens[this.#position - 1]?.end ?? start)
    return {
      found,
      words: this.#text.slice(start, end),
      before: this.#text.slice(0, start),
      after: this.#text.slice(end),
      replaced: (by) => this.#text.slice(0, start) + by + this.#text.slice(end),
    }
  }

  /** Whether the question has lower-case letters, so that capitals have a meaning. */
  get hasSmallLetters(): boolean {
    return /\p{Ll}/u.test(this.#text)
  }

  /** Whether a hyphen alone joins the next token to the one before it, as in `9am-10am`. */
  get isHyphenated(): boolean {
    const [end, start] = [this.#tokens[this.#position - 1]?.end, this.peek()?.start]
    return /^[-–—]$/.test(this.#text.slice(end, start))
  }

  /** The rest of the question, as it was written. */
  rest(): string {
    const start = this.peek()?.start
    return start === undefined ? '' : this.#text.slice(start, this.#tokens.at(-1)?.end)
  }
}
