// A simulated node with any number of open markets: it serves their accounts, its clock and slots, over HTTP and a
// websocket, and decides a market when a transaction about it is sent. It replaces a cluster, because no local node
// takes 100,000 markets in a reasonable time. It runs in a child process.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { findConfig, findFeeVault } from '@prediction-market/sdk/accounts'
import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { type PublicKey, SYSVAR_CLOCK_PUBKEY, VersionedTransaction } from '@solana/web3.js'
import BN from 'bn.js'
import bs58 from 'bs58'
import WebSocket from 'ws'
import {
  addressOf,
  changedMarket,
  marketData,
  mintData,
  programData,
  questionData,
  sampleOf,
  watchedBy,
} from './accounts.ts'

/** Orders to the node. */
export type NodeOrder =
  /** Creates the markets and serves them. */
  | { do: 'serve'; markets: number; due: number }
  /** Lets the first markets expire one after the other, from a few seconds on. */
  | { do: 'expire'; perSecond: number }
  /** Reports only. */
  | { do: 'report' }

/** What the node reports after each order. */
export interface NodeReport {
  rpcUrl: string
  wsUrl: string
  /** Calls and bytes of answers so far, by method. */
  calls: Record<string, Calls>
  /** Markets that were decided. */
  decided: number
}

/** Calls of a method, and the bytes of their answers. */
export interface Calls {
  calls: number
  bytes: number
}

interface Stored {
  data: Buffer
  owner: string
}

const SLOT_MS = 400
/** Seconds until the first market expires. */
const FIRST_EXPIRY = 5
const LONG_AGO = Date.now() - 1_000_000 * SLOT_MS

const accounts = new Map<string, Stored>()
const calls: Record<string, Calls> = {}
let due = 0
let decided = 0
let lists: { markets: string[]; questions: string[] } = { markets: [], questions: [] }

const slotNow = () => Math.floor((Date.now() - LONG_AGO) / SLOT_MS)
const nowSecond = () => Math.floor(Date.now() / 1_000)

async function fill(markets: number): Promise<void> {
  const owner = PROGRAM_ID.toBase58()
  const put = (address: PublicKey, data: Buffer, by = owner) =>
    accounts.set(address.toBase58(), { data, owner: by })
  const utilityMint = addressOf('utility mint')
  const { config, feeVault } = await programData(utilityMint)
  put(findConfig(PROGRAM_ID), config)
  put(findFeeVault(PROGRAM_ID), feeVault)
  put(utilityMint, mintData(), TOKEN_PROGRAM_ID.toBase58())
  lists = { markets: [], questions: [] }
  const now = nowSecond()
  const curve = Buffer.alloc(150)
  for (let index = 0; index < markets; index++) {
    const sample = sampleOf(index, now, due)
    const address = addressOf(`market ${index}`)
    put(address, await marketData(index, sample, now))
    lists.markets.push(address.toBase58())
    const question = addressOf(`question ${index}`)
    put(question, await questionData(address, index))
    lists.questions.push(question.toBase58())
    for (const watched of watchedBy(sample)) {
      const isMint = watched === sample.token
      if (!accounts.has(watched.toBase58())) {
        put(watched, isMint ? mintData() : curve, isMint ? TOKEN_PROGRAM_ID.toBase58() : owner)
      }
    }
  }
}

function clockData(): Buffer {
  const data = Buffer.alloc(40)
  data.writeBigUInt64LE(BigInt(slotNow()), 0)
  data.writeBigInt64LE(BigInt(nowSecond()), 32)
  return data
}

function accountJson(address: string): object | null {
  const isClock = address === SYSVAR_CLOCK_PUBKEY.toBase58()
  const stored = isClock
    ? { data: clockData(), owner: 'Sysvar1111111111111111111111111111111111111' }
    : accounts.get(address)
  if (!stored) return null
  const { data, owner } = stored
  return {
    data: [data.toString('base64'), 'base64'],
    executable: false,
    lamports: 10_000_000,
    owner,
    rentEpoch: 0,
    space: data.length,
  }
}

/** Transactions of long ago, all of which failed: enough for a history that has a past. */
const PAST = Array.from({ length: 100 }, (_, index) => ({
  signature: bs58.encode(Buffer.alloc(64, index + 1)),
  slot: 1_000 - index,
  blockTime: Math.floor(LONG_AGO / 1_000),
  err: { InstructionError: [0, { Custom: 1 }] },
  memo: null,
  confirmationStatus: 'finalized',
}))

/** The part of the past that a call asks for, newest first. */
function pastOf({ before, until, limit = 1_000 }: { before?: string; until?: string; limit?: number }) {
  const from = before ? PAST.findIndex(({ signature }) => signature === before) + 1 : 0
  const to = until ? PAST.findIndex(({ signature }) => signature === until) : -1
  return PAST.slice(from, to < 0 ? undefined : to).slice(0, limit)
}

const context = () => ({ apiVersion: '2.1.0', slot: slotNow() })

