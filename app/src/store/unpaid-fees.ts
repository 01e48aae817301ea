// Stores network fees that the gateway has paid and no bankroll has paid back.

import { eq, gt, sql, sum } from 'drizzle-orm'
import type { Database } from './database.ts'
import { unpaidFees } from './schema/gateway.ts'

/** A network fee that the gateway is about to pay. */
export interface NewFee {
  /** The transaction, in base58. */
  signature: string
  /** The wallet that it is paid for, in base58. */
  wallet: string
  lamports: bigint
  expiresAt: Date
}

/** The most lamports of unpaid fees: of all wallets together, and of one. */
export interface FeeBudgets {
  all: bigint
  wallet: bigint
}

/**
 * Records a fee unless unpaid fees would exceed a budget.
 *
 * @returns the budget that it would exceed; `null` if it was recorded
 */
export function reserveFee(
  db: Database,
  fee: NewFee,
  budgets: FeeBudgets,
  now: Date,
): Promise<keyof FeeBudgets | null> {
  return db.transaction(async (tx) => {
    // One at a time: two at once could both use the rest of a budget.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('unpaid fees', 1))`)
    const { lamports, wallet, expiresAt } = unpaidFees
    const [sums] = await tx
      .select({
        all: sum(lamports),
        own: sql<string | null>`sum(${lamports}) FILTER (WHERE ${eq(wallet, fee.wallet)})`,
      })
      .from(unpaidFees)
      .where(gt(expiresAt, now))
    if (BigInt(sums?.own ?? 0) + fee.lamports > budgets.wallet) return 'wallet'
    if (BigInt(sums?.all ?? 0) + fee.lamports > budgets.all) return 'all'
    await tx.insert(unpaidFees).values(fee)
    return null
  })
}

/** Sets the part of a fee that was not paid back; 0 if the gateway did not pay the fee. */
export async function settleFee(db: Database, signature: string, lamports: bigint): Promise<void> {
  if (lamports === 0n) await db.delete(unpaidFees).where(eq(unpaidFees.signature, signature))
  else await db.update(unpaidFees).set({ lamports }).where(eq(unpaidFees.signature, signature))
}
