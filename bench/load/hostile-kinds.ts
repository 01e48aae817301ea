// The kinds of hostile load, and the answers that each may get.

/** The kinds of hostile load. */
export const HOSTILE_KINDS = [
  'junk signatures',
  'junk API keys',
  'large offsets',
  'random transaction ids',
  'unknown wallets',
  'MCP batches',
  'slow clients',
] as const

export type HostileKind = (typeof HOSTILE_KINDS)[number]

/** Requests of the parent process. */
export type HostileRequest =
  | {
      start: {
        kind: HostileKind
        base: string
        markets: string[]
        rate: number
        addresses: number
        slow: number
      }
    }
  | { stop: true }

/** Answers by status, after a stop. */
export type HostileReport = Record<string, number>

/** The expected answers to hostile clients. Any other answer is an error of the gateway. */
export const MEANT_ANSWERS: Record<HostileKind, readonly string[]> = {
  'junk signatures': ['401', '429'],
  'junk API keys': ['401', '429'],
  'large offsets': ['200', '400', '429'],
  'random transaction ids': ['200', '429'],
  'unknown wallets': ['200', '429'],
  'MCP batches': ['400', '429'],
  'slow clients': ['opened', 'closed by the gateway'],
}
