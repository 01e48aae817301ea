/** The kinds of hostile load. */
export const HOSTILE_KINDS = [
  'junk signatures',
  'junk API keys',
  'large offsets',
  'random transaction ids',
  'slow clients',
] as const

export type HostileKind = (typeof HOSTILE_KINDS)[number]

/** What the parent asks for. */
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

/** What hostile clients may be answered. Anything else is an error of the gateway. */
export const MEANT_ANSWERS: Record<HostileKind, readonly string[]> = {
  'junk signatures': ['401', '429'],
  'junk API keys': ['401', '429'],
  'large offsets': ['200', '400', '429'],
  'random transaction ids': ['200', '429'],
  'slow clients': ['opened', 'closed by the gateway'],
}
