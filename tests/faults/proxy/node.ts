import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../../../app/src/runtime/serve.ts'
import type { Random } from '../../fuzz/random.ts'
import type { Call, Fault, FaultCounts, Result } from './faults.ts'
import { Fork } from './fork.ts'
import { lieAbout } from './lies.ts'
import type { Recorder } from './recorder.ts'
import { type FaultySocket, openFaultySocket } from './socket.ts'
import { answerFrom, type View } from './view.ts'

/**
 * How a node behaves. `good`: it answers. `flaky`: calls and answers get lost, late or broken. `lag`: it is some
 * seconds behind. `fork`: it follows a fork, which the chain does not take. `liar`: it does not have what exists.
 * `silent`: its websocket stays open and says nothing.
 */
export type Mode = 'good' | 'flaky' | 'lag' | 'fork' | 'liar' | 'silent'

/** The parts that a faulty node uses. */
export interface FaultyNodeOptions {
  /** The real node. */
  node: { rpcUrl: string; wsUrl: string }
  recorder: Recorder
  random: Random
  counts: FaultCounts
  /** Its place among the nodes: each lists other signatures late or never. */
  place?: number | undefined
}

/** The longest delay of an answer. */
const LONGEST_DELAY_MS = 1_200

const TIMEOUT_MS = 20_000

/** Milliseconds after which a signature that is listed late is listed. */
const LATE_MS = 70_000

/** A way to the real node with a mind of its own. */
export class FaultyNode {
  mode: Mode = 'good'
  rpcUrl = ''
  wsUrl = ''
  #view: View | undefined
  #lagMs = 0
  /** Whether it lists some signatures late or never, in every mode, and also when the other faults are over. */
  hasListingFaults = false
  /** When it first left each of them out, in unix milliseconds. */
  readonly #unlisted = new Map<string, number>()
  #socket: FaultySocket | undefined
  readonly #http: Server

