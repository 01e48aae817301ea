// A child process that sends one kind of hostile load at a time, from a few addresses.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { HOSTILE_KINDS, type HostileKind, type HostileReport, type HostileRequest } from './hostile-kinds.ts'
import { type Call, HttpClient } from './http.ts'
import { SlowClients } from './slow.ts'

/** The most requests that wait for an answer. */
const MAX_WAITING = 500

const BODY = JSON.stringify({ question: 'x'.repeat(4_000) })

/** As many calls as fit into 4.8 KB. */
const BATCH = JSON.stringify(
  Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })),
)
const MCP_HEADERS = { accept: 'application/json, text/event-stream' }

const random = (bytes: number) => bs58.encode(randomBytes(bytes))
const pick = <Item>(items: readonly Item[]) => items[Math.floor(items.length * Math.random())] as Item

/** Created in advance: a new key would take more CPU time than the request. */
const WALLETS = Array.from({ length: 200 }, () => Keypair.generate().publicKey.toBase58())

/** A request of each kind that sends requests. */
const CALLS: Record<Exclude<HostileKind, 'slow clients'>, (markets: readonly string[]) => Call> = {
  'junk signatures': () => ({
    method: 'POST',
    path: '/v1/markets',
    body: BODY,
    headers: {
      'x-wallet-address': pick(WALLETS),
      'x-wallet-timestamp': String(Date.now()),
      'x-wallet-nonce': randomBytes(8).toString('hex'),
      'x-wallet-signature': random(64),
    },
  }),
  'junk API keys': () => ({
    method: 'GET',
    path: '/v1/bankroll',
    headers: { authorization: `Bearer pmk_${randomBytes(8).toString('hex')}_${random(32)}` },
  }),
  'large offsets': (markets) => ({
    method: 'GET',
    path: `${pick([
      '/v1/markets?',
      '/v1/markets?q=will&',
      '/v1/leaderboard?',
      '/v1/burns?',
      `/v1/markets/${pick(markets)}/bets?`,
      `/v1/wallets/${pick(WALLETS)}/history?`,
    ])}limit=100&offset=${pick([Math.floor(10_000 * Math.random()), 1_000_000_000])}`,
  }),
  'random transaction ids': () => ({ method: 'GET', path: `/v1/transactions/${random(64)}` }),
  'unknown wallets': () => ({ method: 'GET', path: `/v1/wallets/${random(32)}/balances` }),
  'MCP batches': () => ({ method: 'POST', path: '/mcp', body: BATCH, headers: MCP_HEADERS }),
}

let isRunning = false
let finished: Promise<HostileReport> = Promise.resolve({})

async function flood({ kind, base, markets, rate, addresses, slow }: Started): Promise<HostileReport> {
  const answers: HostileReport = {}
  const count = (what: string) => {
    answers[what] = (answers[what] ?? 0) + 1
  }
  const network = HOSTILE_KINDS.indexOf(kind) + 1
  const addressOf = (index: number) => `127.2.${network}.${(index % addresses) + 1}`
  if (kind === 'slow clients') {
    const clients = new SlowClients(base, addressOf, count)
    clients.open(slow)
    while (isRunning) await sleep(50)
    clients.close()
    return answers
  }
  const clients = Array.from({ length: addresses }, (_, index) => new HttpClient(base, addressOf(index), 32))
  const start = performance.now()
  let waiting = 0
  for (let sent = 0; isRunning; ) {
    const early = start + (sent * 1_000) / rate - performance.now()
    // They wait for answers too, but so many at a time that only a very slow gateway limits the rate.
    if (early > 0 || waiting >= MAX_WAITING) {
      await sleep(Math.max(early, 1))
      continue
    }
    const client = clients[sent++ % addresses] as HttpClient
    waiting += 1
    client
      .send(CALLS[kind](markets))
      .then(
        ({ status }) => count(String(status)),
        (error: NodeJS.ErrnoException) => isRunning && count(error.code ?? error.message),
      )
      .finally(() => {
        waiting -= 1
      })
  }
  for (const client of clients) client.close()
  return answers
}

type Started = Extract<HostileRequest, { start: unknown }>['start']

process.on('message', async (request: HostileRequest) => {
  if ('start' in request) {
    isRunning = true
    finished = flood(request.start)
  } else {
    isRunning = false
    process.send?.(await finished)
  }
})
process.once('disconnect', () => process.exit())
