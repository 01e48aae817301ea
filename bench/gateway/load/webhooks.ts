// A child process that measures from a bet to its delivery: to one honest wallet's webhook alone, then beside many wallets
// whose receivers answer after nine seconds. It serves a gateway of its own, which may send to this machine.

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Keypair } from '@solana/web3.js'
import pino from 'pino'
import { mountChannels } from '../../../app/src/channels/channels.ts'
import { startGateway } from '../../../app/src/gateway/gateway.ts'
import { createCheats } from '../../../app/src/localnet/cheats.ts'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import { HonestClient, required } from './clients.ts'
import { HttpClient } from './http.ts'

/** The request of the parent process. */
export interface WebhooksRequest {
  rpcUrl: string
  wsUrl: string
  /** Of each phase. */
  bets: number
}

/** Milliseconds from each bet to its delivery. */
export interface WebhooksReport {
  alone: number[]
  beside: number[]
  receivers: number
}

const RECEIVERS = 96
const SLOW_MS = 9_000

/** Rate limits that are checked and never reached. */
const RATE = { reads: 1_000_000_000, writes: 1_000_000_000 }

/** A server that repeats challenges, and passes events to `onEvent`. */
async function openReceiver(onEvent: (transaction: string, answer: ServerResponse) => void): Promise<string> {
  const server = createServer(async (incoming, answer) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const { type, data } = JSON.parse(Buffer.concat(parts).toString())
    if (type === 'challenge') answer.end(data.challenge)
    else onEvent(data.transactionId, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function measure({ rpcUrl, wsUrl, bets }: WebhooksRequest): Promise<WebhooksReport> {
  const { url } = await startGateway({
    nodes: [{ rpcUrl, wsUrl }],
    cosigners: [LOCALNET_KEYS.cosigner],
    mounts: [mountChannels({ allowPrivate: true })],
    port: 0,
    log: pino({ level: 'silent' }),
    limits: { rates: { address: RATE, wallet: RATE, key: RATE } },
  })
  const http = new HttpClient(url, '127.0.0.1')
  const bettor = new HonestClient(http, Keypair.generate())
  await bettor.setUp(createCheats(rpcUrl))
  /** When each transaction was delivered: a delivery may come before the answer to its bet. */
  const arrivals = new Map<string, number>()
  let wake = () => {}
  const honest = await openReceiver((transaction, answer) => {
    answer.writeHead(204).end()
    arrivals.set(transaction, performance.now())
    wake()
  })
  const arrivalOf = async (transaction: string) => {
    for (;;) {
      const at = arrivals.get(transaction)
      if (at !== undefined) return at
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const slow = await openReceiver((_, answer) => void setTimeout(() => answer.writeHead(204).end(), SLOW_MS))
  const register = async (client: HonestClient, to: string) => {
    required(await http.send(await client.signed('POST', '/v1/webhooks', { url: to })))
  }
  const listed = required(await http.send({ method: 'GET', path: '/v1/markets?status=open' }))
  const [{ id }] = JSON.parse(listed.text) as [{ id: string }]
  const durations = async () => {
    const all: number[] = []
    for (let bet = 0; bet < bets; bet += 1) {
      const body = JSON.stringify({ outcome: 'Yes', amount: '1' })
      const path = `/v1/markets/${id}/bets`
      const begin = performance.now()
      const placed = await http.send({ method: 'POST', path, body, headers: bettor.authorization })
      const { transactionId } = JSON.parse(required(placed).text) as { transactionId: string }
      all.push((await arrivalOf(transactionId)) - begin)
    }
    return all
  }
  await register(bettor, honest)
  const alone = await durations()
  await Promise.all(
    Array.from({ length: RECEIVERS }, () => register(new HonestClient(http, Keypair.generate()), slow)),
  )
  return { alone, beside: await durations(), receivers: RECEIVERS }
}

process.on('message', async (request: WebhooksRequest) => process.send?.(await measure(request)))
process.once('disconnect', () => process.exit())
