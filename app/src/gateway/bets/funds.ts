import { formatMoney, type PredictionMarketClient } from '@prediction-market/sdk'
import { currencyOf } from '@prediction-market/sdk/currency'
import { getAssociatedTokenAddressSync, unpackAccount } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'
import { ApiError } from '../http/errors.ts'

/** Tokens to be paid by a wallet. */
export interface Spending {
  wallet: PublicKey
  /** `null` for SOL. */
  mint: PublicKey | null
  /** Base units. */
  amount: bigint
  decimals: number
  /** How an error names the amount; `the stake is` by default. */
  what?: string
}

/**
 * Refuses to spend UTILITY that exceeds the wallet's balance. The program would refuse it with an error that does
 * not mention the balance; for SOL the simulation gives a clear error.
 *
 * @throws ApiError 402
 */
export async function requireTokens(client: PredictionMarketClient, spending: Spending): Promise<void> {
  const { wallet, mint, amount, decimals, what = 'the stake is' } = spending
  if (!mint) return
  const held = await tokensOf(client, wallet, mint)
  if (held >= amount) return
  const text = (units: bigint) => formatMoney(units, currencyOf({ mint }), decimals)
  throw new ApiError(402, `The wallet holds ${text(held)}, and ${what} ${text(amount)}`)
}

/** The tokens in a wallet's associated account, in base units; 0 if there is no such account. */
export async function tokensOf(
  client: PredictionMarketClient,
  wallet: PublicKey,
  mint: PublicKey,
): Promise<bigint> {
  const { tokenProgram } = await client.currencyOf({ mint })
  const address = getAssociatedTokenAddressSync(mint, wallet, true, tokenProgram ?? undefined)
  const account = await client.connection.getAccountInfo(address, client.commitment)
  return account ? unpackAccount(address, account, account.owner).amount : 0n
}
