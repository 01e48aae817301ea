// The gateway's process in the scale bench.

import { setTimeout as sleep } from 'node:timers/promises'
import { mountChannels } from '../../app/src/channels/channels.ts'
import { startGateway } from '../../app/src/gateway/gateway.ts'
import { openLog } from '../../app/src/runtime/log.ts'
import { fillBook } from './fill-book.ts'
import { LongestBlock } from './longest-block.ts'

/** Options of the gateway in the child process. */
export interface GatewayInput {
  rpcUrl: string
  wsUrl: string
  databaseUrl: string | undefined
  /** Markets to fill the book with. */
  open: number
}

/** Its report: once it is ready, and on every request. */
export interface GatewayReport {
  url: string
  /** From the call until it listens, in milliseconds. */
  startMs: number
  /** The longest block of the event loop since the last report, in milliseconds. */
  block: number
  rss: number
  heap: number
}

const DAY_MS = 86_400_000

/** Rate limits that are checked and never reached. */
const RATE = { reads: 1_000_000_000, writes: 1_000_000_000 }

process.once('message', async ({ rpcUrl, wsUrl, databaseUrl, open }: GatewayInput) => {
  const longestBlock = new LongestBlock()
  const startedAt = performance.now()
  const { url, book } = await startGateway({
    nodes: [{ rpcUrl, wsUrl }],
    port: 0,
    mounts: [mountChannels()],
    log: openLog('info', '/dev/null'),
    limits: { rates: { address: RATE, wallet: RATE, key: RATE } },
    store: { databaseUrl },
    // The chain does not have the markets that fill the book.
    reconcileMs: DAY_MS,
  })
  const startMs = performance.now() - startedAt
  const report = async (block: number) => {
    globalThis.gc?.()
    const { rss, heapUsed: heap } = process.memoryUsage()
    // The collection above does not count, nor filling the book.
    await sleep(50)
    longestBlock.take()
    process.send?.({ url, startMs, block, rss, heap } satisfies GatewayReport)
  }
  const atStart = longestBlock.take()
  await fillBook(book, open)
  await report(atStart)
  process.on('message', () => report(longestBlock.take()))
})
process.once('disconnect', () => process.exit())
