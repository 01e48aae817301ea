import type { Condition, Market, Observation } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import type { MarketRow } from '../store/schema/history.ts'
import type { StoredCondition, StoredObservation } from '../store/schema/history-types.ts'

/** A market of the history in the SDK's form, without the fields that are of use on chain only. */
export type HistoryMarket = Omit<Market, 'escrow' | 'nonce' | 'openPositions'>

/** Converts a row to the SDK's form of a market. */
export function toMarket(row: MarketRow): HistoryMarket {
  const { burnBps, developerBps, maxConfidenceBps, attestorSet, proofWindow, voidDelay } = row
  return {
    creator: new PublicKey(row.creator),
    token: row.token === null ? null : new PublicKey(row.token),
    mint: row.mint === null ? null : new PublicKey(row.mint),
    status: row.status,
    decimals: row.decimals,
    createdAt: BigInt(row.createdAt),
    closeAt: BigInt(row.closeAt),
    expireAt: BigInt(row.expireAt),
    resolvedAt: row.resolvedAt === null ? null : BigInt(row.resolvedAt),
    pools: [row.poolYes, row.poolNo],
    paid: row.paid,
    fees: { burn: row.burn, developer: row.developer },
    // A void market has no fees to collect.
    feesCollected: row.collectedAt !== null || row.status === 'void',
    terms: { burnBps, developerBps, maxConfidenceBps, attestorSet, proofWindow, voidDelay },
    condition: toCondition(row.condition),
    outcome: row.outcome,
    observation: row.observation && toObservation(row.observation),
  }
}

/** Converts a condition to JSON, which has no bigint. */
export function storeCondition(condition: Condition): StoredCondition {
  return condition.type === 'holders'
    ? { ...condition, minimumBalance: condition.minimumBalance.toString() }
    : condition
}

function toCondition(stored: StoredCondition): Condition {
  return stored.type === 'holders' ? { ...stored, minimumBalance: BigInt(stored.minimumBalance) } : stored
}

/** Converts an observation to JSON. */
export function storeObservation({ value, exponent, observedAt }: Observation): StoredObservation {
  return { value: value.toString(), exponent, observedAt: Number(observedAt) }
}

function toObservation({ value, exponent, observedAt }: StoredObservation): Observation {
  return { value: BigInt(value), exponent, observedAt: BigInt(observedAt) }
}
