import { type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { lockForProcess } from '../runtime/process-lock.ts'

/** What an attestor has signed. */
export interface Entry {
  /** In base58. */
  market: string
  value: bigint
  /** Unix seconds. */
  observedAt: number
  /** In base58. */
  signature: string
}

/** How it is written. */
interface Line extends Omit<Entry, 'value'> {
  attestor: string
  value: string
}

/** Somewhere to write down what was signed before anyone gets to see it. */
export interface Journal {
  /** Settles once the entry is sure to outlive the process and the machine's power. */
  write(entry: Entry): Promise<void>
  close(): Promise<void>
}

/** Forgets everything with the process, as a localnet does. */
export const MEMORY_JOURNAL: Journal = {
  write: async () => {},
  close: async () => {},
}

/**
 * A file with a line for each entry, only ever added to. Entries that come while others are being written
 * go to the disk together.
 */
export class FileJournal implements Journal {
  #waiting: { text: string; done: () => void; failed: (error: Error) => void }[] = []
  #writing: Promise<void> | undefined
  #broken: Error | undefined

  private constructor(
    private readonly file: FileHandle,
    private readonly attestor: string,
    private readonly unlock: () => Promise<void>,
  ) {}

  /**
   * Opens a journal, which is made if need be, and reads what is in it.
   *
   * @param attestor - the key that signs, in base58
   * @throws Error if it is the journal of another key, damaged, or in use
   */
  static async open(path: string, attestor: string): Promise<{ journal: FileJournal; entries: Entry[] }> {
    const place = join(await realpath(dirname(path)), `${basename(path)}.lock`)
    const unlock = await lockForProcess(place, `${path} is in use by another attestor`)
    let file: FileHandle | undefined
    try {
      file = await open(path, 'a+', 0o600)
      const entries = await recover(file, path, attestor)
      await syncFolder(dirname(path))
      return { journal: new FileJournal(file, attestor, unlock), entries }
    } catch (error) {
      await file?.close()
      await unlock()
      throw error
    }
  }

  write({ market, value, observedAt, signature }: Entry): Promise<void> {
    const { attestor } = this
    const line: Line = { attestor, market, value: value.toString(), observedAt, signature }
    const text = `${JSON.stringify(line)}\n`
    return new Promise((done, failed) => {
      this.#waiting.push({ text, done, failed })
      this.#writing ??= this.#flush().finally(() => {
        this.#writing = undefined
      })
    })
  }

  async close(): Promise<void> {
    await this.#writing
    await this.file.close()
    await this.unlock()
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        if (this.#broken) throw this.#broken
        await this.file.appendFile(batch.map(({ text }) => text).join(''))
        await this.file.datasync()
        for (const { done } of batch) done()
      } catch (error) {
        // What is in the file now is not known: nothing more is signed until somebody has looked.
        this.#broken = error as Error
        for (const { failed } of batch) failed(this.#broken)
      }
    }
  }
}

/** Reads what is in the file, and cuts off what was never finished. */
async function recover(file: FileHandle, path: string, attestor: string): Promise<Entry[]> {
  const content = await file.readFile()
  // A line without its end was never on the disk for sure, so nobody was told of it.
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) await file.truncate(end)
  await file.sync()
  const lines = content.subarray(0, end).toString().split('\n').slice(0, -1)
  return lines.map((line, index) => read(line, attestor, `${path}, line ${index + 1},`))
}

function read(text: string, attestor: string, where: string): Entry {
  const line = parse(text)
  if (!line) throw new Error(`${where} is damaged: what was signed is not known, and nothing can be signed`)
  if (line.attestor !== attestor) throw new Error(`${where} is of the key ${line.attestor}, not ${attestor}`)
  const { market, value, observedAt, signature } = line
  return { market, value: BigInt(value), observedAt, signature }
}

/** A line as it was written, `null` if it is not. By hand: loading a library for it takes a localnet longer. */
function parse(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line
    const texts = [line.attestor, line.market, line.value, line.signature]
    const isWhole = texts.every((field) => typeof field === 'string') && Number.isSafeInteger(line.observedAt)
    return isWhole && /^\d{1,20}$/.test(line.value) ? line : null
  } catch {
    return null
  }
}

/** A new file is sure to be found again only once its folder is written too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
