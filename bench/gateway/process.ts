// The child process of the benches of a gateway: serves a gateway, or a constant on a bare Hono route.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { PublicKey } from '@solana/web3.js'
import { Hono } from 'hono'
import type { MarketBook } from '../../app/src/book/book.ts'
import { BookEntry } from '../../app/src/book/entry.ts'
import { mountChannels } from '../../app/src/channels/channels.ts'
import { startGateway } from '../../app/src/gateway/gateway.ts'
import { openLog } from '../../app/src/runtime/log.ts'
import { market } from '../../tests/helpers/book.ts'
import { addressOf } from '../scale/fill-store.ts'
import { LongestBlock } from '../scale/longest-block.ts'

/** When the first open market was created, after all closed ones. */
const START = 1_700_000_000

/** How many creators the open markets have. */
const CREATORS = 1_000

/** Fills an empty book with open markets, as if the chain had them. */
function fillBook(book: MarketBook, count: number): Promise<void> {
  const creators = Array.from(
    { length: CREATORS },
    (_, index) => new PublicKey(addressOf(`creator ${index}`)),
  )
  const entries = Array.from({ length: count }, (_, index) => {
    const createdAt = BigInt(START + index)
    const expireAt = createdAt + BigInt(3_600 * (1 + (index % 1_000)))
    const state = market({
      address: new PublicKey(addressOf(`open ${index}`)),
      creator: creators[index % CREATORS] as PublicKey,
      pools: {
        Yes: BigInt((index * 7_919) % 1_000_003) * 1_000n,
        No: BigInt((index * 104_729) % 1_000_003) * 1_000n,
      },
      createdAt,
      closeAt: expireAt,
      expireAt,
    })
    return new BookEntry(state, `Will the open market number ${index} be decided with Yes?`)
  })
  return book.fill(entries)
}

/** A request to the process: what to serve, which comes first, or a report. */
export type GatewayRequest = Constant | Markets | { report: true }

/** A constant on a route. */
interface Constant {
  route: string
  text: string
}

/** A node, a store, and the number of open markets to fill the book with beside those of the node. */
interface Markets {
  rpcUrl: string
  wsUrl: string
  databaseUrl?: string | undefined
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

const longestBlock = new LongestBlock()
const served = { url: '', startMs: 0 }

/** Serves a constant on a bare Hono route. */
async function serveConstant({ route, text }: Constant): Promise<void> {
  const app = new Hono().get(route, (c) => c.body(text, 200, { 'content-type': 'application/json' }))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  served.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A gateway with all of its middleware: logs, metrics, limits, headers. Returns its longest block at the start. */
async function serveMarkets({ rpcUrl, wsUrl, databaseUrl, open }: Markets): Promise<number> {
  longestBlock.take()
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
  served.url = url
  served.startMs = performance.now() - startedAt
  const block = longestBlock.take()
  if (open > 0) await fillBook(book, open)
  return block
}

process.on('message', async (request: GatewayRequest) => {
  let block = 0
  if ('text' in request) await serveConstant(request)
  else block = 'open' in request ? await serveMarkets(request) : longestBlock.take()
  globalThis.gc?.()
  const { rss, heapUsed: heap } = process.memoryUsage()
  // The collection above does not count, nor filling the book.
  await sleep(50)
  longestBlock.take()
  process.send?.({ ...served, block, rss, heap } satisfies GatewayReport)
})
process.once('disconnect', () => process.exit())
