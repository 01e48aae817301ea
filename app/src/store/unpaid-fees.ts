import { and, eq, gt, sql, sum } from 'drizzle-orm'
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

/**
 * Records a fee unless the wallet's unpaid fees would exceed the budget.
 *
 * @returns whether it was recorded
 */
export function reserveFee(db: Database, fee: NewFee, budget: bigint, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Serializes the requests of a wallet: two at once would both find room for the last fee.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${fee.wallet}, 1))`)
    const [row] = await tx
      .select({ total: sum(unpaidFees.lamports) })
      .from(unpaidFees)
      .where(and(eq(unpaidFees.wallet, fee.wallet), gt(unpaidFees.expiresAt, now)))
    if (BigInt(row?.total ?? 0) + fee.lamports > budget) return false
    await tx.insert(unpaidFees).values(fee)
    return true
  })
}

/** Sets the part of a fee that nobody has paid back; 0 if the gateway did not pay it after all. */
export async function settleFee(db: Database, signature: string, lamports: bigint): Promise<void> {
  if (lamports === 0n) await db.delete(unpaidFees).where(eq(unpaidFees.signature, signature))
  else await db.update(unpaidFees).set({ lamports }).where(eq(unpaidFees.signature, signature))
}
