import type { Connection, Keypair } from '@solana/web3.js'

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
 * Reads the balances of payers.
 *
 * @param minimum - lamports below which one is low
 */
export async function readBalances(
  connection: Connection,
  payers: readonly Keypair[],
  minimum = MIN_BALANCE,
): Promise<PayerBalance[]> {
  const addresses = payers.map(({ publicKey }) => publicKey)
  const accounts = await connection.getMultipleAccountsInfo(addresses)
  return addresses.map((address, index) => {
    const lamports = accounts[index]?.lamports ?? 0
    return { address: address.toBase58(), lamports, isLow: lamports < minimum }
  })
}
