// The keeper's process in the scale bench. Each order starts a phase and reports its measurements at the end.

import { setTimeout as sleep } from 'node:timers/promises'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import pino from 'pino'
import { followChain } from '../../app/src/book/follow-chain.ts'
import { startKeeper } from '../../app/src/keeper/keeper.ts'
import type { PriceSource, PriceUpdate } from '../../app/src/prices/source.ts'
import { LongestBlock } from './longest-block.ts'

/** Orders to the keeper's process. */
export type KeeperOrder =
  | { do: 'fill'; rpcUrl: string; wsUrl: string }
  /** Reads all markets again. */
  | { do: 'reconcile' }
  /** Starts the keeper, and waits until it has checked every market. */
  | { do: 'start' }
  | { do: 'run'; seconds: number }

/** The measurements of a phase. */
export interface Phase {
  seconds: number
  /** The longest block of the event loop, in milliseconds. */
  longestBlock: number
  cpuSeconds: number
  /** Megabytes, after a garbage collection. */
  heap: number
  rss: number
  markets: number
}

type Chain = Awaited<ReturnType<typeof followChain>>

const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })
const blocks = new LongestBlock()
let chain: Chain | undefined

/** Prices below every target, published every second. */
const prices: PriceSource = {
  latest: async (feed) => updateOf(feed),
  latestOf: async (feeds) => feeds.map(updateOf),
  updateAt: async () => null,
  history: async () => [],
}

function updateOf(feedId: string): PriceUpdate {
  const publishTime = Math.floor(Date.now() / 1_000)
  const price = { price: 500n, conf: 0n, exponent: 0, emaPrice: 500n, emaConf: 0n }
  return { feedId, ...price, publishTime, prevPublishTime: publishTime - 1, signed: Uint8Array.of(1) }
}

async function follow({ rpcUrl, wsUrl }: { rpcUrl: string; wsUrl: string }): Promise<Chain> {
  const observer = { call: () => {} }
  // Reconciles only when ordered.
  return followChain({
    nodes: [{ rpcUrl, wsUrl }],
    programId: PROGRAM_ID,
    log,
    observer,
    reconcileMs: 2 ** 30,
  })
}

async function start({ rpc, ...following }: Chain): Promise<void> {
  const nodes = rpc.addresses
  await startKeeper({ nodes, chain: { rpc, ...following }, payers: [Keypair.generate()], prices, log })
  await quiet()
}

/** Waits until the event loop is nearly idle. */
async function quiet(): Promise<void> {
  for (let last = performance.eventLoopUtilization(), used = 1; used > 0.5; ) {
    await sleep(1_000)
    const now = performance.eventLoopUtilization()
    used = performance.eventLoopUtilization(now, last).utilization
    last = now
  }
}

async function take(order: KeeperOrder): Promise<void> {
  if (order.do === 'fill') chain = await follow(order)
  if (order.do === 'reconcile') await chain?.loader.reconcile()
  if (order.do === 'start' && chain) await start(chain)
  if (order.do === 'run') await sleep(1_000 * order.seconds)
}

// Loaded in advance: Node loads it on first use, which takes 40 ms.
await fetch('data:,')

process.on('message', async (order: KeeperOrder) => {
  blocks.take()
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
  await take(order)
  const { user, system } = process.cpuUsage(cpu)
  const measured = { seconds: (performance.now() - startedAt) / 1_000, longestBlock: blocks.take() }
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const memory = { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20, markets: chain?.book.size ?? 0 }
  process.send?.({ ...measured, cpuSeconds: (user + system) / 1e6, ...memory } satisfies Phase)
})
process.on('disconnect', () => process.exit())
