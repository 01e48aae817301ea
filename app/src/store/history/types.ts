import type { Condition, Outcome } from '@prediction-market/sdk'

/** What an event of the log is about. */
export type EventKind = 'market' | 'bet' | 'resolution' | 'fees' | 'payout' | 'closed'

/** Over what a wallet's doings are summed up. */
export type Period = 'day' | 'week' | 'month' | 'all'

/** Every period. */
export const PERIODS: readonly Period[] = ['day', 'week', 'month', 'all']

/** A number of base units, in decimal: JSON has no number that holds every u64. */
export type StoredUnits = string

/** A condition as JSON holds it. */
export type StoredCondition =
  | Exclude<Condition, { type: 'holders' }>
  | (Omit<Extract<Condition, { type: 'holders' }>, 'minimumBalance'> & { minimumBalance: StoredUnits })

/** What decided a market: `value × 10^exponent`. */
export interface StoredObservation {
  value: string
  exponent: number
  /** Unix seconds. */
  observedAt: number
}

/** Yes and No. */
export type StoredStakes = [yes: StoredUnits, no: StoredUnits]

/** Of the losing pool. */
export interface StoredFees {
  burn: StoredUnits
  developer: StoredUnits
}

/** What each kind of event tells beyond the columns of the log. */
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
  /** Pools and stakes are those after the bet. */
  bet: { outcome: Outcome; amount: StoredUnits; pools: StoredStakes; stakes: StoredStakes }
  /** Void where the outcome is null: every stake is refunded. */
  resolution: {
    outcome: Outcome | null
    observation: StoredObservation | null
    pools: StoredStakes
    fees: StoredFees
  }
  /** The burn share was burned, or went to the fee vault where the mint is null. */
  fees: { mint: string | null; fees: StoredFees; treasury: string }
  payout: { stakes: StoredStakes; payout: StoredUnits; recipient: string }
  closed: { paid: StoredUnits; fees: StoredFees; dust: StoredUnits }
}

/** What an event tells, whatever its kind. */
export type EventDetails = DetailsByKind[EventKind]
