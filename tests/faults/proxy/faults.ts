/** The faults of the line to a node, and of the node itself. */
export const FAULTS = [
  'drop',
  'lose',
  'delay',
  'refuse',
  'error',
  'truncate',
  'nonsense',
  'duplicate send',
  'lag',
  'fork',
  'undone',
  'missing account',
  'missing transaction',
  'missing status',
  'short list',
  'late listing',
  'missing listing',
  'stale account',
  'cut socket',
  'silent socket',
  'drop notification',
  'duplicate notification',
  'reorder notification',
] as const

/** A kind of fault. */
export type Fault = (typeof FAULTS)[number]

/** How often each fault was injected. */
export class FaultCounts {
  readonly #counts = new Map<Fault, number>()

  count(fault: Fault): void {
    this.#counts.set(fault, this.of(fault) + 1)
  }

  of(fault: Fault): number {
    return this.#counts.get(fault) ?? 0
  }
}

/** A JSON-RPC call. */
export interface Call {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own
  params: any[]
}

/** The result of a call; its shape follows from the method. */
// biome-ignore lint/suspicious/noExplicitAny: each method has its own
export type Result = any
