import { type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { lockForProcess } from '../runtime/process-lock.ts'

/** A signed observation. */
export interface Entry {
  /** In base58. */
  market: string
  value: bigint
  /** Unix seconds. */
  observedAt: number
  /** In base58. */
  signature: string
}

/** An entry as a line of the file. */
const Line = z.object({
  attestor: z.string(),
  market: z.string(),
  value: z.string().regex(/^\d{1,20}$/),
  observedAt: z.int(),
  signature: z.string(),
})

/** Records signed observations before they are published. */
export interface Journal {
  /** Resolves once the entry is durable, also against a power failure. */
  write(entry: Entry): Promise<void>
  close(): Promise<void>
}

/** A journal that ends with the process, for the localnet. */
export const MEMORY_JOURNAL: Journal = {
  write: async () => {},
  close: async () => {},
}

/** An append-only file with one line per entry. Entries that arrive during a write are written together. */
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
   * Opens a journal and reads its entries; creates it if it does not exist.
   *
   * @param attestor - the key that signs, in base58
   * @throws Error if it is in use, damaged, or the journal of another key
   */
  static async open(path: string, attestor: string): Promise<{ journal: FileJournal; entries: Entry[] }> {
    const lock = join(await realpath(dirname(path)), `${basename(path)}.lock`)
    const unlock = await lockForProcess(lock, `${path} is in use by another attestor`)
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
    const text = `${JSON.stringify({ attestor, market, value: value.toString(), observedAt, signature })}\n`
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
        // The content of the file is unknown now: nothing more is signed until a restart has read it.
        this.#broken = error as Error
        for (const { failed } of batch) failed(this.#broken)
      }
    }
  }
}

/** Reads the entries of the file and removes an incomplete last line. */
async function recover(file: FileHandle, path: string, attestor: string): Promise<Entry[]> {
  const content = await file.readFile()
  // An entry is published only after its whole line is on disk, so nobody has seen this one.
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) await file.truncate(end)
  await file.sync()
  const lines = content.subarray(0, end).toString().split('\n').slice(0, -1)
  return lines.map((line, index) => parseEntry(line, attestor, `${path}, line ${index + 1},`))
}

function parseEntry(text: string, attestor: string, where: string): Entry {
  const line = parseLine(text)
  if (!line) throw new Error(`${where} is damaged: nothing can be signed without a record of what was`)
  if (line.attestor !== attestor) throw new Error(`${where} is of the key ${line.attestor}, not ${attestor}`)
  const { market, value, observedAt, signature } = line
  return { market, value: BigInt(value), observedAt, signature }
}

/** Parses a line; `undefined` if it is damaged. */
function parseLine(text: string): z.output<typeof Line> | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Syncs a folder, without which a new file in it may be lost in a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