  private constructor(private readonly options: FaultyNodeOptions) {
    this.#http = createServer((request, response) => {
      this.#serve(request, response).catch(() => request.socket.destroy())
    })
  }

  static async open(options: FaultyNodeOptions): Promise<FaultyNode> {
    const node = new FaultyNode(options)
    const port = await listen(node.#http, { host: '127.0.0.1', port: 0, purpose: 'proxy', setting: 'none' })
    node.rpcUrl = `http://127.0.0.1:${port}`
    node.#socket = await openFaultySocket(options.node.wsUrl, {
      random: options.random,
      counts: options.counts,
      mode: () => node.mode,
      lagMs: () => node.#lagMs,
    })
    node.wsUrl = node.#socket.wsUrl
    return node
  }

  /** Changes its behaviour. Some transactions of a fork that ends are sent to the chain, the others are gone. */
  async become(mode: Mode): Promise<void> {
    const { recorder, random, counts } = this.options
    const fork = this.#view?.fork
    this.mode = mode
    this.#view = undefined
    this.#lagMs = 0
    if (mode === 'silent') counts.count('silent socket')
    if (mode === 'lag') {
      counts.count('lag')
      this.#lagMs = random.int(1_500, 6_000)
    } else if (mode === 'fork') {
      counts.count('fork')
      const ask = (method: string, params: unknown[]) => this.#ask({ method, params })
      const snapshot = recorder.latest
      this.#view = { snapshot, behind: 0, fork: new Fork(snapshot, ask) }
    }
    if (mode === 'flaky' && random.oneIn(3)) this.cutSockets()
    for (const bytes of fork?.sent ?? []) {
      if (random.oneIn(2)) await this.#send(bytes)
      else counts.count('undone')
    }
  }

  cutSockets(): void {
    this.options.counts.count('cut socket')
    this.#socket?.cut()
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    await Promise.all([
      this.#socket?.close(),
      new Promise((resolve) => {
        this.#http.close(resolve)
      }),
    ])
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { random, counts } = this.options
    const body = await readBody(request)
    const { id, ...call } = JSON.parse(body) as Call & { id: unknown }
    const fault = this.mode === 'flaky' ? lineFault(call, random) : undefined
    if (fault) counts.count(fault)
    const send = (text: string, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    const json = (part: object) => JSON.stringify({ jsonrpc: '2.0', id, ...part })
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === 'refuse') return void send('try later', random.pick([429, 503, 502]))
    if (fault === 'error') return void send(json({ error: { code: -32_005, message: 'Node is behind' } }))
    if (fault === 'delay') await sleep(random.int(50, LONGEST_DELAY_MS))
    if (fault === 'duplicate send') await this.#answer(call).catch(() => {})
    const answer = await this.#answer(call).then(
      (result) => ({ result }),
      (error: RpcFailure) => ({ error: error.error }),
    )
    const text = json(answer)
    if (fault === 'lose') request.socket.destroy()
    else if (fault === 'truncate') send(text.slice(0, random.int(1, text.length - 1)))
    else if (fault === 'nonsense') send(json({ result: random.pick([{}, 'nonsense', -1, []]) }))
    else send(text)
  }

  async #answer(call: Call): Promise<Result> {
    const answer = await this.#answerInMode(call)
    const isList = call.method === 'getSignaturesForAddress' && Array.isArray(answer)
    return isList && this.hasListingFaults
      ? answer.filter(({ signature }: { signature: string }) => !this.#isUnlisted(signature))
      : answer
  }

  /** Whether it does not list a signature: one of eight for 70 seconds, one of 64 never. Other nodes have others. */
  #isUnlisted(signature: string): boolean {
    const hash = createHash('sha256').update(signature).digest()
    if ((hash[0] as number) % 8 !== this.options.place) return false
    const isNever = (hash[1] as number) % 8 === 0
    const since = this.#unlisted.get(signature)
    if (since === undefined) {
      this.#unlisted.set(signature, Date.now())
      this.options.counts.count(isNever ? 'missing listing' : 'late listing')
    }
    return isNever || Date.now() - (since ?? Date.now()) < LATE_MS
  }

  async #answerInMode(call: Call): Promise<Result> {
    const { recorder, random, counts } = this.options
    const ask = (asked: Call) => this.#ask(asked)
    const view = this.#currentView()
    if (view?.fork && call.method === 'sendTransaction') {
      const bytes = call.params[0]
      return view.fork.take(bytes, recorder.latest.slot)
    }
    if (view) return answerFrom(view, call, ask)
    const truth = await ask(call)
    if (this.mode !== 'liar' || !random.oneIn(2)) return truth
    const lie = lieAbout(call, truth, recorder.before(4_000), random)
    if (lie) counts.count(lie.fault)
    return lie ? lie.result : truth
  }

  #currentView(): View | undefined {
    if (this.mode !== 'lag') return this.#view
    const { recorder } = this.options
    const snapshot = recorder.before(this.#lagMs)
    return { snapshot, behind: recorder.latest.slot - snapshot.slot }
  }

  #send(bytes: string): Promise<void> {
    const params = [bytes, { encoding: 'base64', skipPreflight: true, maxRetries: 0 }]
    return this.#ask({ method: 'sendTransaction', params }).catch(() => {})
  }

  async #ask({ method, params }: Call): Promise<Result> {
    const response = await fetch(this.options.node.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { result, error } = (await response.json()) as { result: Result; error?: object }
    if (error) throw new RpcFailure(error)
    return result
  }
}

/** An error that the real node answered. */
class RpcFailure extends Error {
  constructor(readonly error: object) {
    super(JSON.stringify(error))
  }
}

/** The fault of one call on a flaky line; most calls have none. */
function lineFault({ method }: Call, random: Random): Fault | undefined {
  if (!random.oneIn(3)) return undefined
  const fault = random.pick([
    'drop',
    'lose',
    'delay',
    'delay',
    'refuse',
    'error',
    'truncate',
    'nonsense',
  ] as const)
  const isSend = method === 'sendTransaction'
  return isSend && random.oneIn(2) ? 'duplicate send' : fault
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
