// The HTTP client of the load bench.

import { Agent, type IncomingMessage, request } from 'node:http'

/** An answer of the gateway. */
export interface Answer {
  status: number
  /** `X-Error-Code`, empty without one. */
  code: string
  text: string
}

/** A request to the gateway. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Milliseconds after which an idle connection is closed: before the gateway closes it, which could hit a request. */
const IDLE_MS = 30_000

/** A client with its own address and connections, so that the gateway's limits apply to it alone. */
export class HttpClient {
  readonly #agent: Agent
  readonly #base: URL

  /** @param address - a local address to send from: every 127.x.y.z is one on Linux */
  constructor(
    base: string,
    readonly address: string,
    maxSockets = Number.POSITIVE_INFINITY,
  ) {
    this.#base = new URL(base)
    this.#agent = new Agent({ keepAlive: true, localAddress: address, maxSockets, timeout: IDLE_MS })
  }

  get host(): string {
    return this.#base.host
  }

  /** @throws Error if the connection breaks */
  send({ method, path, headers, body }: Call): Promise<Answer> {
    const { hostname, port } = this.#base
    const typed = body === undefined ? {} : { 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, hostname, port, method, path, headers: { ...typed, ...headers } }
      const sent = request(options, (answer) => readText(answer).then(resolve, reject))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

async function readText(answer: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return {
    status: answer.statusCode ?? 0,
    code: String(answer.headers['x-error-code'] ?? ''),
    text: Buffer.concat(parts).toString(),
  }
}
