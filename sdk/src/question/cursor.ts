import type { Token, WordToken } from './tokens.ts'

/** A place in the tokens of a question. Methods that match move on; those that do not match stay. */
export class Cursor {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #position: number

  constructor(text: string, tokens: readonly Token[], position = 0) {
    this.#text = text
    this.#tokens = tokens
    this.#position = position
  }

  /** Every later place, this one first. */
  *places(): Generator<Cursor> {
    for (let position = this.#position; position < this.#tokens.length; position += 1) {
      yield new Cursor(this.#text, this.#tokens, position)
    }
  }

  /** Whether everything has been read. */
  get isAtEnd(): boolean {
    return this.#position >= this.#tokens.length
  }

  /** The token `ahead` places on, if there is one. */
  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#position + ahead]
  }

  /** The word `ahead` places on, if it is one. */
  word(ahead = 0): string | undefined {
    const token = this.peek(ahead)
    return token?.kind === 'word' ? token.text : undefined
  }

  /** The next token if it is of a kind; moves on. */
  take<K extends Token['kind']>(kind: K): Extract<Token, { kind: K }> | undefined {
    const token = this.peek()
    if (token?.kind !== kind) return undefined
    this.#position += 1
    return token as Extract<Token, { kind: K }>
  }

  /** The next word, whatever it is. */
  takeWord(): WordToken | undefined {
    return this.take('word')
  }

  /** How many tokens a phrase has if it comes next, otherwise 0. */
  matches(phrase: string): number {
    const words = phrase.split(' ')
    return words.every((word, index) => this.word(index) === word) ? words.length : 0
  }

  /** Takes a phrase; says whether it was there. */
  phrase(...phrases: string[]): boolean {
    return this.longest(new Map(phrases.map((phrase) => [phrase, true]))) ?? false
  }

  /** The value of the longest phrase of a table that comes next. */
  longest<T>(table: ReadonlyMap<string, T>): T | undefined {
    let found: T | undefined
    let length = 0
    for (const [phrase, value] of table) {
      const words = this.matches(phrase)
      if (words > length) [found, length] = [value, words]
    }
    this.#position += length
    return found
  }

  /** Whether a phrase of a table comes next. */
  startsWith(table: ReadonlyMap<string, unknown>): boolean {
    for (const phrase of table.keys()) if (this.matches(phrase) > 0) return true
    return false
  }

  /** Runs an attempt; goes back to where it started if it finds nothing. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.#position
    const found = read()
    if (found === undefined) this.#position = start
    return found
  }

  /** Reads something and gives the words it took, as they were written. */
  quote<T>(read: () => T): { found: T; words: string } {
    const start = this.peek()?.start ?? this.#text.length
    const found = read()
    const end = this.#tokens[this.#position - 1]?.end ?? start
    return { found, words: this.#text.slice(start, end) }
  }

  /** The rest of the question, as it was written. */
  rest(): string {
    const start = this.peek()?.start
    return start === undefined ? '' : this.#text.slice(start, this.#tokens.at(-1)?.end)
  }
}
