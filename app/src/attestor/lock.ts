import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'

/**
 * Makes sure that one process of a machine has a file to itself: it listens on a socket beside it, which the
 * system closes however the process ends.
 *
 * @returns what gives the file up
 * @throws Error if another process has it
 */
export async function lock(path: string): Promise<() => Promise<void>> {
  const socket = `${path}.lock`
  const server = createServer((client) => client.destroy())
  try {
    await listen(server, socket)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') {
      throw new Error(`${socket} cannot be made: ${(error as Error).message}`, { cause: error })
    }
    if (await answers(socket)) throw new Error(`${path} is in use by another attestor`)
    // Whoever left it there is gone.
    await unlink(socket)
    await listen(server, socket)
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function listen(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(socket)
    client.once('connect', () => {
      client.destroy()
      resolve(true)
    })
    client.once('error', () => resolve(false))
  })
}
