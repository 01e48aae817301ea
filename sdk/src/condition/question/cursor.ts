import type { Token } from './tokens.ts'

/** A place in the tokens of a question. Methods that match move on; those that do not match stay. */
export class Cursor {
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
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

  /** How many tokens a phrase has if it comes next, otherwise 0. */
  matches(phrase: string): number {
    const words = phrase.split(' ')
    return words.every((word, index) => this.word(index) === word) ? words.length : 0
  }

  /** Takes a phrase; says whether it was there. */
  phrase(...phrases: string[]): boolean {
    return this.longest(new Map(phrases.map((phrase) => [phrase, true]))) ?? false
  }

  /** What a table has for the longest of its phrases that comes next. */
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

  /** The rest of the question, as it was written. */
  rest(): string {
    return this.#tokens
      .slice(this.#position)
      .map((token) => token.raw.trim())
      .join(' ')
  }
}
