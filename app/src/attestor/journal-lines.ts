import { z } from 'zod'
import type { Entry } from './journal.ts'

/** An entry as a line of the file. */
const Line = z.object({
  attestor: z.string(),
  market: z.string(),
  second: z.int(),
  isMet: z.boolean(),
  signature: z.string(),
})

/** Bytes to read as one string: strings have a maximum length. */
const CHUNK = 32 * 1024 * 1024

const SECOND = '","second":'
const IS_MET = ',"isMet":true,"signature":"'
const IS_NOT_MET = ',"isMet":false,"signature":"'
const END = '"}'

/** Writes and reads the lines of one attestor's journal. */
export class JournalLines {
  readonly #start: string

  /** @param attestor - the key that signs, in base58 */
  constructor(private readonly attestor: string) {
    this.#start = `{"attestor":"${attestor}","market":"`
  }

  write({ market, second, isMet, signature }: Entry): string {
    const { attestor } = this
    return `${JSON.stringify({ attestor, market, second, isMet, signature })}\n`
  }

  /**
   * Reads all complete lines.
   *
   * @param path - of the journal, for messages
   * @throws Error for a line that is damaged or of another key
   */
  read(content: Buffer, path: string): Entry[] {
    const entries: Entry[] = []
    for (let start = 0; start < content.length; ) {
      const end = content.lastIndexOf('\n', start + CHUNK) + 1
      if (end <= start) break
      const text = content.toString('latin1', start, end)
      for (let line = 0; line < text.length; ) {
        const next = text.indexOf('\n', line)
        const entry =
          this.#readFast(text, line, next) ?? this.#readLine(text.slice(line, next), path, entries.length + 1)
        entries.push(entry)
        line = next + 1
      }
      start = end
    }
    return entries
  }

  /** Reads a line exactly as {@link write} writes it, several times as fast as parsing it; `undefined` for others. */
  #readFast(text: string, start: number, end: number): Entry | undefined {
    if (!text.startsWith(this.#start, start)) return undefined
    const market = start + this.#start.length
    const marketEnd = text.indexOf('"', market)
    if (!text.startsWith(SECOND, marketEnd)) return undefined
    let at = marketEnd + SECOND.length
    let second = 0
    for (let digit = digitAt(text, at); digit >= 0; digit = digitAt(text, ++at)) second = 10 * second + digit
    const isMet = text.startsWith(IS_MET, at)
    if (!isMet && !text.startsWith(IS_NOT_MET, at)) return undefined
    const signature = at + (isMet ? IS_MET.length : IS_NOT_MET.length)
    const signatureEnd = end - END.length
    if (text.indexOf('"', signature) !== signatureEnd || !text.startsWith(END, signatureEnd)) return undefined
    return {
      market: text.slice(market, marketEnd),
      second,
      isMet,
      signature: text.slice(signature, signatureEnd),
    }
  }

  #readLine(text: string, path: string, number: number): Entry {
    const where = `${path}, line ${number},`
    const line = parse(text)
    if (!line) throw new Error(`${where} is damaged: nothing can be signed without a record of what was`)
    const { attestor, ...entry } = line
    if (attestor !== this.attestor)
      throw new Error(`${where} is of the key ${attestor}, not ${this.attestor}`)
    return entry
  }
}

/** The digit at an index; -1 or less for another character, also beyond the text. */
function digitAt(text: string, index: number): number {
  const digit = text.charCodeAt(index) - 48
  return digit <= 9 ? digit : -1
}

/** Parses a line; `undefined` if it is damaged. */
function parse(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
