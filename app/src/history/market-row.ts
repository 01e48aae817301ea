// Converts rows of markets to the SDK's form.

import type { Market } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import type { MarketRow } from '../store/schema/history.ts'
import { toCondition, toObservation } from './stored.ts'

/** A market of the history in the SDK's form, without the fields that only matter on chain. */
export interface HistoryMarket
  extends Omit<Market, 'version' | 'escrow' | 'escrowRent' | 'nonce' | 'openPositions' | 'recent'> {
  /** Whether its creator cancelled it before anyone had staked. */
  cancelled?: boolean | undefined
}

/** Converts a row to the SDK's form of a market. */
export function toMarket(row: MarketRow): HistoryMarket {
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
    pools: { Yes: row.poolYes, No: row.poolNo },
    latePeriod: BigInt(row.latePeriod),
    late: { Yes: row.lateYes, No: row.lateNo },
    unmatched: row.unmatched,
    recordedReward: row.recordedReward,
    sequence: row.sequence,
    paid: row.paid,
    fees: { burn: row.burn, developer: row.developer },
    feesDue: { burn: row.burn - row.burnCollected, developer: row.developer - row.developerCollected },
    terms: {
      pythReceiver: new PublicKey(row.pythReceiver),
      proofWindow: row.proofWindow,
      voidDelay: row.voidDelay,
      period: row.period,
      closeMargin: row.closeMargin,
      decideReward: row.decideReward,
      settleReward: row.settleReward,
      rewardStake: row.rewardStake,
      maxRatio: row.maxRatio,
      burnBps: row.burnBps,
      developerBps: row.developerBps,
      maxConfidenceBps: row.maxConfidenceBps,
      attestorSet: row.attestorSet,
    },
    condition: toCondition(row.condition),
    outcome: row.outcome,
    answer: row.answer,
    observation: row.observation && toObservation(row.observation),
    reference: row.reference && toObservation(row.reference),
    cancelled: row.cancelled,
  }
}

/** The columns of a market that payouts depend on. */
export type PayingColumns = Pick<
  MarketRow,
  | 'outcome'
  | 'poolYes'
  | 'poolNo'
  | 'latePeriod'
  | 'lateYes'
  | 'lateNo'
  | 'unmatched'
  | 'burnBps'
  | 'developerBps'
  | 'maxRatio'
>

/** Converts the columns that payouts depend on, for `positionDue` of the SDK. */
export function toDecided(row: PayingColumns): Pick<
  HistoryMarket,
  'pools' | 'late' | 'latePeriod' | 'unmatched' | 'outcome'
> & {
  terms: Pick<MarketRow, 'burnBps' | 'developerBps' | 'maxRatio'>
} {
  return {
    pools: { Yes: row.poolYes, No: row.poolNo },
    late: { Yes: row.lateYes, No: row.lateNo },
    latePeriod: BigInt(row.latePeriod),
    unmatched: row.unmatched,
    outcome: row.outcome,
    terms: { burnBps: row.burnBps, developerBps: row.developerBps, maxRatio: row.maxRatio },
  }
}
