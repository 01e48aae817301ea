// The RPC nodes of a chain: failover, budgets and shared knowledge of each node.

import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchNode, type NodeRequest, type NodeResponse, restOf, UNAVAILABLE } from './fetch-node.ts'
import { faultOf, type NodeCall, readCall, slotOf } from './node-answer.ts'
import { NodeConnection } from './node-connection.ts'
import { MAX_BEHIND_MS, NodeProgress, SeenSlots, SlotTime } from './node-progress.ts'
import { RecentLogs } from './recent-logs.ts'
import { halfOf, NodeBudget } from './request-budget.ts'
import type { Nodes } from './socket.ts'

/**
 * The result of a call to a node: `ok`; `failed`: no answer, or an error; `behind`, `still`: an answer of an old slot;
 * `limited`: too many requests, according to the node or to our own budget.
 */
export type CallResult = 'ok' | 'failed' | 'behind' | 'still' | 'limited'

export interface RpcObserver {
  call(method: string, result: CallResult): void
}

/** Options of the nodes; the defaults are for production. */
export interface RpcOptions {
  /** Milliseconds that a node may take to answer before the next one is asked beside it. */
  slowMs?: number | undefined
  /** Milliseconds that a node may take to answer at all. */
  timeoutMs?: number | undefined
  /** The same for a request to one node only. */
  aloneMs?: number | undefined
  /** Milliseconds that a node may answer with the same slots before the next one is asked. */
  stillMs?: number | undefined
}

/** Milliseconds after which a node counts as one that hangs: a replica whose reads wait longer is soon not ready. */
const SLOW_MS = 2_000

/** The most milliseconds that a call waits for a node that has asked for a pause. */
const PATIENCE_MS = 5_000

/** The most milliseconds that a read on a caller's behalf waits for its part of the budget. */
const CALLER_PATIENCE_MS = 1_000

interface Node {
  url: string
  budget: NodeBudget
  /** The part of it for reads on callers' behalf. */
  callerBudget: NodeBudget
  progress: NodeProgress
  /** When it may be asked again, in unix milliseconds. */
  restUntil: number
  /** Refusals for too many requests, one after the other. */
  refusals: number
}

interface Asking {
  nodes: readonly Node[]
  timeoutMs: number
  /** Whether it is on a caller's behalf. */
  isForCaller?: boolean
}

/** One node's answer, or why there is none. */
interface Attempt {
  node: Node
  result: CallResult
  answer?: NodeResponse
  reason?: unknown
}

/**
 * The nodes of a chain, shared by the whole process: all connections use the same state of each node and the same
 * budget of requests. An answer from a slot behind the latest seen at the time of the request is discarded.
 */
export class RpcNodes {
  /**
   * Asks one node after the other for a current answer, beginning with the one that gave the last. A transaction goes
   * to all of them at once.
   */
  readonly connection: NodeConnection
  /**
   * The same for reads on callers' behalf: they have half of the budget and little patience, so that however many there
   * are, bets and the book have the other half.
   */
  readonly forCallers: NodeConnection
  /** Connections to each node alone, for reads that one node's gap or lag must not decide. */
  readonly each: readonly NodeConnection[]
  /** The same for reads on callers' behalf. */
  readonly eachForCallers: readonly NodeConnection[]
  /** What subscriptions reported of the program's latest transactions. */
  readonly logs = new RecentLogs()
  /** How long a slot takes, measured by {@link ChainState}. */
  readonly slotTime = new SlotTime()
  readonly #nodes: readonly Node[]
  readonly #seen = new SeenSlots()
  /** Ends every call. */
  readonly #closing = new AbortController()
  #preferred = 0

