/** A text that is not the JSON that we read. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}

/** A JSON number as it was written: 0.1 stays 0.1, and 2^64 − 1 keeps its last digit. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** Objects and arrays within one another, at most. */
export const MAX_DEPTH = 16

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SPACE = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a JSON string must not hold
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

/**
 * Reads JSON strictly, with numbers by their digits. A key that comes twice is refused: it is not known which
 * of both was meant.
 *
 * @throws JsonError that says where it stops being JSON
 */
export function readJson(text: string): unknown {
  return new Reader(text).document()
}

class Reader {
  #at = 0

  constructor(private readonly text: string) {}

  document(): unknown {
    const value = this.#value(0)
    this.#match(SPACE)
    if (this.#at < this.text.length) this.#refuse()
    return value
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new JsonError(`The body is nested more than ${MAX_DEPTH} levels deep`)
    this.#match(SPACE)
    switch (this.text[this.#at]) {
      case '{':
        return this.#object(depth)
      case '[':
        return this.#array(depth)
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        return new JsonNumber(this.#match(NUMBER) || this.#refuse())
    }
  }

  #object(depth: number): Record<string, unknown> {
    const fields = new Map<string, unknown>()
    this.#list('}', () => {
      const key = this.#string()
      if (fields.has(key)) throw new JsonError(`The body has the field ${JSON.stringify(key)} twice`)
      if (key === '__proto__') throw new JsonError('The body has a field __proto__')
      this.#match(SPACE)
      this.#expect(':')
      fields.set(key, this.#value(depth + 1))
    })
    return Object.fromEntries(fields)
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = []
    this.#list(']', () => items.push(this.#value(depth + 1)))
    return items
  }

  /** Items with commas between, from the opening bracket to the closing one. */
  #list(close: string, item: () => void): void {
    this.#at += 1
    this.#match(SPACE)
    if (this.text[this.#at] === close) {
      this.#at += 1
      return
    }
    for (;;) {
      this.#match(SPACE)
      item()
      this.#match(SPACE)
      if (this.text[this.#at] === close) break
      this.#expect(',')
    }
    this.#at += 1
  }

  #string(): string {
    return JSON.parse(this.#match(STRING) || this.#refuse())
  }

  #word<Value>(word: string, value: Value): Value {
    if (!this.text.startsWith(word, this.#at)) this.#refuse()
    this.#at += word.length
    return value
  }

  #expect(character: string): void {
    if (this.text[this.#at] !== character) this.#refuse()
    this.#at += 1
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #refuse(): never {
    const where = this.#at < this.text.length ? `at character ${this.#at + 1}` : 'where it ends'
    throw new JsonError(`The body is not valid JSON ${where}`)
  }
}
