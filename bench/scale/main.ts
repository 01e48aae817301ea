// Prints how memory, the longest block of the event loop and speed grow with the number of markets. No block should be
// longer than 50 ms. `OPEN` and `DECIDED` are lists of numbers, `PART` is `gateway` or `keeper`, `SECONDS` how long each
// phase takes. Filling a Postgres with a million markets takes a quarter of an hour. `PART=load` measures only what
// loading open markets costs, and needs no Postgres: `PART=load OPEN=100000 npm run bench -- scale`.

import { marketIdOf } from '@prediction-market/sdk/accounts'
import { Connection } from '@solana/web3.js'
import autocannon from 'autocannon'
import { writeCursor } from '../../app/src/gateway/http/paging.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import { newPlace } from '../../tests/helpers/gateway/store.ts'
import type { GatewayReport, GatewayRequest } from '../gateway/process.ts'
import { startPart } from '../part.ts'
import { setting } from '../run.ts'
import { printTable, type Row } from '../table.ts'
import { addressOf, CREATORS, fillStore, placeOf } from './fill-store.ts'
import { measureKeepers, measureLoading } from './keeper.ts'

/** How many open and decided markets to measure with. */
interface Sizes {
  open: readonly number[]
  decided: readonly number[]
}

/** How long each kind of request is sent, in seconds, and over how many connections. */
const SECONDS = setting('SECONDS', 5)
const CONNECTIONS = 20

/** Distinct requests of a kind: more than the gateway caches. */
const VARIANTS = 2_000

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

async function measureGateway(
  input: Extract<GatewayRequest, { open: number }>,
  decided: number,
): Promise<Row> {
  const gateway = startPart<GatewayRequest, GatewayReport>('./gateway/process.ts')
  const started = await gateway.ask(input)
  const rates: Row = {}
  for (const [name, paths] of Object.entries(requestsOf(decided))) {
    rates[`${name} req/s (p99)`] = await measure(started.url, paths)
  }
  const loaded = await gateway.ask({ report: true })
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
async function measureGateways({ open, decided }: Sizes): Promise<Row[]> {
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

const numbers = (text: string) => text.split(',').map(Number)
const open = numbers(process.env.OPEN ?? '1000,10000,100000')
const decided = numbers(process.env.DECIDED ?? '0,1000000')

/** The parts that can be measured, each a table. */
const PARTS: Record<string, () => Promise<void>> = {
  async gateway() {
    printTable('Gateway, by open and decided markets', await measureGateways({ open, decided }))
  },
  async keeper() {
    printTable('Keeper, by open markets', await measureKeepers(open))
  },
  async load() {
    printTable('Loading, by open markets', await measureLoading(open))
  },
}

const chosen = (process.env.PART ?? 'gateway,keeper').split(',')
for (const name of chosen) {
  const measure = PARTS[name]
  if (!measure) throw new Error(`PART: ${name} is not one of ${Object.keys(PARTS)}`)
  await measure()
}
