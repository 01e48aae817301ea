import { createHash, randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Longest path of a socket on the systems that allow least, which is 103, less what is added to take one aside. */
const LONGEST = 94

/**
 * Keeps other processes of this machine away from something for as long as this one lives: it listens on a socket,
 * which ends with the process however that ends, unlike a file that says it is taken.
 *
 * @param path - where the socket is to be
 * @param taken - what to say if another process has it
 * @returns a function that lets go of it
 * @throws Error if another process has it, or the socket cannot be made
 */
export async function lockForProcess(path: string, taken: string): Promise<() => Promise<void>> {
  const address = socketOf(path)
  const server = (await listen(address)) ?? ((await isLeft(address)) ? await listen(address) : undefined)
  if (!server) throw new Error(taken)
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** Whether a socket was left by a process that was killed; it is cleared away then. */
async function isLeft(address: string): Promise<boolean> {
  if (await isAnswered(address)) return false
  // Taken aside first: another process may have cleared it away at the same time, and listen there by now.
  const aside = `${address}.${randomUUID().slice(0, 8)}`
  if (!(await moved(address, aside))) return true
  if (await isAnswered(aside)) {
    await rename(aside, address)
    return false
  }
  await rm(aside, { force: true })
  return true
}

/** Whether there was something to rename. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function socketOf(path: string): string {
  const name = `prediction-market-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return path.length <= LONGEST ? path : join(tmpdir(), `${name}.sock`)
}

/** Listens there, and takes no more notice of it; `undefined` if there is a socket already. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(new Error(`${address} cannot be made: ${error.message}`, { cause: error }))
    })
    server.listen(address, () => resolve(server.unref()))
  })
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
