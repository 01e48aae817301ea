// Reads the JSON of a long list of accounts as its bytes arrive.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d

/** The brackets around an item of the list in an answer: `{"result":{"value":[`. */
const AROUND_ITEM = '{{['

/**
 * Reads the JSON answer to a call that lists accounts as its bytes arrive, one account after the other. Parsing all of
 * it at once would block the process for seconds.
 */
export class ListReader {
  /** Memory for the bytes that are being read, reused to avoid garbage of the size of the answer. */
  #space = Buffer.alloc(0)
  /** The number of bytes in `#space` of an item or a string that is not complete yet. */
  #pending = 0
  /** The brackets that are open outside of items. */
  #open = ''
  #rest = ''

  /** @param onItem - called with the JSON of each object in the list */
  constructor(private readonly onItem: (json: string) => void) {}

  /** The answer so far, with an empty list. */
  get rest(): string {
    return this.#rest + this.#space.toString('utf8', 0, this.#pending)
  }

  push(chunk: Buffer): void {
    const bytes = this.#append(chunk)
    let at = 0
    while (at < bytes.length) {
      const isItem = this.#open === AROUND_ITEM && bytes[at] === OPEN_OBJECT
      const end = isItem ? endOfItem(bytes, at) : endOfToken(bytes, at)
      if (end < 0) break
      if (isItem) this.onItem(bytes.toString('utf8', at, end))
      else this.#takeToken(bytes, at, end)
      at = end
    }
    bytes.copyWithin(0, at)
    this.#pending = bytes.length - at
  }

  /** All bytes that have not been read. */
  #append(chunk: Buffer): Buffer {
    const length = this.#pending + chunk.length
    if (length > this.#space.length) {
      const larger = Buffer.allocUnsafeSlow(2 * length)
      this.#space.copy(larger, 0, 0, this.#pending)
      this.#space = larger
    }
    chunk.copy(this.#space, this.#pending)
    return this.#space.subarray(0, length)
  }

  #takeToken(bytes: Buffer, start: number, end: number): void {
    const byte = bytes[start] as number
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#open += String.fromCharCode(byte)
    if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#open = this.#open.slice(0, -1)
    // Between items there are only commas and spaces.
    if (this.#open !== AROUND_ITEM || byte === OPEN_ARRAY) this.#rest += bytes.toString('utf8', start, end)
  }
}

/** The end of a string, or of any other byte; -1 if the string does not end in these bytes. */
function endOfToken(bytes: Buffer, start: number): number {
  return bytes[start] === QUOTE ? endOfString(bytes, start) : start + 1
}

/** The end of an object; -1 if it does not end in these bytes. */
function endOfItem(bytes: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; ) {
    const byte = bytes[at]
    if (byte === OPEN_OBJECT) depth += 1
    if (byte === CLOSE_OBJECT) depth -= 1
    at = endOfToken(bytes, at)
    if (at < 0 || depth === 0) return at
  }
  return -1
}

function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let escapes = 0
    while (bytes[end - 1 - escapes] === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return end + 1
  }
  return -1
}