  /** @param addresses - the preferred node first */
  constructor(
    readonly addresses: Nodes,
    private readonly observer: RpcObserver,
    private readonly options: RpcOptions = {},
  ) {
    const { timeoutMs = 15_000, aloneMs = 5_000, stillMs = 15_000 } = options
    setMaxListeners(0, this.#closing.signal)
    this.#nodes = addresses.map(({ rpcUrl, limits }) => ({
      url: rpcUrl,
      budget: new NodeBudget(limits),
      callerBudget: new NodeBudget(halfOf(limits)),
      progress: new NodeProgress(stillMs),
      restUntil: 0,
      refusals: 0,
    }))
    this.connection = this.#connect({ nodes: this.#nodes, timeoutMs })
    this.forCallers = this.#connect({ nodes: this.#nodes, timeoutMs: aloneMs, isForCaller: true })
    const alone = this.#nodes.map((node) => ({ nodes: [node], timeoutMs: aloneMs }))
    this.each = alone.map((asking) => this.#connect(asking))
    this.eachForCallers = alone.map((asking) => this.#connect({ ...asking, isForCaller: true }))
  }

  /** The connection to the node alone that gave the last answer. */
  get current(): NodeConnection {
    return this.each[this.#preferred] as NodeConnection
  }

  /** The latest slot, processed by any node, that was seen within the last minute. */
  get slot(): number {
    return this.#seen.latest('processed')
  }

  /** Whether a processed slot is of the last seconds. */
  isCurrent(slot: number): boolean {
    return slot >= this.#floor('processed')
  }

  /** The oldest slot that an answer may be of now. */
  #floor(level: string): number {
    return this.#seen.latest(level) - Math.ceil(this.slotTime.slots(MAX_BEHIND_MS))
  }

  /** Records a slot that a subscription reported. */
  sawSlot(slot: number): void {
    this.#seen.see('processed', slot)
  }

  /** Gives up all calls, also those to come: a node that hangs does not keep a process from ending. */
  close(): void {
    this.#closing.abort(new Error('the process is stopping'))
  }

  #connect(asking: Asking): NodeConnection {
    return new NodeConnection((asking.nodes[0] as Node).url, (request) => this.#ask(asking, request))
  }

  /** Repeating a call is safe: a transaction has one effect however often it is sent. */
  async #ask(asking: Asking, request: NodeRequest): Promise<NodeResponse> {
    const { nodes, isForCaller = false } = asking
    const call = readCall(request.body)
    const { signal } = this.#closing
    const startedAt = Date.now()
    const ask = call.method === 'sendTransaction' ? this.#askAll : this.#askEach
    const first = await ask.call(this, asking, call, request)
    if (first.answer) return first.answer
    // A node that had too many requests is asked once more, if it allows that soon.
    const freeAt = nodes.map(({ restUntil }) => restUntil).filter((at) => at > startedAt)
    const wait = Math.min(...freeAt) - Date.now()
    let { reason } = first
    if (wait <= PATIENCE_MS && !isForCaller) {
      // Timers may end a millisecond early.
      await sleep(Math.ceil(wait) + 1, undefined, { signal })
      const second = await ask.call(this, asking, call, request)
      if (second.answer) return second.answer
      reason = second.reason
    }
    throw new Error(`No RPC node answers: ${reasonOf(reason)}`, { cause: reason })
  }

  /**
   * Asks one node after the other, except those that have asked for a pause. One that hangs is not waited for alone: the
   * next is asked beside it.
   */
  async #askEach(asking: Asking, call: NodeCall, request: NodeRequest): Promise<Partial<Attempt>> {
    const { nodes } = asking
    const floor = this.#floor(call.level)
    const start = nodes === this.#nodes ? this.#preferred : 0
    const attempts: Promise<Attempt>[] = []
    for (const node of [...nodes.slice(start), ...nodes.slice(0, start)]) {
      const slow = new Promise<undefined>((resolve) => {
        attempts.push(this.#observed(node, call, floor, asking, request, () => resolve(undefined)))
      })
      const first = await Promise.race([firstOk(attempts), slow])
      if (first) return this.#prefer(nodes, first)
    }
    const first = await firstOk(attempts)
    if (first) return this.#prefer(nodes, first)
    const all = await Promise.all(attempts)
    // If every node stands still, so does the chain; and an error that every node answers is the answer.
    const still = all.findLast(({ result }) => result === 'still')
    if (still) for (const { progress } of nodes) progress.excuse()
    return still ?? all.find(({ answer }) => answer) ?? all.at(-1) ?? {}
  }

  #prefer(nodes: readonly Node[], attempt: Attempt): Attempt {
    if (nodes === this.#nodes) this.#preferred = this.#nodes.indexOf(attempt.node)
    return attempt
  }

  /** Asks all nodes at once, and returns the first usable answer without waiting for the others. */
  async #askAll(asking: Asking, call: NodeCall, request: NodeRequest): Promise<Partial<Attempt>> {
    const floor = this.#floor(call.level)
    const attempts = asking.nodes.map((node) => this.#observed(node, call, floor, asking, request))
    const first = await firstOk(attempts)
    if (first) return first
    const failed = await Promise.all(attempts)
    return failed.find(({ answer }) => answer) ?? failed.at(-1) ?? {}
  }

  /** @param onSlow - called if the node has not answered after a while; never for a list, which may take long */
  async #observed(
    node: Node,
    call: NodeCall,
    floor: number,
    asking: Asking,
    request: NodeRequest,
    onSlow?: () => void,
  ): Promise<Attempt> {
    const attempt = await this.#attempt(node, call, floor, asking, request, onSlow)
    this.observer.call(call.method, attempt.result)
    return { ...attempt, node }
  }

  async #attempt(
    node: Node,
    call: NodeCall,
    floor: number,
    { timeoutMs, isForCaller }: Asking,
    request: NodeRequest,
    onSlow?: () => void,
  ): Promise<Omit<Attempt, 'node'>> {
    const { signal } = this.#closing
    if (signal.aborted) return { result: 'failed', reason: signal.reason }
    const limited = { result: 'limited' as const, reason: new Error('too many requests') }
    const now = Date.now()
    if (node.restUntil > now) return limited
    const patience = isForCaller ? CALLER_PATIENCE_MS : timeoutMs
    const own = isForCaller ? node.callerBudget.take(call.method, now, patience) : 0
    if (own === null) return limited
    const wait = node.budget.take(call.method, now + own, patience)
    if (wait === null) return limited
    let answer: NodeResponse
    let patienceEnds: NodeJS.Timeout | undefined
    try {
      if (own + wait > 0) await sleep(own + wait, undefined, { signal })
      if (onSlow && !request.onItem) patienceEnds = setTimeout(onSlow, this.options.slowMs ?? SLOW_MS)
      answer = await fetchNode(node.url, timeoutMs, { ...request, signal })
    } catch (reason) {
      return { result: 'failed', reason }
    } finally {
      clearTimeout(patienceEnds)
    }
    const { status, retryAfter } = answer
    if (status !== 429 && !(UNAVAILABLE.has(status) && retryAfter !== null)) {
      node.refusals = 0
      return this.#judge(node, call, floor, answer)
    }
    node.refusals += 1
    node.restUntil = Date.now() + restOf(retryAfter, node.refusals)
    return limited
  }

  #judge(node: Node, call: NodeCall, floor: number, answer: NodeResponse): Omit<Attempt, 'node'> {
    const { method, level } = call
    const { status, body, response } = answer
    if (UNAVAILABLE.has(status)) return { result: 'failed', reason: new Error(`the node answered ${status}`) }
    // Other statuses are the answer: web3.js throws an error for them.
    if (!response.ok) return { result: 'ok', answer }
    const fault = faultOf(call, body)
    if (fault) {
      const reason = new Error(fault.reason)
      return fault.isError ? { result: 'failed', answer, reason } : { result: 'failed', reason }
    }
    const slot = slotOf(method, body)
    if (slot === undefined) return { result: 'ok', answer }
    if (slot < floor) {
      const reason = new Error(`the node is at slot ${slot}, which is before ${floor}`)
      return { result: 'behind', reason }
    }
    this.#seen.see(level, slot)
    return { result: node.progress.isStill(level, slot) ? 'still' : 'ok', answer }
  }
}

/** The first usable one of some attempts; `undefined` once none can be. */
function firstOk(attempts: readonly Promise<Attempt>[]): Promise<Attempt | undefined> {
  const ok = attempts.map(async (attempt) => {
    const { result } = await attempt
    return result === 'ok' ? attempt : Promise.reject(result)
  })
  return Promise.any(ok).catch(() => undefined)
}

function reasonOf(failure: unknown): string {
  const cause = failure instanceof Error ? (failure.cause ?? failure) : failure
  return cause instanceof Error ? cause.message : String(cause)
}
