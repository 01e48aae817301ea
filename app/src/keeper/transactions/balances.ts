// Which payers of the keeper are low on SOL.

import type { Keypair } from '@solana/web3.js'
import type { RecentBalances } from '../../chain/recent-balances.ts'

/** The balance of a payer. */
export interface PayerBalance {
  /** In base58. */
  address: string
  lamports: number
  /** Whether it should be topped up. */
  isLow: boolean
}

/** Lamports below which a payer is low, by default: the fees of 10,000 signatures. */
export const MIN_BALANCE = 50_000_000

/**
 * The balances of those payers that have been read, as of the last read.
 *
 * @param minimum - lamports below which one is low
 */
export function payerBalances(
  recent: RecentBalances,
  payers: readonly Keypair[],
  minimum = MIN_BALANCE,
): PayerBalance[] {
  return payers.flatMap(({ publicKey }) => {
    const lamports = recent.of(publicKey)
    if (lamports === undefined) return []
    return [{ address: publicKey.toBase58(), lamports, isLow: lamports < minimum }]
  })
}
