// The journal of an attestor: records every answer durably before it is published.

import { type FileHandle, open, realpath, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { lockVolume } from '../runtime/volume-lock.ts'
import { Answers } from './answers.ts'
import { type Entry, JournalLines, readEntries } from './journal-lines.ts'

/** Records answers before they are published. */
export interface Journal {
  /** Resolves once the entry is durable, also against a power failure. */
  write(entry: Entry): Promise<void>
  /** Whether nothing can be written until a restart has read the file. */
  readonly isBroken: boolean
  compact(isNeeded: (entry: Entry) => boolean): Promise<void>
  close(): Promise<void>
}

/** A journal in memory, lost when the process ends, for the localnet. */
export const MEMORY_JOURNAL: Journal = {
  isBroken: false,
  write: async () => {},
  compact: async () => {},
  close: async () => {},
}

/** Lines to write at once when a journal is compacted, so that requests are answered in between. */
const BATCH = 5_000

/** A file with one line per entry. Entries that arrive during a write are written together. */
export class FileJournal implements Journal {
  #waiting: { entry: Entry; done: () => void; failed: (error: Error) => void }[] = []
  /** Writes and compactions, one after the other. */
  #work: Promise<void> = Promise.resolve()
  #isFlushing = false
  #broken: Error | undefined

  private constructor(
    private file: FileHandle,
    private lines: JournalLines,
    private readonly path: string,
    private readonly attestor: string,
    private readonly unlock: () => Promise<void>,
    private readonly onBroken: (reason: Error) => void,
  ) {}

  get isBroken(): boolean {
    return this.#broken !== undefined
  }

  /**
   * Opens a journal and reads its answers; creates it if it does not exist.
   *
   * @param attestor - the key that signs, in base58
   * @param onBroken - called once, when an entry cannot be written or the file belongs to another process
   * @throws Error if it is in use, damaged, or the journal of another key
   */
  static async open(
    path: string,
    attestor: string,
    onBroken: (reason: Error) => void = () => {},
  ): Promise<{ journal: FileJournal; answers: Answers }> {
    const lock = join(await realpath(dirname(path)), `${basename(path)}.lock`)
    let journal: FileJournal | undefined
    let lost: Error | undefined
    const unlock = await lockVolume(lock, `${path} is in use by another attestor`, (error) => {
      lost = error
      journal?.break(error)
    })
    const lines = new JournalLines(attestor)
    let file: FileHandle | undefined
    try {
      file = await open(path, 'a+', 0o600)
      const answers = await readAnswers(file, path, lines)
      await syncFolder(dirname(path))
      if (lost) throw lost
      journal = new FileJournal(file, lines, path, attestor, unlock, onBroken)
      return { journal, answers }
    } catch (error) {
      await file?.close()
      await unlock()
      throw error
    }
  }

  /** Refuses all further entries. */
  break(reason: Error): void {
    if (this.#broken) return
    this.#broken = reason
    this.onBroken(reason)
  }

  write(entry: Entry): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ entry, done, failed })
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
        await this.file.appendFile(batch.map(({ entry }) => this.lines.write(entry)).join(''))
        await this.file.datasync()
        for (const { done } of batch) done()
      } catch (error) {
        // The content of the file is unknown now: nothing is signed until a restart has read it.
        this.break(error as Error)
        for (const { failed } of batch) failed(this.#broken as Error)
      }
    }
    this.#isFlushing = false
  }

  async #compact(isNeeded: (entry: Entry) => boolean): Promise<void> {
    if (this.#broken) throw this.#broken
    const { path, attestor } = this
    const lines = new JournalLines(attestor)
    const next = await open(`${path}.new`, 'w+', 0o600)
    try {
      const old = await open(path, 'r')
      const content = await old.readFile().finally(() => old.close())
      let batch = [lines.start()]
      let count = 0
      for (const entry of readEntries(new JournalLines(attestor).resume(content, path))) {
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
    this.lines = lines
    await file.close()
  }
}

/** Reads the answers in the file, removes an incomplete last line, and writes the first line of a new file. */
async function readAnswers(file: FileHandle, path: string, lines: JournalLines): Promise<Answers> {
  const content = await file.readFile()
  const whole = lines.resume(content, path)
  // An answer is published only after its whole line is on disk, so nobody has seen this one.
  if (whole.length < content.length) await file.truncate(whole.length)
  if (whole.length === 0) await file.appendFile(lines.start())
  await file.sync()
  const answers = new Answers()
  for (const entry of readEntries(whole)) answers.add(entry)
  return answers
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
