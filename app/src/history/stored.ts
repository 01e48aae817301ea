// Converts the SDK's values to JSON, which has no bigint, and back.

import type { Condition, Stakes } from '@prediction-market/sdk'
import type { FeeAmounts, Observation, RecentStakes, Terms } from '@prediction-market/sdk/accounts'
import { NO_RECENT_STAKES } from '@prediction-market/sdk/rules'
import { PublicKey } from '@solana/web3.js'
import type {
  DetailsByKind,
  StoredCondition,
  StoredFees,
  StoredObservation,
  StoredRecent,
  StoredStakes,
} from '../store/schema/history-types.ts'

type StoredTerms = DetailsByKind['market']['terms']

/** Converts a condition to JSON. */
export function storeCondition(condition: Condition): StoredCondition {
  if ('minimumBalance' in condition) {
    return { ...condition, minimumBalance: condition.minimumBalance.toString() }
  }
  return 'referenceAt' in condition
    ? { ...condition, referenceAt: condition.referenceAt.toString() }
    : condition
}

export function toCondition(stored: StoredCondition): Condition {
  if ('minimumBalance' in stored) return { ...stored, minimumBalance: BigInt(stored.minimumBalance) }
  return 'referenceAt' in stored ? { ...stored, referenceAt: BigInt(stored.referenceAt) } : stored
}

/** Converts an observation to JSON. */
export function storeObservation(observation: Observation): StoredObservation {
  const { value, observedAt } = observation
  return { ...observation, value: value.toString(), observedAt: Number(observedAt) }
}

export function toObservation(stored: StoredObservation): Observation {
  return { ...stored, value: BigInt(stored.value), observedAt: BigInt(stored.observedAt) }
}

/** Converts the terms of a market to JSON. */
export function storeTerms({ pythReceiver, decideReward, settleReward, ...terms }: Terms): StoredTerms {
  return {
    ...terms,
    pythReceiver: pythReceiver.toBase58(),
    decideReward: decideReward.toString(),
    settleReward: settleReward.toString(),
  }
}

export function toTerms({ pythReceiver, decideReward, settleReward, ...terms }: StoredTerms): Terms {
  return {
    ...terms,
    pythReceiver: new PublicKey(pythReceiver),
    decideReward: BigInt(decideReward),
    settleReward: BigInt(settleReward),
  }
}

/** Converts stakes to JSON. */
export function storeStakes({ Yes, No }: Stakes): StoredStakes {
  return [Yes.toString(), No.toString()]
}

export function toStakes([yes, no]: StoredStakes): Stakes {
  return { Yes: BigInt(yes), No: BigInt(no) }
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
