/** A call to a node, as far as failover looks at it. */
export interface NodeCall {
  method: string
  /** Answers of one level are comparable by their slot. */
  level: string
}

/**
 * JSON-RPC errors that every node would answer to the same request: it is malformed, or about a transaction that
 * cannot be taken. All other errors are about the node.
 */
const ERRORS_OF_REQUEST = new Set([
  -32_700, // not JSON
  -32_600, // invalid request
  -32_602, // invalid parameters
  -32_002, // the simulation failed
  -32_003, // a signature is wrong
  -32_006, // a precompiled instruction failed
  -32_013, // a signature is too short or too long
  -32_015, // a version of transactions that was not asked for
])

/** A node that lags does not know a new blockhash yet, neither when it simulates nor when it sends. */
const UNKNOWN_BLOCKHASH = '"err":"BlockhashNotFound"'

/** Characters at both ends of an answer in which the slot is looked for; the rest is the value. */
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
  return { method, level: isOwnLevel ? `${method} ${commitment}` : commitment }
}

/** The slot that an answer is of; `undefined` if its method reports none. */
export function slotOf(method: string, answer: string): number | undefined {
  const pattern = SLOTS[method] ?? CONTEXT_SLOT
  const match = pattern.exec(answer.slice(0, EDGE)) ?? pattern.exec(answer.slice(-EDGE))
  return match ? Number(match[1]) : undefined
}

/** The error in an answer that says that this node cannot answer now; `undefined` if there is none. */
export function nodeErrorOf(answer: string): string | undefined {
  if (!/^\s*[{[]/.test(answer)) return 'the answer is not JSON'
  // A long answer is a result; an error comes with the logs of a simulation at most.
  if (answer.length > 100_000) return undefined
  if (answer.includes(UNKNOWN_BLOCKHASH)) return 'unknown blockhash'
  if (!answer.includes('"error"')) return undefined
  try {
    const { error } = JSON.parse(answer) as { error?: { code?: number; message?: string } }
    if (!error || ERRORS_OF_REQUEST.has(error.code ?? 0)) return undefined
    return `${error.message ?? 'unknown error'} (${error.code})`
  } catch {
    return 'the answer is not JSON'
  }
}
