// The HTTP client of the load bench.

import { Agent, type IncomingMessage, request } from 'node:http'

/** The answers to one kind of request, and their durations. */
class Tally {
  readonly #durations: number[] = []
  readonly #refusals = new Map<string, number>()

  /** @param answer - `ok`, or the status and code of a refusal */
  add(answer: string, milliseconds: number): void {
    this.#durations.push(milliseconds)
    if (answer !== 'ok') this.#refusals.set(answer, (this.#refusals.get(answer) ?? 0) + 1)
  }

  get count(): number {
    return this.#durations.length
  }

  get durations(): readonly number[] {
    return this.#durations
  }

  get successes(): number {
    return [...this.#refusals.values()].reduce((rest, count) => rest - count, this.count)
  }

  /** Refusals and how often each was answered. */
  get refusals(): ReadonlyMap<string, number> {
    return this.#refusals
  }
}

/** Tallies by kind of request. */
export class Tallies {
  readonly byKind = new Map<string, Tally>()

  add(kind: string, answer: string, milliseconds: number): void {
    const tally = this.byKind.get(kind) ?? new Tally()
    this.byKind.set(kind, tally)
    tally.add(answer, milliseconds)
  }

  /** Durations of all kinds that a filter takes. */
  durations(isTaken: (kind: string) => boolean): number[] {
    return [...this.byKind].filter(([kind]) => isTaken(kind)).flatMap(([, tally]) => tally.durations)
  }
}

/** A percentile of durations, in milliseconds. */
export function percentile(durations: readonly number[], share: number): number {
  const sorted = [...durations].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

/** The operations of an OpenAPI document and the statuses that each may answer. */
export class Documented {
  readonly #operations: { pattern: RegExp; methods: Record<string, { responses: Record<string, unknown> }> }[]

  private constructor({ paths }: OpenApi) {
    this.#operations = Object.entries(paths).map(([template, methods]) => ({
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      methods,
    }))
  }

  /** Reads the document of a gateway. */
  static async of(base: string): Promise<Documented> {
    return new Documented((await (await fetch(`${base}/v1/openapi.json`)).json()) as OpenApi)
  }

  /** Whether the document lists this status for the operation, and a refusal has the documented error shape. */
  has({ method, path }: Call, { status, text }: Answer): boolean {
    const [plain = ''] = path.split('?')
    const found = this.#operations.find(({ pattern }) => pattern.test(plain))
    const isKnown = found?.methods[method.toLowerCase()]?.responses[status] !== undefined
    return isKnown && (status < 400 || isError(text))
  }
}

function isError(text: string): boolean {
  const body = JSON.parse(text) as { error?: unknown }
  return typeof body.error === 'string' && Object.keys(body).length === 1
}

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
