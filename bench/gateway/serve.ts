// The child process of the gateway bench: serves a gateway, or a constant on a bare Hono route.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { mountChannels } from '../../app/src/channels/channels.ts'
import { startGateway } from '../../app/src/gateway/gateway.ts'
import { openLog } from '../../app/src/runtime/log.ts'
import { openStore } from '../../app/src/store/store.ts'

/** What to serve: a constant on a route, or the markets of a node. */
export type Served = Constant | { rpcUrl: string; wsUrl: string }

interface Constant {
  route: string
  text: string
}

/** Durations of a start, in milliseconds. */
export interface Start {
  gateway: number
  /** From the start of the process, so it includes loading the code. */
  process: number
  /** A second store, opened afterwards. */
  store: number
}

/** The URL of the server, and how long it took to start. */
export interface Serving {
  url: string
  start?: Start
}

/** Rate limits that are checked and never reached. */
const RATE = { reads: 1_000_000_000, writes: 1_000_000_000 }

/** Serves a constant on a bare Hono route. */
async function serveConstant({ route, text }: Constant): Promise<Serving> {
  const app = new Hono().get(route, (c) => c.body(text, 200, { 'content-type': 'application/json' }))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The gateway with all of its middleware: logs, metrics, limits, headers. */
async function serveMarkets(node: { rpcUrl: string; wsUrl: string }): Promise<Serving> {
  const [gateway, ms] = await timed(() =>
    startGateway({
      nodes: [node],
      port: 0,
      mounts: [mountChannels()],
      log: openLog('info', '/dev/null'),
      limits: { rates: { address: RATE, wallet: RATE, key: RATE } },
    }),
  )
  const ready = performance.now()
  const [store, storeMs] = await timed(() => openStore())
  await store.close()
  return { url: gateway.url, start: { gateway: ms, process: ready, store: storeMs } }
}

async function timed<T>(run: () => Promise<T>): Promise<[result: T, ms: number]> {
  const start = performance.now()
  const result = await run()
  return [result, performance.now() - start]
}

process.once('message', async (served: Served) => {
  process.send?.('text' in served ? await serveConstant(served) : await serveMarkets(served))
})
process.once('disconnect', () => process.exit())
