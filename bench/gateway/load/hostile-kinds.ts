// The kinds of hostile load, and the answers that each may get.

/** The kinds of hostile load. */
export const HOSTILE_KINDS = [
  'junk signatures',
  'junk API keys',
  'large offsets',
  'random transaction ids',
  'unknown wallets',
  'MCP batches',
  'duplicate keys',
  'empty bankrolls',
  'slow clients',
] as const

export type HostileKind = (typeof HOSTILE_KINDS)[number]

/** The kinds that are an attack of docs/attacks.md of one cheap caller, by its number. */
export const CALLER_ATTACKS: Partial<Record<HostileKind, number>> = {
  'MCP batches': 99,
  'duplicate keys': 100,
  'unknown wallets': 102,
  'empty bankrolls': 103,
}

/** Requests of the parent process. */
export type HostileRequest =
  | {
      start: {
        kind: HostileKind
        base: string
        markets: string[]
        /** API keys of wallets whose bankrolls pay for one bet, as headers. */
        keys: Record<string, string>[]
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
  'duplicate keys': ['202', '409', '429'],
  'empty bankrolls': ['201', '202', '400', '402', '409', '429'],
  'slow clients': ['opened', 'closed by the gateway'],
}
