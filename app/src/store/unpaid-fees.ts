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

/** Limits of unpaid fees. */
export interface FeeLimits {
  /** The most lamports of all wallets together, bets in flight included. */
  all: bigint
  /** Lamports that one wallet may lose; from then on it has to wait. */
  lost: bigint
  /** The most bets of one wallet in flight. */
  inFlight: number
}

/**
 * Records a fee unless a limit is reached. Lost fees and bets in flight are limited apart: an honest wallet has many in
 * flight and loses nothing, and one that loses is stopped soon.
 *
 * @returns the limit that is reached; `null` if the fee was recorded
 */
export function reserveFee(
  db: Database,
  fee: NewFee,
  limits: FeeLimits,
  now: Date,
): Promise<keyof FeeLimits | null> {
  return db.transaction(async (tx) => {
    // One at a time: two at once could both use the rest of a limit.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('unpaid fees', 1))`)
    const { lamports, wallet, inFlightUntil, expiresAt } = unpaidFees
    const isOwn = eq(wallet, fee.wallet)
    const [sums] = await tx
      .select({
        all: sum(lamports),
        lost: sql<string | null>`sum(${lamports}) FILTER (WHERE ${and(isOwn, lte(inFlightUntil, now))})`,
        inFlight: sql<string>`count(*) FILTER (WHERE ${and(isOwn, gt(inFlightUntil, now))})`,
      })
      .from(unpaidFees)
      .where(gt(expiresAt, now))
    if (BigInt(sums?.lost ?? 0) >= limits.lost) return 'lost'
    if (Number(sums?.inFlight ?? 0) >= limits.inFlight) return 'inFlight'
    if (BigInt(sums?.all ?? 0) + fee.lamports > limits.all) return 'all'
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
