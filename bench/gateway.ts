import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { findQuestion, PredictionMarketClient } from '@prediction-market/sdk'
import { type AccountInfo, Connection, Keypair, type PublicKey } from '@solana/web3.js'
import autocannon from 'autocannon'
import { Hono } from 'hono'
import { type Gateway, startGateway } from '../app/src/gateway/gateway.ts'
import { type Localnet, startLocalnet } from '../app/src/localnet/localnet.ts'
import { openLog } from '../app/src/log.ts'

/**
 * Prints how many requests a second the gateway answers from a book of 10,000 markets, beside a bare Hono route
 * that returns a constant of the same size, and how long it takes to start with so many. Everything that stands
 * before a route is on: logs, metrics, limits, headers.
 */

const MARKETS = Number(process.env.MARKETS ?? 10_000)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 5)
const CONNECTIONS = 50

/** Limits are looked at, and never reached. */
const RATE = { reads: 1_000_000_000, writes: 1_000_000_000 }

/** Accounts that are written at a time. */
const BATCH = 100

interface Measured {
  rate: number
  p99: number
}

/** Fills the chain with copies of one market, each with a question of its own. */
async function fillChain({ node, program }: Localnet): Promise<void> {
  const connection = new Connection(node.rpcUrl, 'confirmed')
  const client = new PredictionMarketClient(connection, { signer: node.payer })
  const expireAt = BigInt(node.clock.now.unixSecond + 30 * 86_400)
  const condition = { type: 'event', timing: 'atExpiry' } as const
  const { market } = await client.createMarket({
    question: 'Will the number of requests a second go up by the end of this month?',
    ...{ currency: 'SOL', expireAt, condition },
    initialStake: { outcome: 'Yes', amount: 1_234_567_891n },
  })
  const question = await accountAt(connection, findQuestion(market, program.programId))
  const state = await accountAt(connection, market)
  for (let start = 1; start < MARKETS; start += BATCH) {
    const addresses = Array.from(
      { length: Math.min(BATCH, MARKETS - start) },
      () => Keypair.generate().publicKey,
    )
    await Promise.all(
      addresses.flatMap((address) => {
        const text = Buffer.from(question.data)
        text.set(address.toBytes(), 8)
        return [
          node.cheats.setAccount(address, { ...state, lamports: BigInt(state.lamports) }),
          node.cheats.setAccount(findQuestion(address, program.programId), {
            ...{ owner: question.owner, lamports: BigInt(question.lamports), data: text },
          }),
        ]
      }),
    )
  }
}

async function accountAt(connection: Connection, address: PublicKey): Promise<AccountInfo<Buffer>> {
  const account = await connection.getAccountInfo(address)
  if (!account) throw new Error(`There is no account ${address.toBase58()}`)
  return account
}

/** A bare Hono route that returns a constant. */
async function serveConstant(text: string): Promise<{ url: string; server: Server }> {
  const app = new Hono().get('/', (c) => c.body(text, 200, { 'content-type': 'application/json' }))
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

/** Asks for an address as fast as it is answered, from a thread of its own. */
async function measure(url: string): Promise<Measured> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, workers: 1 })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  }
  return { rate: result.requests.average, p99: result.latency.p99 }
}

/** Measures a route of the gateway and a constant of the same size in turns; the middle of all rounds counts. */
async function compare(gateway: Gateway, path: string): Promise<Record<string, string | number>> {
  const url = gateway.url + path
  const text = await (await fetch(url)).text()
  const bare = await serveConstant(text)
  const ours: Measured[] = []
  const theirs: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await measure(bare.url))
    ours.push(await measure(url))
  }
  bare.server.closeAllConnections()
  bare.server.close()
  const [gatewayMiddle, bareMiddle] = [middle(ours), middle(theirs)]
  return {
    bytes: Buffer.byteLength(text),
    'gateway req/s': Math.round(gatewayMiddle.rate),
    'bare Hono req/s': Math.round(bareMiddle.rate),
    ratio: `${Math.round((100 * gatewayMiddle.rate) / bareMiddle.rate)} %`,
    'gateway p99 ms': gatewayMiddle.p99,
    'bare p99 ms': bareMiddle.p99,
  }
}

function middle(measured: readonly Measured[]): Measured {
  const sorted = [...measured].sort((a, b) => a.rate - b.rate)
  return sorted[Math.floor(sorted.length / 2)] as Measured
}

const localnet = await startLocalnet({ rpcPort: 0, demo: false })
await fillChain(localnet)
const start = performance.now()
const gateway = await startGateway({
  nodes: [localnet.node],
  port: 0,
  log: openLog('info', '/dev/null'),
  guards: { rates: { address: RATE, wallet: RATE, key: RATE } },
})
const started = performance.now() - start
console.log(`Started with ${gateway.book.size} markets in ${(started / 1_000).toFixed(2)} s.`)
const [first] = (await (await fetch(`${gateway.url}/v1/markets`)).json()) as { id: string }[]
console.table({
  'GET /v1/markets': await compare(gateway, '/v1/markets'),
  'GET /v1/markets/{id}': await compare(gateway, `/v1/markets/${first?.id}`),
})
await gateway.stop()
await localnet.stop()
