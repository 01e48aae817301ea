// Stores network fees that the gateway has paid and no bankroll has paid back.

import { and, eq, gt, lte, sql, sum } from 'drizzle-orm'
import type { Database } from './database.ts'
import { unpaidFees } from './schema/gateway.ts'

/** A network fee that the gateway is about to pay. */
export interface NewFee {
  /** The transaction, in base58. */
  signature: string
  /** The wallet that it is paid for, in base58. */
  wallet: string
  lamports: bigint
  /** Until then the transaction may be confirmed. */
  inFlightUntil: Date
  expiresAt: Date
}

export interface FeeLimits {
  /** The most lamports of all wallets together, bets in flight included. */
  all: bigint
  /** The same of one wallet. */
  wallet: bigint
}

/** Why a fee was not recorded: what all, or this wallet, may lose is lost; or it may still be, with bets in flight. */
export type FeeLimit = 'all' | 'lost' | 'inFlight'

/**
 * Records a fee unless it could exceed a limit. A bet in flight counts as if it were lost, because until it is confirmed
 * it may fail: the more a wallet has lost, the fewer it has in flight. Only a wallet that has lost nothing, and has none
 * in flight, may send one whose fee alone is above its limit.
 *
 * @returns the limit that is reached; `null` if the fee was recorded
 */
export function reserveFee(
  db: Database,
  fee: NewFee,
  limits: FeeLimits,
  now: Date,
): Promise<FeeLimit | null> {
  return db.transaction(async (tx) => {
    // One at a time: two at once could both use the rest of a limit.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('unpaid fees', 1))`)
    const { lamports, wallet, inFlightUntil, expiresAt } = unpaidFees
    const isOwn = eq(wallet, fee.wallet)
    const [sums] = await tx
      .select({
        all: sum(lamports),
        own: sql<string | null>`sum(${lamports}) FILTER (WHERE ${isOwn})`,
        lost: sql<string | null>`sum(${lamports}) FILTER (WHERE ${and(isOwn, lte(inFlightUntil, now))})`,
      })
      .from(unpaidFees)
      .where(gt(expiresAt, now))
    const isAbove = (used: string | null | undefined, limit: bigint) =>
      BigInt(used ?? 0) + fee.lamports > limit
    if (sums?.lost && isAbove(sums.lost, limits.wallet)) return 'lost'
    if (sums?.own && isAbove(sums.own, limits.wallet)) return 'inFlight'
    if (isAbove(sums?.all, limits.all)) return 'all'
    await tx.insert(unpaidFees).values(fee)
    return null
  })
}

/** Sets the part of a fee that was not paid back; 0 if the gateway did not pay the fee. */
export async function settleFee(
  db: Database,
  signature: string,
  lamports: bigint,
  now = new Date(),
): Promise<void> {
  const isThis = eq(unpaidFees.signature, signature)
  if (lamports === 0n) await db.delete(unpaidFees).where(isThis)
  else await db.update(unpaidFees).set({ lamports, inFlightUntil: now }).where(isThis)
}
