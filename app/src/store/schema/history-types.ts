import type { Condition, Outcome } from '@prediction-market/sdk'

/** Kinds of events in the log. */
export type EventKind = 'market' | 'bet' | 'resolution' | 'fees' | 'payout' | 'closed'

/** Periods that a wallet's bets and payouts are totalled over. */
export type Period = 'day' | 'week' | 'month' | 'all'

/** Every period. */
export const PERIODS: readonly Period[] = ['day', 'week', 'month', 'all']

/** Base units as a decimal string: a JSON number does not hold every u64. */
export type StoredUnits = string

/** A condition in JSON. */
export type StoredCondition =
  | Exclude<Condition, { type: 'holders' }>
  | (Omit<Extract<Condition, { type: 'holders' }>, 'minimumBalance'> & { minimumBalance: StoredUnits })

/** The observation that decided a market: `value × 10^exponent`. */
export interface StoredObservation {
  value: string
  exponent: number
  /** Unix seconds. */
  observedAt: number
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
      burnBps: number
      developerBps: number
      maxConfidenceBps: number
      attestorSet: number
      proofWindow: number
      voidDelay: number
    }
    condition: StoredCondition
  }
  /** Pools and stakes after the bet. */
  bet: { outcome: Outcome; amount: StoredUnits; pools: StoredStakes; stakes: StoredStakes }
  /** A null outcome means void: every stake is refunded. */
  resolution: {
    outcome: Outcome | null
    observation: StoredObservation | null
    pools: StoredStakes
    fees: StoredFees
  }
  /** The burn share was burned, or went to the fee vault if `mint` is null (SOL). */
  fees: { mint: string | null; fees: StoredFees; treasury: string }
  payout: { stakes: StoredStakes; payout: StoredUnits; recipient: string }
  closed: { paid: StoredUnits; fees: StoredFees; dust: StoredUnits }
}

/** The details of an event of any kind. */
export type EventDetails = DetailsByKind[EventKind]
