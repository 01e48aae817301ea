// The kinds of events in the log and their details.

import type { Condition, Outcome, Stakes } from '@prediction-market/sdk'
import type { FeeAmounts, Observation, Terms } from '@prediction-market/sdk/accounts'

/** Kinds of events in the log. A `missing` one could not be read, or the chain provably lacks it. */
export type EventKind =
  | 'market'
  | 'bet'
  | 'reference'
  | 'observation'
  | 'resolution'
  | 'fees'
  | 'payout'
  | 'closed'
  | 'burn'
  | 'dropped'
  | 'missing'

/** Kinds of events that the API shows; the others are internal. */
export const PUBLIC_KINDS = [
  'market',
  'bet',
  'reference',
  'resolution',
  'payout',
  'burn',
] as const satisfies EventKind[]

/** Periods that a wallet's bets and payouts are totalled over. */
export type Period = 'day' | 'week' | 'month' | 'all'

export const PERIODS: readonly Period[] = ['day', 'week', 'month', 'all']

/** The details of each kind of event. Amounts are base units, addresses in base58, times unix seconds. */
export interface DetailsByKind {
  market: {
    question: string
    token: string | null
    mint: string | null
    decimals: number
    createdAt: number
    closeAt: number
    expireAt: number
    terms: Omit<Terms, 'pythReceiver'> & { pythReceiver: string }
    condition: Condition
  }
  /** Pools and stakes after the bet, and the number of its betting period. */
  bet: { outcome: Outcome; amount: bigint; pools: Stakes; stakes: Stakes; period: number }
  /** The first price of a change, which ends betting. */
  reference: { observation: Observation; reward: bigint }
  /**
   * The condition was not met at expiry: betting has ended, and No follows unless an early Yes is proven. Or a bonding
   * curve was complete, which dates late stakes and nothing else.
   */
  observation: { observation: Observation; isCurve: boolean; reward: bigint }
  /** A null outcome means void: every stake is refunded. */
  resolution: {
    outcome: Outcome | null
    /** The answer, if it was known; a void market can have one. */
    answer: Outcome | null
    observation: Observation | null
    pools: Stakes
    /** Number of the period of the deciding observation; 0 if no stake can have been late. */
    latePeriod: number
    late: Stakes
    /** Losing stakes that found no opponent, and come back. */
    unmatched: bigint
    fees: FeeAmounts
    /** Whether its creator cancelled the market before anyone had staked; its accounts are closed. */
    cancelled: boolean
  }
  /**
   * The shares taken now. The burn share was burned, or went to the fee vault if `mint` is null (SOL). The treasury is
   * null if unknown.
   */
  fees: {
    mint: string | null
    fees: FeeAmounts
    treasury: string | null
    developerBurned?: boolean | undefined
  }
  /** The payout is for stakes that counted, the refund of late and unmatched stakes or of a void market. */
  payout: { stakes: Stakes; payout: bigint; refund: bigint; recipient: string }
  closed: { paid: bigint; fees: FeeAmounts; dust: bigint }
  /** A purchase in the burn auction; its `market` is the fee vault. The price has 32 fractional bits. */
  burn: { lamports: bigint; tokens: bigint; price: bigint }
  /** The chain dropped the event with this id, and with it those after it in its market. */
  dropped: { event: number }
  /** An event that could not be read: `signature` names its transaction, unless the chain provably lacks it. */
  missing: Record<string, never>
}

export type EventDetails = DetailsByKind[EventKind]