// biome-ignore lint/suspicious/noExplicitAny: each method has its own
const METHODS: Record<string, (params: any[]) => unknown> = {
  getAccountInfo: ([address]) => ({ context: context(), value: accountJson(address) }),
  getMultipleAccounts: ([addresses]) => ({ context: context(), value: addresses.map(accountJson) }),
  getFirstAvailableBlock: () => 0,
  getGenesisHash: () => addressOf('genesis').toBase58(),
  getSignaturesForAddress: ([, options]) => pastOf(options),
  getSlot: () => slotNow(),
  getBlockHeight: () => slotNow(),
  getLatestBlockhash: () => ({
    context: context(),
    value: { blockhash: addressOf(`block ${slotNow()}`).toBase58(), lastValidBlockHeight: slotNow() + 150 },
  }),
  simulateTransaction: () => ({
    context: context(),
    value: { err: null, logs: [], accounts: null, unitsConsumed: 30_000, returnData: null },
  }),
  sendTransaction: ([text]) => decide(Buffer.from(text, 'base64')),
  getSignatureStatuses: ([signatures]) => ({
    context: context(),
    value: signatures.map(() => ({
      slot: slotNow() - 1,
      confirmations: 1,
      err: null,
      confirmationStatus: 'confirmed',
    })),
  }),
}

/** Changes a market and notifies subscribers. */
async function change(address: string, fields: Record<string, unknown>): Promise<void> {
  const stored = accounts.get(address) as Stored
  accounts.set(address, { ...stored, data: await changedMarket(stored.data, fields) })
  const value = { pubkey: address, account: accountJson(address) }
  notifyAll('programNotification', { context: context(), value })
}

/** Decides the market of a transaction. */
async function decide(bytes: Buffer): Promise<string> {
  const { message, signatures } = VersionedTransaction.deserialize(bytes)
  const markets = new Set(lists.markets.slice(0, due))
  for (const address of message.staticAccountKeys.map((key) => key.toBase58())) {
    if (!markets.has(address)) continue
    decided += 1
    await change(address, { status: 2, openPositions: 0, resolvedAt: new BN(nowSecond()) })
  }
  return bs58.encode(signatures[0] as Uint8Array)
}

async function expire(perSecond: number): Promise<void> {
  const from = nowSecond() + FIRST_EXPIRY
  for (const [index, address] of lists.markets.slice(0, due).entries()) {
    const expireAt = new BN(from + Math.floor(index / perSecond))
    await change(address, { expireAt, closeAt: expireAt })
  }
}

/** Writes the answer to `getProgramAccounts` in parts, with back-pressure. */
async function writeList(response: ServerResponse, id: unknown, addresses: readonly string[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(`{"jsonrpc":"2.0","result":{"context":${JSON.stringify(context())},"value":[`)
  for (let start = 0; start < addresses.length; start += 500) {
    const part = addresses.slice(start, start + 500).map((address) => {
      return JSON.stringify({ account: accountJson(address), pubkey: address })
    })
    const text = (start > 0 ? ',' : '') + part.join(',')
    if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve))
    // Otherwise a fast client would block the others.
    await nextTurn()
  }
  response.end(`]},"id":${JSON.stringify(id)}}`)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { id, method, params } = JSON.parse(Buffer.concat(parts).toString())
  const called = calls[method] ?? { calls: 0, bytes: 0 }
  calls[method] = called
  called.calls += 1
  const { socket } = request
  const written = socket.bytesWritten
  response.once('finish', () => {
    called.bytes += socket.bytesWritten - written
  })
  if (method === 'getProgramAccounts') {
    const [program, { filters }] = params
    const isMarkets = accounts.get(lists.markets[0] ?? '')?.data.subarray(0, 8)
    const asked = filters[0]?.memcmp?.bytes
    const isAboutMarkets = isMarkets && asked === bs58.encode(isMarkets)
    const list = isAboutMarkets ? lists.markets : lists.questions
    await writeList(response, id, program === PROGRAM_ID.toBase58() && filters.length === 1 ? list : [])
    return
  }
  const call = METHODS[method]
  const body = call ? { result: await call(params) } : { error: { code: -32601, message: `no ${method}` } }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
}

/** The id of a subscription, by its method. */
const SUBSCRIPTIONS: Record<string, number> = {
  slotNotification: 1,
  programNotification: 2,
  signatureNotification: 3,
}

function notifyAll(method: string, result: unknown): void {
  const text = JSON.stringify({
    jsonrpc: '2.0',
    method,
    params: { subscription: SUBSCRIPTIONS[method], result },
  })
  for (const socket of sockets.clients) socket.send(text)
}

const http = createServer((request, response) => {
  answer(request, response).catch((error) => response.destroy(error))
})
const sockets = new WebSocket.Server({ port: 0, host: '127.0.0.1' })
sockets.on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('message', (text) => {
    const { id, method } = JSON.parse(String(text)) as { id: number; method: string }
    const subscription = SUBSCRIPTIONS[method.replace('Subscribe', 'Notification')] ?? true
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: subscription }))
  })
})
setInterval(() => {
  const slot = slotNow()
  notifyAll('slotNotification', { parent: slot - 1, root: slot - 32, slot })
}, SLOT_MS)

const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port

process.on('message', async (order: NodeOrder) => {
  if (order.do === 'serve') {
    due = order.due
    await fill(order.markets)
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  }
  if (order.do === 'expire') await expire(order.perSecond)
  const rpcUrl = `http://127.0.0.1:${portOf(http)}`
  const wsUrl = `ws://127.0.0.1:${portOf(sockets)}`
  process.send?.({ rpcUrl, wsUrl, calls, decided } satisfies NodeReport)
})
process.on('disconnect', () => process.exit())
