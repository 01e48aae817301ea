// Prints how many requests a second the gateway answers from a book of 10,000 markets, beside a bare Hono route that
// answers the same bytes. The goal is 60 % of the bare route. All middleware is on: logs, metrics, limits, headers. Both
// servers run in separate processes and get the same requests from the same client, in turns; the median of all rounds
// counts.

import autocannon from 'autocannon'
import { startPart } from '../part.ts'
import { median, setting } from '../run.ts'
import type { NodeOrder, NodeReport } from '../scale/node.ts'
import { printTable, type Row } from '../table.ts'
import type { GatewayReport, GatewayRequest } from './process.ts'

const MARKETS = setting('MARKETS', 10_000)
const ROUNDS = setting('ROUNDS', 21)
const SECONDS = setting('SECONDS', 1)
const CONNECTIONS = 50

interface Measured {
  rate: number
  p99: number
}

async function serve(served: GatewayRequest) {
  const part = startPart<GatewayRequest, GatewayReport>('./gateway/process.ts')
  const { url } = await part.ask(served)
  return { url, end: part.end }
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
async function compare(gateway: string, route: string, path = route): Promise<Row> {
  const url = gateway + path
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

const node = startPart<NodeOrder, NodeReport>('./scale/node.ts')
const { rpcUrl, wsUrl } = await node.ask({ do: 'serve', markets: MARKETS, due: 0 })
const gateway = await serve({ rpcUrl, wsUrl, open: 0 })
const [first] = (await (await fetch(`${gateway.url}/v1/markets`)).json()) as { id: string }[]
const rows = [
  await compare(gateway.url, '/v1/markets'),
  await compare(gateway.url, '/v1/markets/:id', `/v1/markets/${first?.id}`),
]
await gateway.end()
printTable(`Reads, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s each`, rows)
await node.end()
