// A proxy that makes a node lag.

import { createServer, type IncomingMessage } from 'node:http'
import { connect, createServer as createTcpServer, type Server } from 'node:net'
import { listen } from '../../app/src/runtime/listen.ts'

/** A node that answers with old state. */
export interface LaggingNode {
  readonly rpcUrl: string
  readonly wsUrl: string
  close(): void
}

interface Kept {
  at: number
  text: string
}

/** The most cached answers. */
const MAX_KEPT = 500

/**
 * Starts a proxy that makes a node lag: reads return answers up to `lagMs` old, if there are any, and notifications
 * arrive that much later. Transactions pass at once.
 */
export async function openLaggingNode(
  node: { rpcUrl: string; wsUrl: string },
  lagMs: number,
): Promise<LaggingNode> {
  const kept = new Map<string, Kept>()
  const ask = async (body: string): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(node.rpcUrl, { method: 'POST', headers, body })).text()
  }
  const askLate = async (key: string, body: string): Promise<string> => {
    const known = kept.get(key)
    const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY
    // Half of the lag, so that an answer that is replaced is at most `lagMs` old.
    if (known && age < lagMs / 2) return known.text
    const fresh = { at: Date.now(), text: await ask(body) }
    kept.delete(key)
    kept.set(key, fresh)
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    return known && age < lagMs ? known.text : fresh.text
  }
  const answer = async (body: string): Promise<string> => {
    const { id, method, params } = JSON.parse(body) as { id: unknown; method: string; params: unknown }
    if (!method.startsWith('get')) return ask(body)
    return JSON.stringify({ ...JSON.parse(await askLate(JSON.stringify([method, params]), body)), id })
  }
  const rpc = createServer((request, response) => {
    readBody(request)
      .then(answer)
      .then((text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text))
      .catch(() => request.socket.destroy())
  })
  const ws = lateSocket(Number(new URL(node.wsUrl).port), lagMs)
  const choice = { host: '127.0.0.1', port: 0, purpose: 'lagging node', setting: 'none' }
  const [rpcPort, wsPort] = await Promise.all([listen(rpc, choice), listen(ws, choice)])
  return {
    rpcUrl: `http://127.0.0.1:${rpcPort}`,
    wsUrl: `ws://127.0.0.1:${wsPort}`,
    close() {
      rpc.closeAllConnections()
      rpc.close()
      ws.close()
    },
  }
}

/** Forwards connections and delays what the target sends. */
function lateSocket(port: number, lagMs: number): Server {
  return createTcpServer((client) => {
    const target = connect({ host: '127.0.0.1', port })
    for (const socket of [client, target]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        target.destroy()
      })
    }
    client.pipe(target)
    target.on('data', (chunk) => setTimeout(() => client.writable && client.write(chunk), lagMs))
  })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
