// Converts the SDK's values to JSON, which has no bigint, or to bytes, and back.

import type { Condition, Stakes } from '@prediction-market/sdk'
import type { FeeAmounts, Observation, RecentStakes, Terms } from '@prediction-market/sdk/accounts'
import { PublicKey } from '@solana/web3.js'
import type {
  DetailsByKind,
  StoredCondition,
  StoredFees,
  StoredObservation,
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
export function storeTerms(all: Terms): StoredTerms {
  const { pythReceiver, decideReward, settleReward, rewardStake, ...terms } = all
  return {
    ...terms,
    pythReceiver: pythReceiver.toBase58(),
    decideReward: decideReward.toString(),
    settleReward: settleReward.toString(),
    rewardStake: rewardStake.toString(),
  }
}

export function toTerms(all: StoredTerms): Terms {
  const { pythReceiver, decideReward, settleReward, rewardStake, ...terms } = all
  return {
    ...terms,
    pythReceiver: new PublicKey(pythReceiver),
    decideReward: BigInt(decideReward),
    settleReward: BigInt(settleReward),
    rewardStake: BigInt(rewardStake),
  }
}

/** Converts stakes to JSON. */
export function storeStakes({ Yes, No }: Stakes): StoredStakes {
  return [Yes.toString(), No.toString()]
}

export function toStakes([yes, no]: StoredStakes): Stakes {
  return { Yes: BigInt(yes), No: BigInt(no) }
}

/** Bytes before the stakes: the period, of which a market has fewer than 2^32, and which stakes are not 0. */
const HEADER = 5
const UNIT = 8

/** Converts the stakes of the last periods to bytes: only those that are not 0, without the zeros at the end. */
export function storeRecent({ period, stakes }: RecentStakes): Buffer {
  const amounts = stakes.flatMap(({ Yes, No }) => [Yes, No])
  const given = amounts.filter((amount) => amount > 0n)
  const bytes = Buffer.alloc(HEADER + given.length * UNIT)
  bytes.writeUInt32LE(Number(period))
  bytes[HEADER - 1] = amounts.reduce((mask, amount, index) => mask | (amount > 0n ? 1 << index : 0), 0)
  for (const [index, amount] of given.entries()) bytes.writeBigUInt64LE(amount, HEADER + index * UNIT)
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)
}

export function toRecent(stored: Uint8Array): RecentStakes {
  const bytes = Buffer.alloc(HEADER + 6 * UNIT)
  bytes.set(stored)
  const mask = bytes[HEADER - 1] ?? 0
  let at = HEADER
  const amounts = [0, 1, 2, 3, 4, 5].map((index) => {
    if ((mask & (1 << index)) === 0) return 0n
    at += UNIT
    return bytes.readBigUInt64LE(at - UNIT)
  })
  const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n] = amounts
  return {
    period: BigInt(bytes.readUInt32LE()),
    stakes: [
      { Yes: a, No: b },
      { Yes: c, No: d },
      { Yes: e, No: f },
    ],
  }
}

/** Converts fees to JSON. */
export function storeFees({ burn, developer }: FeeAmounts): StoredFees {
  return { burn: burn.toString(), developer: developer.toString() }
}
