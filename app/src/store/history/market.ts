import type { Condition, Market, Observation } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import type { markets } from './schema.ts'
import type { StoredCondition, StoredObservation } from './types.ts'

/** A market as the history has it. */
export type MarketRow = typeof markets.$inferSelect

/** What the history knows of a market; the rest is of use on chain alone. */
export type PastMarket = Omit<Market, 'escrow' | 'nonce' | 'openPositions'>

/** A market of the history in the form in which the SDK has those on chain. */
export function toMarket(row: MarketRow): PastMarket {
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
    // A void market has none to collect.
    feesCollected: row.collectedAt !== null || row.status === 'void',
    terms: { burnBps, developerBps, maxConfidenceBps, attestorSet, proofWindow, voidDelay },
    condition: toCondition(row.condition),
    outcome: row.outcome,
    observation: row.observation && toObservation(row.observation),
  }
}

/** A condition for JSON, which has no bigint. */
export function storeCondition(condition: Condition): StoredCondition {
  return condition.type === 'holders'
    ? { ...condition, minimumBalance: condition.minimumBalance.toString() }
    : condition
}

/** And back. */
export function toCondition(stored: StoredCondition): Condition {
  return stored.type === 'holders' ? { ...stored, minimumBalance: BigInt(stored.minimumBalance) } : stored
}

/** An observation for JSON. */
export function storeObservation({ value, exponent, observedAt }: Observation): StoredObservation {
  return { value: value.toString(), exponent, observedAt: Number(observedAt) }
}

function toObservation({ value, exponent, observedAt }: StoredObservation): Observation {
  return { value: BigInt(value), exponent, observedAt: BigInt(observedAt) }
}
