// Reads the slot of a node's answer, and whether the answer counts.

/** The parts of a call to a node that failover needs. */
export interface NodeCall {
  method: string
  /** Answers of one level are comparable by their slot. */
  level: string
  /** Whether its result names its slot: without one, the answer cannot be used. */
  hasContext: boolean
}

/**
 * JSON-RPC errors that every node would answer to the same request: it is malformed, or about a transaction that
 * cannot be accepted. All other errors are about the node.
 */
const ERRORS_OF_REQUEST = new Set([
  -32_700, // not JSON
  -32_600, // invalid request
  -32_602, // invalid parameters
  -32_002, // the simulation failed
  -32_003, // a signature is wrong
  -32_006, // a precompiled instruction failed
  -32_013, // a signature is too short or too long
  -32_015, // a transaction version that the request does not support
])

/** Whether every node would answer with this error: it is about the request, not about the node. */
export function isErrorOfRequest(code: unknown): boolean {
  return ERRORS_OF_REQUEST.has(Number(code))
}

/** A node that lags does not know a new blockhash yet, neither when it simulates nor when it sends. */
const UNKNOWN_BLOCKHASH = '"err":"BlockhashNotFound"'

/** A node says this about a transaction that it has from another node already, which may have accepted it from us. */
const ALREADY_PROCESSED = 'already been processed'

/** Characters at both ends of an answer that are searched for the slot; the rest is the value. */
const EDGE = 300

const SLOTS: Readonly<Record<string, RegExp>> = {
  getSlot: /"result":(\d+)/,
  getEpochInfo: /"absoluteSlot":(\d+)/,
}
const CONTEXT_SLOT = /"context":\{[^{}]*?"slot":(\d+)/

/** The method and the level of a call, from its JSON. */
export function readCall(body: unknown): NodeCall {
  const text = typeof body === 'string' ? body : ''
  const method = /"method":"(\w{1,64})"/.exec(text.slice(0, 200))?.[1] ?? 'unknown'
  const commitment = /"commitment":"(\w+)"/.exec(text)?.[1]
  // The embedded node answers about accounts of the latest slot, whatever the commitment.
  const isOwnLevel = commitment === undefined || (SLOTS[method] && commitment !== 'processed')
  const hasContext = WITH_CONTEXT.has(method) || text.includes('"withContext":true')
  return { method, level: isOwnLevel ? `${method} ${commitment}` : commitment, hasContext }
}

/** The slot that an answer is of; `undefined` if its method reports none. */
export function slotOf(method: string, answer: string): number | undefined {
  const pattern = SLOTS[method] ?? CONTEXT_SLOT
  const match = pattern.exec(answer.slice(0, EDGE)) ?? pattern.exec(answer.slice(-EDGE))
  return match ? Number(match[1]) : undefined
}

/** Methods whose result always names its slot. */
const WITH_CONTEXT = new Set([
  'getAccountInfo',
  'getBalance',
  'getLatestBlockhash',
  'getMultipleAccounts',
  'getSignatureStatuses',
  'simulateTransaction',
])

const isCount = (result: unknown) => Number.isInteger(result) && (result as number) >= 0

/** What the results of methods look like, besides their slot: a node that answers anything else is broken. */
const RESULTS: Readonly<Record<string, (result: unknown) => boolean>> = {
  getSlot: isCount,
  getBlockHeight: isCount,
  getFirstAvailableBlock: isCount,
  getMinimumBalanceForRentExemption: isCount,
  getBlockTime: (result) => result === null || Number.isInteger(result),
  getTransaction: (result) => result === null || Number.isInteger((result as { slot?: unknown }).slot),
  getGenesisHash: (result) => isBase58(result, 32, 44),
  sendTransaction: (result) => isBase58(result, 64, 88),
  getSignaturesForAddress: Array.isArray,
  getRecentPrioritizationFees: Array.isArray,
  getMultipleAccounts: (result) => hasList(result) && result.value.every(isAccount),
  getSignatureStatuses: hasList,
  simulateTransaction: (result) => isObject((result as { value?: unknown }).value),
}

/** Why an answer does not count. */
export interface NodeFault {
  reason: string
  /** Whether it is a JSON-RPC error, which becomes the answer if all nodes give it; false for an unreadable answer. */
  isError: boolean
}

/** Why this node cannot answer now; `undefined` if it has answered. */
export function faultOf(
  { method, hasContext }: Omit<NodeCall, 'level'>,
  answer: string,
): NodeFault | undefined {
  const unreadable = (reason: string): NodeFault => ({ reason, isError: false })
  // Only the ends of a long answer are checked: the caller parses it.
  const isWhole = /^\s*[{[]/.test(answer) && /[}\]]\s*$/.test(answer.slice(-EDGE))
  if (!isWhole) return unreadable('the answer is not JSON')
  // A long answer is a result; an error comes with the logs of a simulation at most.
  if (answer.length > 100_000) return undefined
  if (answer.includes(UNKNOWN_BLOCKHASH)) return { reason: 'unknown blockhash', isError: true }
  try {
    const { error, result } = JSON.parse(answer) as { error?: RpcError; result?: unknown }
    if (!error) {
      if (hasContext && !hasSlot(result)) return unreadable('the answer names no slot')
      return RESULTS[method]?.(result) === false ? unreadable(`the answer is none to ${method}`) : undefined
    }
    if (error.message?.includes(ALREADY_PROCESSED)) return { reason: error.message, isError: true }
    if (isErrorOfRequest(error.code)) return undefined
    return { reason: `${error.message ?? 'unknown error'} (${error.code})`, isError: true }
  } catch {
    return unreadable('the answer is not JSON')
  }
}

interface RpcError {
  code?: number
  message?: string
}

function hasList(result: unknown): result is { value: unknown[] } {
  return Array.isArray((result as { value?: unknown }).value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isAccount(value: unknown): boolean {
  if (!isObject(value)) return value === null
  return typeof (value.data as unknown[] | undefined)?.[0] === 'string' && isBase58(value.owner, 32, 44)
}

function isBase58(result: unknown, fewest: number, most: number): boolean {
  if (typeof result !== 'string' || result.length < fewest || result.length > most) return false
  return /^[1-9A-HJ-NP-Za-km-z]+$/.test(result)
}

function hasSlot(result: unknown): boolean {
  return typeof (result as { context?: { slot?: unknown } } | null)?.context?.slot === 'number'
}
