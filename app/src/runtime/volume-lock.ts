// Locks a path on a volume that containers or machines share.

import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockForProcess, MAX_PATH } from './process-lock.ts'

/** The holder of a lock, in a file beside it. */
interface Holder {
  /** Unique to this lock. */
  id: string
  /** The running kernel: on the same one, a socket shows whether its process lives. */
  kernel: string
  /** Changes while the holder lives. */
  beat: number
}

export interface VolumeLockOptions {
  /** Milliseconds between two beats of a holder. */
  beatMs?: number | undefined
  /** The kernel; this one's by default. */
  kernel?: string | undefined
}

/** Beats that a holder may miss before its lock is taken over. */
const MISSED_BEATS = 5

/**
 * Locks a path on a volume that containers or machines share. Among containers of one kernel a socket on the volume is
 * the lock, which ends with its process. A holder on another kernel, or before a restart of this machine, is watched
 * for ten seconds: if its beat changes, it lives.
 *
 * @param path - where to create the socket; the holder is named in `{path}.holder`
 * @param message - of the error if another process holds the lock
 * @param onLost - called if another process has taken the lock, because this one was stopped for too long
 * @returns a function that releases the lock
 * @throws Error if another process holds the lock, or the volume cannot be written
 */
export async function lockVolume(
  path: string,
  message: string,
  onLost: (error: Error) => void,
  { beatMs = 2_000, kernel }: VolumeLockOptions = {},
): Promise<() => Promise<void>> {
  const unlock = await lockForProcess(path, message)
  const file = `${path}.holder`
  const own: Holder = { id: randomUUID(), kernel: kernel ?? (await thisKernel()), beat: 0 }
  try {
    const before = await readHolder(file)
    // A socket with a long path is not on the volume.
    const isProvenBySocket = before?.kernel === own.kernel && path.length <= MAX_PATH
    if (before && !isProvenBySocket) {
      await sleep(MISSED_BEATS * beatMs)
      const after = await readHolder(file)
      if (after && (after.id !== before.id || after.beat !== before.beat)) throw new Error(message)
    }
    await writeHolder(file, own)
    // Another machine may have found the lock free at the same time.
    if (before && !isProvenBySocket) await sleep(beatMs)
    if ((await readHolder(file))?.id !== own.id) throw new Error(message)
  } catch (error) {
    await unlock()
    throw error
  }
  let isBeating = true
  const beats = async () => {
    while (isBeating) {
      await sleep(beatMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
      if (isBeating) await beat(file, own)
    }
  }
  const stopping = new AbortController()
  const beating = beats().catch(onLost)
  return async () => {
    isBeating = false
    stopping.abort()
    await beating
    const holder = await readHolder(file).catch(() => undefined)
    if (holder?.id === own.id) await rm(file, { force: true })
    await unlock()
  }
}

async function beat(file: string, own: Holder): Promise<void> {
  const holder = await readHolder(file)
  if (holder?.id !== own.id) throw new Error(`${file} names another holder: the lock was lost`)
  own.beat += 1
  await writeHolder(file, own)
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    // A power failure may leave an empty file.
    if (error instanceof SyntaxError) return { id: '', kernel: '', beat: 0 }
    throw error
  }
}

/** Replaces the file atomically, so that nobody reads half of it. */
async function writeHolder(file: string, holder: Holder): Promise<void> {
  const next = `${file}.${holder.id.slice(0, 8)}`
  await writeFile(next, JSON.stringify(holder), { mode: 0o600 })
  await rename(next, file)
}

/** An id of the running kernel, the same in all its containers; the host name where there is none. */
async function thisKernel(): Promise<string> {
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname())
  return bootId.trim()
}
