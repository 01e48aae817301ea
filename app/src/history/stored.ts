import type { Condition, Stakes } from '@prediction-market/sdk'
import type { FeeAmounts, Observation, RecentStakes } from '@prediction-market/sdk/accounts'
import { NO_RECENT_STAKES } from '@prediction-market/sdk/rules'
import type {
  StoredCondition,
  StoredFees,
  StoredObservation,
  StoredRecent,
  StoredStakes,
} from '../store/schema/history-types.ts'

// Conversions of the SDK's values to JSON, which has no bigint, and back.

/** Converts a condition to JSON. */
export function storeCondition(condition: Condition): StoredCondition {
  return 'minimumBalance' in condition
    ? { ...condition, minimumBalance: condition.minimumBalance.toString() }
    : condition
}

export function toCondition(stored: StoredCondition): Condition {
  return 'minimumBalance' in stored ? { ...stored, minimumBalance: BigInt(stored.minimumBalance) } : stored
}

/** Converts an observation to JSON. */
export function storeObservation({ value, exponent, observedAt, isMet }: Observation): StoredObservation {
  return { value: value.toString(), exponent, observedAt: Number(observedAt), isMet }
}

export function toObservation({ value, exponent, observedAt, isMet }: StoredObservation): Observation {
  return { value: BigInt(value), exponent, observedAt: BigInt(observedAt), isMet }
}

/** Converts stakes to JSON. */
export function storeStakes([yes, no]: Stakes): StoredStakes {
  return [yes.toString(), no.toString()]
}

export function toStakes([yes, no]: StoredStakes): Stakes {
  return [BigInt(yes), BigInt(no)]
}

/** Converts the stakes of the last periods to JSON. */
export function storeRecent({ period, stakes: [last, before, beforeThat] }: RecentStakes): StoredRecent {
  return {
    period: Number(period),
    stakes: [storeStakes(last), storeStakes(before), storeStakes(beforeThat)],
  }
}

/** The record of a position before its first bet. */
export const NO_RECENT: StoredRecent = storeRecent(NO_RECENT_STAKES)

export function toRecent({ period, stakes: [last, before, beforeThat] }: StoredRecent): RecentStakes {
  return { period: BigInt(period), stakes: [toStakes(last), toStakes(before), toStakes(beforeThat)] }
}

/** Converts fees to JSON. */
export function storeFees({ burn, developer }: FeeAmounts): StoredFees {
  return { burn: burn.toString(), developer: developer.toString() }
}
