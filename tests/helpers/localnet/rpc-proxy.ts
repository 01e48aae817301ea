// A proxy that makes a node unreliable: it drops, delays and changes calls.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { listen } from '../../../app/src/runtime/serve.ts'

/**
 * What happens to a call to a node.
 *
 * - `pass`: it is answered
 * - `cut`: the connection breaks before it reaches the node
 * - `lose`: it reaches the node, and the connection breaks before the answer comes back
 * - `fail`: the answer is an HTTP status, 503 and 429 in turn
 * - `limit`: the answer is 429 with the header `Retry-After` of `retryAfter`
 * - `refuse`: the answer is a JSON-RPC error
 * - `truncate`: the answer is cut off in the middle
 * - `lag`: the answer is some seconds old, if the same call was made then
 * - `hang`: it is never answered
 * - `swallow`: a transaction is answered with its signature, and never reaches the node
 */
export type Fate =
  | 'pass'
  | 'cut'
  | 'lose'
  | 'fail'
  | 'limit'
  | 'refuse'
  | 'truncate'
  | 'lag'
  | 'hang'
  | 'swallow'

/** A node behind an unreliable connection. */
export interface RpcProxy {
  readonly rpcUrl: string
  readonly wsUrl: string
  /** How many calls had each fate. */
  readonly fates: ReadonlyMap<Fate, number>
  /** Breaks all websockets. */
  cutSockets(): void
  /** Leaves websockets open and passes on nothing that the node sends on them. */
  muteSockets(): void
  close(): Promise<void>
}

/** Options of the proxy. */
export interface ProxyOptions {
  node: { rpcUrl: string; wsUrl: string }
  /** Decides what happens to a call. */
  fate?: (method: string, params: RpcCall['params']) => Fate | Promise<Fate>
  /** Seconds. */
  retryAfter?: number
  /** Changes the result of a call that passes, or holds it back; `undefined` leaves it as it is. */
  alter?: (call: RpcCall) => unknown
}

/** A call to a node. */
export interface RpcCall {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own
  params: any[]
  /** What the node answered. */
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own
  result: any
}

/** The age of a lagging answer, in milliseconds. */
const LAG_MS = 3_000

const TIMEOUT_MS = 60_000

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

/** Starts a proxy to a node that loses, delays or changes calls as `fate` decides; websockets can be cut. */
export async function openRpcProxy({ node, fate, alter, retryAfter = 0 }: ProxyOptions): Promise<RpcProxy> {
  const fates = new Map<Fate, number>()
  const answers = new Map<string, { at: number; text: string }>()

  const ask = async (body: string): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return (await fetch(node.rpcUrl, { method: 'POST', headers, body, signal })).text()
  }
  /** The answer of some seconds ago, with the id of this call. */
  const askLate = async (body: string, id: unknown): Promise<string> => {
    const key = JSON.stringify({ ...JSON.parse(body), id: null })
    const known = answers.get(key)
    if (known && Date.now() - known.at < LAG_MS) return JSON.stringify({ ...JSON.parse(known.text), id })
    const text = await ask(body)
    answers.set(key, { at: Date.now(), text })
    return known ? JSON.stringify({ ...JSON.parse(known.text), id }) : text
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request)
    // Browsers ask first whether they may call another server.
    if (request.method === 'OPTIONS') return void response.writeHead(204, CORS).end()
    const { method, params, id } = JSON.parse(body) as RpcCall & { id: unknown }
    const end = (await fate?.(method, params)) ?? 'pass'
    fates.set(end, (fates.get(end) ?? 0) + 1)
    const send = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'application/json', ...CORS }).end(text)
    }
    if (end === 'cut') request.socket.destroy()
    else if (end === 'fail') send((fates.get('fail') ?? 0) % 2 === 0 ? 503 : 429, 'try later')
    else if (end === 'limit') response.writeHead(429, { 'retry-after': String(retryAfter) }).end()
    else if (end === 'refuse') {
      send(200, JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32005, message: 'Node is behind' } }))
    } else if (end === 'lag') send(200, await askLate(body, id))
    else if (end === 'swallow')
      send(200, JSON.stringify({ jsonrpc: '2.0', id, result: signatureOf(params[0]) }))
    else if (end !== 'hang') {
      let text = await ask(body)
      const answer = JSON.parse(text)
      const altered = await alter?.({ method, params, result: answer.result })
      if (altered !== undefined) text = JSON.stringify({ ...answer, result: altered })
      if (end === 'lose') request.socket.destroy()
      else if (end === 'truncate') send(200, text.slice(0, text.length >> 1))
      else send(200, text)
    }
  }
  const http = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  const { server: ws, sockets, cut, mute } = forwarder(Number(new URL(node.wsUrl).port))
  const rpcPort = await open(http)
  const wsPort = await open(ws)
  return {
    rpcUrl: `http://127.0.0.1:${rpcPort}`,
    wsUrl: `ws://127.0.0.1:${wsPort}`,
    fates,
    cutSockets: cut,
    muteSockets: mute,
    async close() {
      http.closeAllConnections()
      cut()
      await Promise.all([http, ws].map((server) => new Promise((resolve) => server.close(resolve))))
      if (sockets.size > 0) await sleep(10)
    },
  }
}

/** Forwards connections, and breaks or mutes them on demand. */
function forwarder(port: number) {
  const sockets = new Set<Socket>()
  let isMute = false
  const server = createTcpServer((client) => {
    const target = connect({ host: '127.0.0.1', port })
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        target.destroy()
      })
    }
    client.pipe(target)
    target.on('data', (data) => isMute || client.write(data))
  })
  return {
    server,
    sockets,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    mute() {
      isMute = true
    },
  }
}

/** The signature of a transaction in base64. */
function signatureOf(transaction: string): string {
  const { signatures } = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'))
  return bs58.encode(signatures[0] ?? new Uint8Array(64))
}

function open(server: Server): Promise<number> {
  return listen(server, { host: '127.0.0.1', port: 0, purpose: 'proxy', setting: 'none' })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
