import { type FileHandle, open, realpath, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { lockVolume } from '../runtime/volume-lock.ts'
import { JournalLines } from './journal-lines.ts'

/** A signed observation: whether a market's condition was met at a second. */
export interface Entry {
  /** In base58. */
  market: string
  /** Unix seconds. */
  second: number
  isMet: boolean
  /** In base58. */
  signature: string
}

/** Records signed observations before they are published. */
export interface Journal {
  /** Resolves once the entry is durable, also against a power failure. */
  write(entry: Entry): Promise<void>
  /** Removes entries that are no longer needed. */
  compact(isNeeded: (entry: Entry) => boolean): Promise<void>
  close(): Promise<void>
}

/** A journal that ends with the process, for the localnet. */
export const MEMORY_JOURNAL: Journal = {
  write: async () => {},
  compact: async () => {},
  close: async () => {},
}

/** Lines to write at once when a journal is compacted, so that requests are answered in between. */
const BATCH = 5_000

/** A file with one line per entry. Entries that arrive during a write are written together. */
export class FileJournal implements Journal {
  #waiting: { text: string; done: () => void; failed: (error: Error) => void }[] = []
  /** Writes and compactions, one after the other. */
  #work: Promise<void> = Promise.resolve()
  #isFlushing = false
  #broken: Error | undefined

  private constructor(
    private file: FileHandle,
    private readonly path: string,
    private readonly lines: JournalLines,
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
    let journal: FileJournal | undefined
    const unlock = await lockVolume(lock, `${path} is in use by another attestor`, (error) => {
      journal?.break(error)
    })
    const lines = new JournalLines(attestor)
    let file: FileHandle | undefined
    try {
      file = await open(path, 'a+', 0o600)
      const entries = await recover(file, path, lines)
      await syncFolder(dirname(path))
      journal = new FileJournal(file, path, lines, unlock)
      return { journal, entries }
    } catch (error) {
      await file?.close()
      await unlock()
      throw error
    }
  }

  /** Refuses all further entries. */
  break(reason: Error): void {
    this.#broken ??= reason
  }

  write(entry: Entry): Promise<void> {
    const text = this.lines.write(entry)
    return new Promise((done, failed) => {
      this.#waiting.push({ text, done, failed })
      if (this.#isFlushing) return
      this.#isFlushing = true
      this.#work = this.#work.then(() => this.#flush())
    })
  }

  /**
   * Replaces the file by one without the entries that are no longer needed. A crash at any moment leaves the old file
   * or the new one.
   *
   * @throws Error if the new file cannot be written; the old one stays in use
   */
  compact(isNeeded: (entry: Entry) => boolean): Promise<void> {
    const compaction = this.#work.then(() => this.#compact(isNeeded))
    this.#work = compaction.catch(() => {})
    return compaction
  }

  async close(): Promise<void> {
    await this.#work
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
        this.break(error as Error)
        for (const { failed } of batch) failed(this.#broken as Error)
      }
    }
    this.#isFlushing = false
  }

  async #compact(isNeeded: (entry: Entry) => boolean): Promise<void> {
    if (this.#broken) throw this.#broken
    const { path, lines } = this
    const next = await open(`${path}.new`, 'w+', 0o600)
    try {
      const old = await open(path, 'r')
      const content = await old.readFile().finally(() => old.close())
      let batch: string[] = []
      let count = 0
      for (const entry of lines.read(content, path)) {
        if (isNeeded(entry)) batch.push(lines.write(entry))
        count += 1
        if (count % BATCH > 0) continue
        await next.appendFile(batch.join(''))
        batch = []
      }
      await next.appendFile(batch.join(''))
      await next.sync()
      await rename(`${path}.new`, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await next.close()
      throw error
    }
    const { file } = this
    this.file = next
    await file.close()
  }
}

/** Reads the entries of the file and removes an incomplete last line. */
async function recover(file: FileHandle, path: string, lines: JournalLines): Promise<Entry[]> {
  const content = await file.readFile()
  // An entry is published only after its whole line is on disk, so nobody has seen this one.
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) await file.truncate(end)
  await file.sync()
  return lines.read(content.subarray(0, end), path)
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
