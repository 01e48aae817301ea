// The types of the history's JSON columns and kinds of events.

import type { Condition, Outcome } from '@prediction-market/sdk'

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

/** Every period. */
export const PERIODS: readonly Period[] = ['day', 'week', 'month', 'all']

/** Base units as a decimal string: a JSON number does not hold every u64. */
export type StoredUnits = string

/** A condition in JSON. */
export type StoredCondition = Condition extends infer C ? (C extends Condition ? Stored<C> : never) : never

type Stored<C> = { [Field in keyof C]: C[Field] extends bigint ? StoredUnits : C[Field] }

/** An observation of an oracle: `value × 10^exponent`. */
export interface StoredObservation {
  value: string
  exponent: number
  /** Unix seconds. */
  observedAt: number
  /** Whether the condition was met. */
  isMet: boolean
  /** Whether a value was read; a price that is too wide or too late has none. */
  hasValue: boolean
}

/** Stakes on Yes and No. */
export type StoredStakes = [yes: StoredUnits, no: StoredUnits]

/** Fees, taken from the losing pool. */
export interface StoredFees {
  burn: StoredUnits
  developer: StoredUnits
}

/** The `details` column of each kind of event. */
export interface DetailsByKind {
  market: {
    question: string
    token: string | null
    mint: string | null
    decimals: number
    createdAt: number
    closeAt: number
    expireAt: number
    terms: {
      /** In base58. */
      pythReceiver: string
      period: number
      burnBps: number
      developerBps: number
      maxConfidenceBps: number
      attestorSet: number
      proofWindow: number
      voidDelay: number
      closeMargin: number
      decideReward: StoredUnits
      settleReward: StoredUnits
      rewardStake: StoredUnits
      maxRatio: number
    }
    condition: StoredCondition
  }
  /** Pools and stakes after the bet, and the number of its betting period. */
  bet: { outcome: Outcome; amount: StoredUnits; pools: StoredStakes; stakes: StoredStakes; period: number }
  /** The first price of a change, which ends betting. */
  reference: { observation: StoredObservation; reward: StoredUnits }
  /**
   * The condition was not met at expiry: betting has ended, and No follows unless an early Yes is proven. Or a bonding
   * curve was complete, which dates late stakes and nothing else.
   */
  observation: { observation: StoredObservation; isCurve: boolean; reward: StoredUnits }
  /** A null outcome means void: every stake is refunded. */
  resolution: {
    outcome: Outcome | null
    /** The answer, if it was known; a void market can have one. */
    answer: Outcome | null
    observation: StoredObservation | null
    pools: StoredStakes
    /** Number of the period of the deciding observation; 0 if no stake can have been late. */
    latePeriod: number
    /** The late stakes. */
    late: StoredStakes
    /** Losing stakes that found no opponent, and come back. */
    unmatched: StoredUnits
    fees: StoredFees
    /** Whether its creator cancelled the market before anyone had staked; its accounts are closed. */
    cancelled: boolean
  }
  /**
   * The shares taken now. The burn share was burned, or went to the fee vault if `mint` is null (SOL). The treasury is
   * null if unknown.
   */
  fees: {
    mint: string | null
    fees: StoredFees
    treasury: string | null
    developerBurned?: boolean | undefined
  }
  /** The payout is for stakes that counted, the refund of late and unmatched stakes or of a void market. */
  payout: { stakes: StoredStakes; payout: StoredUnits; refund: StoredUnits; recipient: string }
  closed: { paid: StoredUnits; fees: StoredFees; dust: StoredUnits }
  /** A purchase in the burn auction; its `market` is the fee vault. The price has 32 fractional bits. */
  burn: { lamports: StoredUnits; tokens: StoredUnits; price: StoredUnits }
  /** The chain dropped the event with this id, and with it those after it in its market. */
  dropped: { event: number }
  /** An event that could not be read: `signature` names its transaction, unless the chain provably lacks it. */
  missing: Record<string, never>
}

/** The details of an event of any kind. */
export type EventDetails = DetailsByKind[EventKind]
