// Rows of closed markets in the history.

import { createHash } from 'node:crypto'
import { newMarket } from '../../../app/src/history/projection/new-rows.ts'
import type { Database } from '../../../app/src/store/database.ts'
import { type MarketRow, markets } from '../../../app/src/store/schema/history.ts'

/** Inserts any number of rows: a statement has at most 65,535 parameters. */
export async function insertClosed(db: Database, rows: readonly MarketRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 1_000) await db.insert(markets).values(rows.slice(at, at + 1_000))
}

/** The columns of a closed market that tests set; most have a default. */
export type ClosedState = Pick<MarketRow, 'address' | 'creator' | 'question' | 'createdAt' | 'expireAt'> &
  Partial<MarketRow>

/** The row of a closed market as the projector writes it. */
export function closedRow({
  address,
  creator,
  question,
  createdAt,
  expireAt,
  ...rest
}: ClosedState): MarketRow {
  const { mint = null, decimals = 9, token = null } = rest
  const created = newMarket({
    id: 1,
    signature: `created ${address}`,
    sequence: 1,
    marketNumber: numberOf(address),
    walletNumber: 0,
    isDropped: false,
    slot: 1,
    time: createdAt,
    kind: 'market',
    market: address,
    wallet: creator,
    details: {
      question,
      token,
      mint,
      decimals,
      createdAt,
      closeAt: expireAt,
      expireAt,
      terms: {
        pythReceiver: address,
        period: 30,
        burnBps: 500,
        developerBps: 500,
        maxConfidenceBps: 100,
        attestorSet: 0,
        proofWindow: 60,
        voidDelay: 120,
        closeMargin: 10,
        decideReward: 300_000n,
        settleReward: 5_000n,
        rewardStake: 0n,
        maxRatio: 0,
      },
      condition: { type: 'event', timing: 'atExpiry' },
    },
  })
  const decided = { status: 'resolved', outcome: 'Yes', answer: 'Yes', resolvedAt: expireAt } as const
  return {
    ...created,
    ...decided,
    closedAt: expireAt + 60,
    closedSignature: `closed ${address}`,
    dust: 0n,
    ...rest,
  }
}

/** A number for an address that is in no table of addresses. */
function numberOf(address: string): number {
  return createHash('sha256').update(address).digest().readInt32LE()
}
