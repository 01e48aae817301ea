// Prints how many requests a second the gateway answers from a book of 10,000 markets, beside a bare Hono route that
// answers the same bytes, and how long the gateway takes to start. The goal is 60 % of the bare route. All middleware
// is on: logs, metrics, limits, headers. Both servers run in separate processes and get the same requests from the same
// client, in turns; the median of all rounds counts.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { marketFilters, questionFilters } from '@prediction-market/sdk/accounts'
import autocannon from 'autocannon'
import { startLocalnet } from '../app/src/localnet/localnet.ts'
import { fillChain } from './gateway/fill.ts'
import type { Served, Serving, Start } from './gateway/serve.ts'
import { printTable, type Row } from './table.ts'

const MARKETS = Number(process.env.MARKETS ?? 10_000)
const ROUNDS = Number(process.env.ROUNDS ?? 21)
const SECONDS = Number(process.env.SECONDS ?? 1)
const STARTS = Number(process.env.STARTS ?? 3)
const CONNECTIONS = 50

/** A server in a child process. */
interface Server extends Serving {
  end(): Promise<void>
}

interface Measured {
  rate: number
  p99: number
}

async function serve(served: Served): Promise<Server> {
  const child = fork(new URL('./gateway/serve.ts', import.meta.url), {
    execArgv: ['--conditions=source', '--import=tsx'],
  })
  child.send(served)
  const [serving] = (await once(child, 'message')) as [Serving]
  return {
    ...serving,
    async end() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Requests a URL as fast as it is answered. */
async function measure(url: string, duration = SECONDS): Promise<Measured> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration, workers: 1 })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`)
  }
  return { rate: result.requests.average, p99: result.latency.p99 }
}

/** Measures a route of the gateway and a bare route with the same bytes, in turns. */
async function compare(gateway: Server, route: string, path = route): Promise<Row> {
  const url = gateway.url + path
  const text = await (await fetch(url)).text()
  const bare = await serve({ route, text })
  const bareUrl = bare.url + path
  const rounds: { ours: Measured; theirs: Measured }[] = []
  // Warm up both, so that their code is compiled.
  for (const warming of [bareUrl, url]) await measure(warming, 4 * SECONDS)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ theirs: await measure(bareUrl), ours: await measure(url) })
  }
  await bare.end()
  const of = (whose: 'ours' | 'theirs', what: keyof Measured) =>
    median(rounds.map((round) => round[whose][what]))
  // Compared round by round, because the speed of the machine varies.
  const ratio = median(rounds.map(({ ours, theirs }) => ours.rate / theirs.rate))
  return {
    route: `GET ${route}`,
    bytes: Buffer.byteLength(text),
    'gateway req/s': Math.round(of('ours', 'rate')),
    'bare req/s': Math.round(of('theirs', 'rate')),
    ratio: `${Math.round(100 * ratio)} %`,
    'gateway p99 ms': of('ours', 'p99'),
    'bare p99 ms': of('theirs', 'p99'),
  }
}

/** How long the node takes to return all markets and questions, in milliseconds. */
async function askNode(rpcUrl: string): Promise<number> {
  const start = performance.now()
  await Promise.all(
    [marketFilters(), questionFilters()].map(async (filters) => {
      const params = [PROGRAM_ID.toBase58(), { encoding: 'base64', commitment: 'confirmed', filters }]
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getProgramAccounts', params })
      const headers = { 'content-type': 'application/json' }
      await (await fetch(rpcUrl, { method: 'POST', headers, body })).arrayBuffer()
    }),
  )
  return performance.now() - start
}

/** The median of several starts. */
async function measureStart(node: { rpcUrl: string; wsUrl: string }): Promise<Row> {
  const starts: (Start & { node: number })[] = []
  for (let count = 0; count < STARTS; count++) {
    const gateway = await serve(node)
    if (!gateway.start) throw new Error('The gateway did not report its start')
    await gateway.end()
    starts.push({ ...gateway.start, node: await askNode(node.rpcUrl) })
  }
  const seconds = (part: keyof (typeof starts)[number]) =>
    (median(starts.map((start) => start[part])) / 1_000).toFixed(2)
  return {
    markets: MARKETS,
    'start s': seconds('gateway'),
    'of which the node s': seconds('node'),
    'the store alone s': seconds('store'),
    'process to ready s': seconds('process'),
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

const localnet = await startLocalnet({ rpcPort: 0, demo: false, attestors: false })
const { rpcUrl, wsUrl } = localnet.node
await fillChain(localnet, MARKETS)
const start = await measureStart({ rpcUrl, wsUrl })
const gateway = await serve({ rpcUrl, wsUrl })
const [first] = (await (await fetch(`${gateway.url}/v1/markets`)).json()) as { id: string }[]
const rows = [
  await compare(gateway, '/v1/markets'),
  await compare(gateway, '/v1/markets/:id', `/v1/markets/${first?.id}`),
]
await gateway.end()
printTable('Start', [start])
printTable(`Reads, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s each`, rows)
await localnet.stop()
