// Locks a path for this process.

import { createHash, randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Longest socket path that every system allows, 103 bytes, less the 9 that are added to move it aside. */
export const MAX_PATH = 94

/**
 * Locks a path for this process. The lock is a socket that the process listens on: unlike a lock file, it ends
 * with the process even if that is killed.
 *
 * @param path - where to create the socket
 * @param message - of the error if another process holds the lock
 * @returns a function that releases the lock
 * @throws Error if another process holds the lock, or the socket cannot be created
 */
export async function lockForProcess(path: string, message: string): Promise<() => Promise<void>> {
  const address = socketPath(path)
  const server = (await listen(address)) ?? ((await removeStale(address)) ? await listen(address) : undefined)
  if (!server) throw new Error(message)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Removes the socket of a process that was killed.
 *
 * @returns whether the path is free; `false` if a process listens there
 */
async function removeStale(address: string): Promise<boolean> {
  if (await isListening(address)) return false
  // The socket is moved aside first: another process may have replaced it meanwhile by one that it listens on.
  const aside = `${address}.${randomUUID().slice(0, 8)}`
  if (!(await moveIfExists(address, aside))) return true
  if (await isListening(aside)) {
    await rename(aside, address)
    return false
  }
  await rm(aside, { force: true })
  return true
}

/** Renames a file; `false` if it does not exist. */
async function moveIfExists(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function socketPath(path: string): string {
  const name = `prediction-market-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return path.length <= MAX_PATH ? path : join(tmpdir(), `${name}.sock`)
}

/** Listens on a socket without keeping the process alive; `undefined` if the path is in use. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(new Error(`Cannot create the socket ${address}: ${error.message}`, { cause: error }))
    })
    server.listen(address, () => resolve(server.unref()))
  })
}

function isListening(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
