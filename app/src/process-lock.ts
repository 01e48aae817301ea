import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Longest path of a socket, on the systems that allow least. */
const LONGEST = 100

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
  let server = await listen(address)
  if (!server) {
    if (await isAnswered(address)) throw new Error(taken)
    // Left by a process that was killed.
    await rm(address, { force: true })
    server = await listen(address)
  }
  if (!server) throw new Error(taken)
  const held = server
  return () => new Promise((resolve) => held.close(() => resolve()))
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
