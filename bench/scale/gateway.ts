// Measures gateways with many open and decided markets.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { marketIdOf } from '@prediction-market/sdk/accounts'
import { Connection } from '@solana/web3.js'
import autocannon from 'autocannon'
import { writeCursor } from '../../app/src/gateway/http/paging.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import { newPlace } from '../../tests/helpers/gateway/store.ts'
import type { Row } from '../table.ts'
import { addressOf, CREATORS, fillStore, placeOf } from './fill-store.ts'
import type { GatewayInput, GatewayReport } from './serve-gateway.ts'

/** How many open and decided markets to measure with. */
export interface Sizes {
  open: readonly number[]
  decided: readonly number[]
}

/** How long each kind of request is sent, in seconds, and over how many connections. */
const SECONDS = Number(process.env.SECONDS ?? 5)
const CONNECTIONS = 20

/** Distinct requests of a kind: more than the gateway caches. */
const VARIANTS = 2_000

/** A gateway in a child process, so that its memory is measured alone. */
interface Child {
  started: GatewayReport
  report(): Promise<GatewayReport>
  end(): Promise<void>
}

async function startChild(input: GatewayInput): Promise<Child> {
  const child = fork(new URL('./serve-gateway.ts', import.meta.url), {
    execArgv: ['--conditions=source', '--import=tsx', '--expose-gc'],
  })
  const next = async () => {
    const [report] = (await once(child, 'message')) as [GatewayReport]
    return report
  }
  child.send(input)
  return {
    started: await next(),
    report() {
      child.send('report')
      return next()
    },
    async end() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Requests a second and the 99th percentile of their latency, for each path in turn. */
async function measure(url: string, paths: readonly string[]): Promise<string> {
  const requests = paths.map((path) => ({ path }))
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${paths[0]}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`)
  }
  return `${Math.round(result.requests.average).toLocaleString('en-US')} (${result.latency.p99} ms)`
}

/** The requests of each column. Beyond the first page each differs from the others, so none is in a cache. */
function requestsOf(decided: number): Record<string, string[]> {
  const variants = <T>(make: (index: number) => T) =>
    Array.from({ length: VARIANTS }, (_, index) => make(index))
  const any = (index: number) => (index * 7_919) % (decided || VARIANTS)
  const deep = (index: number) => {
    const { createdAt, address } = placeOf(any(index))
    return writeCursor('markets-newest', ['resolved', createdAt, createdAt, 0, address])
  }
  const requests: Record<string, string[]> = {
    'first page': ['/v1/markets'],
    'of a creator': variants((index) => {
      const creator = addressOf(`creator ${index % CREATORS}`)
      return `/v1/markets?creator=${creator}&sort=volume&limit=${20 + Math.floor(index / CREATORS)}`
    }),
    search: variants((index) => `/v1/markets?q=number+${any(index)}`),
    'deep page': variants((index) => `/v1/markets?cursor=${deep(index)}`),
  }
  if (decided > 0) {
    requests['a closed market'] = variants(
      (index) => `/v1/markets/${marketIdOf(placeOf(any(index)).address)}`,
    )
  }
  return requests
}

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

async function measureGateway(input: GatewayInput, decided: number): Promise<Row> {
  const gateway = await startChild(input)
  const { started } = gateway
  const rates: Row = {}
  for (const [name, paths] of Object.entries(requestsOf(decided))) {
    rates[`${name} req/s (p99)`] = await measure(started.url, paths)
  }
  const loaded = await gateway.report()
  await gateway.end()
  return {
    open: input.open,
    decided,
    'start s': (started.startMs / 1_000).toFixed(1),
    'block at start ms': Math.round(started.block),
    'heap MB': megabytes(started.heap),
    'RSS MB': megabytes(started.rss),
    'block under load ms': Math.round(loaded.block),
    'heap after load MB': megabytes(loaded.heap),
    ...rates,
  }
}

/**
 * Measures gateways with these numbers of open markets in the book and of decided ones, closed, in a Postgres. No local
 * node takes 100,000 markets in a reasonable time, so the book is filled after the start; loading it from a chain is
 * not measured.
 */
export async function measureGateways({ open, decided }: Sizes): Promise<Row[]> {
  const localnet = await startLocalnet({ rpcPort: 0, demo: false, attestors: false })
  const { rpcUrl, wsUrl } = localnet.node
  const genesis = await new Connection(rpcUrl).getGenesisHash()
  const stores: { decided: number; databaseUrl: string | undefined; remove(): Promise<void> }[] = []
  for (const count of decided) {
    const { databaseUrl, remove } = await newPlace()
    if (!databaseUrl && count > 0) throw new Error('Decided markets need a Postgres: tools/with-postgres')
    if (databaseUrl) await fillStore(databaseUrl, count, genesis)
    stores.push({ decided: count, databaseUrl, remove })
  }
  const rows: Row[] = []
  for (const markets of open) {
    for (const store of stores) {
      const input = { rpcUrl, wsUrl, databaseUrl: store.databaseUrl, open: markets }
      const row = await measureGateway(input, store.decided)
      // Prints each row at once, because the table takes long.
      console.error(JSON.stringify(row))
      rows.push(row)
    }
  }
  for (const { remove } of stores) await remove()
  await localnet.stop()
  return rows
}
