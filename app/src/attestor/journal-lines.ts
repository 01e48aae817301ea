// Writes and checks the lines of an attestor's journal. The first names the attestor's key, each further one is an
// entry:
//
//   attestor GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB      6bdd32ae
//   2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1 01800000005 1 cfdee7e1
//
// A line ends with the CRC-32 of everything before it in the file, so the last one verifies all, in 20 ms for a million
// lines. Lines of fixed width are read by their offsets.

import { crc32 } from 'node:zlib'

/** An answer of the attestor: whether a market's condition was met at a second. */
export interface Answer {
  /** Unix seconds. */
  second: number
  isMet: boolean
}

/** An answer in the journal. Its signature is not stored: signing again gives the same Ed25519 signature. */
export interface Entry extends Answer {
  /** In base58. */
  market: string
}

/** Characters of an address in base58, at most. */
const ADDRESS = 44

const DIGITS = 11

/** Characters of a line before its checksum, of the checksum, and of the line with its end. */
const BODY = ADDRESS + 1 + DIGITS + 3
const CHECKSUM = 8
const LINE = BODY + CHECKSUM + 1

const PREFIX = 'attestor '
const [SPACE, ZERO, ONE] = [32, 48, 49] as const

/** Writes the lines of a journal: of a new one, or after those of one that was read. */
export class JournalLines {
  #checksum = 0

  /** @param attestor - the key that signs, in base58 */
  constructor(private readonly attestor: string) {}

  start(): string {
    return this.#line(`${PREFIX}${this.attestor}`)
  }

  write({ market, second, isMet }: Entry): string {
    return this.#line(`${market.padEnd(ADDRESS)} ${String(second).padStart(DIGITS, '0')} ${isMet ? 1 : 0}`)
  }

  /**
   * Checks the whole lines of a journal; further lines are written after them.
   *
   * @param path - of the journal, for messages
   * @returns the bytes of its whole lines
   * @throws Error if a line is damaged, or it is the journal of another key
   */
  resume(content: Buffer, path: string): Buffer {
    const whole = content.subarray(0, content.length - (content.length % LINE))
    if (whole.length === 0) return whole
    const sum = whole.length - CHECKSUM - 1
    this.#checksum = crc32(whole.subarray(0, sum))
    if (whole.toString('latin1', sum) !== `${hex(this.#checksum)}\n`) {
      const where = `${path}, line ${damagedLine(whole)},`
      throw new Error(`${where} is damaged: nothing is signed without a complete record of earlier answers`)
    }
    this.#checksum = crc32(whole.subarray(sum), this.#checksum)
    const key = whole.toString('latin1', PREFIX.length, PREFIX.length + ADDRESS).trimEnd()
    if (key !== this.attestor)
      throw new Error(`${path} is the journal of the key ${key}, not of ${this.attestor}`)
    return whole
  }

  #line(text: string): string {
    const body = text.padEnd(BODY)
    // Lines of another width could not be read again.
    if (body.length !== BODY)
      throw new Error(`Journal line must have ${BODY} characters, got ${body.length}: "${text}"`)
    const checksum = crc32(body, this.#checksum)
    const end = `${hex(checksum)}\n`
    this.#checksum = crc32(end, checksum)
    return body + end
  }
}

/** The entries of a journal whose lines have been checked. */
export function* readEntries(content: Buffer): Generator<Entry> {
  for (let start = LINE; start < content.length; start += LINE) {
    let end = start + ADDRESS
    while (content[end - 1] === SPACE) end -= 1
    const market = content.toString('latin1', start, end)
    let at = start + ADDRESS + 1
    let second = 0
    for (const last = at + DIGITS; at < last; at += 1) second = 10 * second + (content[at] as number) - ZERO
    yield { market, second, isMet: content[at + 1] === ONE }
  }
}

/** The number of the first line whose checksum is wrong. */
function damagedLine(content: Buffer): number {
  let checksum = 0
  let start = 0
  for (; start < content.length; start += LINE) {
    const sum = start + BODY
    checksum = crc32(content.subarray(start, sum), checksum)
    const end = content.subarray(sum, start + LINE)
    if (end.toString('latin1') !== `${hex(checksum)}\n`) break
    checksum = crc32(end, checksum)
  }
  return start / LINE + 1
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(CHECKSUM, '0')
}
