// A child process that sends one kind of hostile load at a time, from a few addresses.

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { drawFrom } from '../../../app/src/localnet/demo/plan.ts'
import { BANKROLL } from './clients.ts'
import { HOSTILE_KINDS, type HostileKind, type HostileReport, type HostileRequest } from './hostile-kinds.ts'
import { type Call, HttpClient } from './http.ts'

/** Milliseconds between two bytes of a client that sends slowly. */
const BYTE_MS = 1_000

/** Milliseconds between the openings of two connections. */
const OPEN_MS = 5

const HEAD = ' HTTP/1.1\r\nHost: 127.0.0.1\r\n'

/** Kinds of slow clients: what is sent at once, and what byte by byte. None of them reads. */
const WAYS: readonly { atOnce: string; slowly: string }[] = [
  { atOnce: `GET /v1/markets${HEAD}X-Slow: `, slowly: 'a'.repeat(1_000) },
  {
    atOnce: `POST /v1/markets${HEAD}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n`,
    slowly: ' '.repeat(1_000),
  },
  { atOnce: `GET /v1/markets?limit=100${HEAD}\r\n`.repeat(50), slowly: '' },
  { atOnce: `GET /v1/events?lastEventId=0${HEAD}\r\n`, slowly: '' },
]

/** Connections that send a byte a second, or request much and read nothing. Closed ones are reopened. */
class SlowClients {
  readonly #sockets = new Set<Socket>()
  readonly #base: URL
  #isOpen = true

  /** @param count - counts opened and closed connections */
  constructor(
    base: string,
    private readonly addressOf: (index: number) => string,
    private readonly count: (what: string) => void,
  ) {
    this.#base = new URL(base)
  }

  /** Opens that many connections, one after the other. */
  open(connections: number): void {
    for (let index = 0; index < connections; index++) setTimeout(() => this.#connect(index), index * OPEN_MS)
  }

  close(): void {
    this.#isOpen = false
    for (const socket of this.#sockets) socket.destroy()
  }

  #connect(index: number): void {
    if (!this.#isOpen) return
    const { atOnce, slowly } = WAYS[index % WAYS.length] as (typeof WAYS)[number]
    const localAddress = this.addressOf(index)
    const socket = connect({ host: this.#base.hostname, port: Number(this.#base.port), localAddress })
    this.#sockets.add(socket)
    this.count('opened')
    socket.pause()
    socket.on('error', () => {})
    socket.write(atOnce)
    let sent = 0
    const timer = setInterval(() => {
      if (sent < slowly.length) socket.write(slowly[sent++] as string)
    }, BYTE_MS)
    socket.once('close', () => {
      clearInterval(timer)
      this.#sockets.delete(socket)
      if (!this.#isOpen) return
      this.count('closed by the gateway')
      setTimeout(() => this.#connect(index), BYTE_MS)
    })
  }
}

/** The most requests that wait for an answer. */
const MAX_WAITING = 500

const BODY = JSON.stringify({ question: 'x'.repeat(4_000) })

/** As many calls as fit into 4.8 KB. */
const BATCH = JSON.stringify(
  Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })),
)
const MCP_HEADERS = { accept: 'application/json, text/event-stream' }

/** The same requests in the same order at every run; keys and signatures are new. */
const draw = drawFrom('hostile')
const pick = <Item>(items: readonly Item[]) => items[draw(items.length)] as Item
const random = (bytes: number) => bs58.encode(randomBytes(bytes))

/** Created in advance: a new key would take more CPU time than the request. */
const WALLETS = Array.from({ length: 200 }, () => Keypair.generate().publicKey.toBase58())

/** Duplicates of one `Idempotency-Key`. */
const DUPLICATES = 40

let sentDuplicates = 0
let duplicated: Call | undefined

/** The same bet to build under the same key, forty times. */
function duplicate(markets: readonly string[], keys: readonly Record<string, string>[]): Call {
  if (sentDuplicates++ % DUPLICATES === 0 || !duplicated) {
    const headers = { ...pick(keys), 'idempotency-key': randomBytes(16).toString('hex') }
    duplicated = { ...betOf(pick(markets), '0.01'), headers }
    duplicated.path += '?build=true'
  }
  return duplicated
}

function betOf(market: string, amount: string): Call {
  const body = JSON.stringify({ outcome: 'Yes', amount })
  return { method: 'POST', path: `/v1/markets/${market}/bets`, body }
}

/** A request of each kind that sends requests. */
const CALLS: Record<
  Exclude<HostileKind, 'slow clients'>,
  (markets: readonly string[], keys: readonly Record<string, string>[]) => Call
> = {
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
    ])}limit=100&offset=${pick([draw(10_000), 1_000_000_000])}`,
  }),
  'random transaction ids': () => ({ method: 'GET', path: `/v1/transactions/${random(64)}` }),
  'unknown wallets': () => ({ method: 'GET', path: `/v1/wallets/${random(32)}/balances` }),
  'MCP batches': () => ({ method: 'POST', path: '/mcp', body: BATCH, headers: MCP_HEADERS }),
  'duplicate keys': duplicate,
  'empty bankrolls': (markets, keys) => ({ ...betOf(pick(markets), BANKROLL), headers: pick(keys) }),
}

let isRunning = false
let finished: Promise<HostileReport> = Promise.resolve({})

async function flood({ kind, base, markets, keys, rate, addresses, slow }: Started): Promise<HostileReport> {
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
      .send(CALLS[kind](markets, keys))
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
