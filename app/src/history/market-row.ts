// Converts rows of markets to the SDK's form, and the stakes of the last periods to bytes and back.

import type { Market } from '@prediction-market/sdk'
import type { RecentStakes } from '@prediction-market/sdk/accounts'
import { PublicKey } from '@solana/web3.js'
import type { MarketRow } from '../store/schema/history.ts'

/** A market of the history in the SDK's form, without the fields that only matter on chain. */
export interface HistoryMarket
  extends Omit<Market, 'version' | 'escrow' | 'escrowRent' | 'nonce' | 'openPositions' | 'recent'> {
  /** Whether its creator cancelled it before anyone had staked. */
  cancelled?: boolean | undefined
}

export function toMarket(row: MarketRow): HistoryMarket {
  return {
    creator: new PublicKey(row.creator),
    token: row.token === null ? null : new PublicKey(row.token),
    mint: row.mint === null ? null : new PublicKey(row.mint),
    ...toDecided(row),
    status: row.status,
    decimals: row.decimals,
    createdAt: BigInt(row.createdAt),
    closeAt: BigInt(row.closeAt),
    expireAt: BigInt(row.expireAt),
    resolvedAt: row.resolvedAt === null ? null : BigInt(row.resolvedAt),
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
    condition: row.condition,
    answer: row.answer,
    observation: row.observation,
    reference: row.reference,
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
export function toDecided(row: PayingColumns) {
  return {
    pools: { Yes: row.poolYes, No: row.poolNo },
    late: { Yes: row.lateYes, No: row.lateNo },
    latePeriod: BigInt(row.latePeriod),
    unmatched: row.unmatched,
    outcome: row.outcome,
    terms: { burnBps: row.burnBps, developerBps: row.developerBps, maxRatio: row.maxRatio },
  }
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
