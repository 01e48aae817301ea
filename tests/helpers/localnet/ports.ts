// Finds free local ports.

import { connect, createServer } from 'node:net'

/** The first port, and the number of ports that a process uses: below the ports that the system assigns. */
const FIRST = 20_000
const RANGE = 160
const RANGES = 75

/** The next offset at which this process searches. */
let next = 0

/**
 * Finds free local ports in a row, for tests that choose their ports, and returns the first. Processes that run
 * at the same time search in different ranges, so that none takes a port that another one has just found free.
 */
export async function freePorts(count: number): Promise<number> {
  const start = FIRST + (process.pid % RANGES) * RANGE
  for (let attempt = 0; attempt < RANGE; attempt++) {
    if (next + count > RANGE) next = 0
    const first = start + next
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const free = await Promise.all(ports.map(isFree))
    next += free.every(Boolean) ? count : 1
    if (free.every(Boolean)) return first
  }
  throw new Error(`There are no ${count} free ports in a row from ${start} to ${start + RANGE - 1}`)
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
