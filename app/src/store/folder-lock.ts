import { createHash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Longest path of a socket, on the systems that allow least. */
const LONGEST = 100

/**
 * Keeps other processes out of a folder for as long as this one lives: it listens on a socket there, which ends
 * with the process however that ends, unlike a file that says the folder is taken.
 *
 * @returns a function that lets go of it
 * @throws Error if another process has it
 */
export async function lockFolder(path: string): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true })
  const address = socketOf(await realpath(path))
  const taken = `The store ${path} is in use by another process, and an embedded database is for one alone: set STORE_PATH to another folder, or DATABASE_URL to a Postgres, which many can share`
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

function socketOf(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  if (process.platform === 'win32') return `\\\\.\\pipe\\prediction-market-${name}`
  const inside = join(folder, 'process.sock')
  return inside.length <= LONGEST ? inside : join(tmpdir(), `prediction-market-${name}.sock`)
}

/** Listens there, and takes no more notice of it; `undefined` if there is a socket already. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
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
