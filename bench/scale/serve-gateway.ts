import { setTimeout as sleep } from 'node:timers/promises'
import { startGateway } from '../../app/src/gateway/gateway.ts'
import { openLog } from '../../app/src/runtime/log.ts'
import { EventLoopMonitor, type LongestBlock } from './event-loop.ts'

/** What a gateway in a child process is started with. */
export interface GatewayInput {
  rpcUrl: string
  wsUrl: string
  databaseUrl: string | undefined
}

/** What it reports: once it is ready, and each time it is asked. */
export interface GatewayReport {
  url: string
  /** From the call until it listens, in milliseconds. */
  startMs: number
  /** Since the last report. */
  block: LongestBlock
  rss: number
  heap: number
}

/** Limits that are checked and never reached. */
const RATE = { reads: 1_000_000_000, writes: 1_000_000_000 }

process.once('message', async ({ rpcUrl, wsUrl, databaseUrl }: GatewayInput) => {
  const eventLoop = new EventLoopMonitor()
  const startedAt = performance.now()
  const { url } = await startGateway({
    nodes: [{ rpcUrl, wsUrl }],
    port: 0,
    log: openLog('info', '/dev/null'),
    limits: { rates: { address: RATE, wallet: RATE, key: RATE } },
    store: { databaseUrl },
  })
  const startMs = performance.now() - startedAt
  const report = async () => {
    const block = eventLoop.longest
    globalThis.gc?.()
    const { rss, heapUsed: heap } = process.memoryUsage()
    // The collection above does not count.
    await sleep(50)
    eventLoop.reset()
    process.send?.({ url, startMs, block, rss, heap } satisfies GatewayReport)
  }
  await report()
  process.on('message', report)
})
process.once('disconnect', () => process.exit())
