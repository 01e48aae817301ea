// Finds free local ports.

import { connect, createServer } from 'node:net'

/** The first port, and the number of ports that a process uses: below the ports that the system assigns. */
const FIRST = 20_000
const RANGE = 160
const RANGES = 75

/** The first port of this process. */
let range: Promise<number> | undefined

/** The next offset at which this process searches; the first port only marks that the range is taken. */
let next = 1

/**
 * Finds free local ports in a row, for tests that choose their ports, and returns the first. No other process searches
 * in the same range: it could take a port that was just found free, or that of a server which is being restarted.
 */
export async function freePorts(count: number): Promise<number> {
  range ??= claimRange()
  const start = await range
  for (let attempt = 0; attempt < RANGE; attempt++) {
    if (next + count > RANGE) next = 1
    const first = start + next
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const free = await Promise.all(ports.map(isFree))
    next += free.every(Boolean) ? count : 1
    if (free.every(Boolean)) return first
  }
  throw new Error(`There are no ${count} free ports in a row from ${start} to ${start + RANGE - 1}`)
}

/** Takes a range until this process ends, by listening on its first port. */
async function claimRange(): Promise<number> {
  for (let attempt = 0; attempt < RANGES; attempt++) {
    const start = FIRST + ((process.pid + attempt) % RANGES) * RANGE
    const server = createServer()
    const isTaken = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen({ port: start, host: '127.0.0.1', exclusive: true }, () => resolve(true))
    })
    if (isTaken) {
      server.unref()
      return start
    }
  }
  throw new Error(`All ${RANGES} ranges of ports are taken`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Whether anything answers at a local port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
