import type { PredictionMarketClient } from '@prediction-market/sdk'
import { getAssociatedTokenAddressSync, unpackAccount } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'

/** The tokens in a wallet's associated account, in base units; 0 if there is no such account. */
export async function tokenBalance(
  client: PredictionMarketClient,
  wallet: PublicKey,
  mint: PublicKey,
): Promise<bigint> {
  const { tokenProgram } = await client.currencyOf({ mint })
  const address = getAssociatedTokenAddressSync(mint, wallet, true, tokenProgram ?? undefined)
  const account = await client.connection.getAccountInfo(address, client.commitment)
  return account ? unpackAccount(address, account, account.owner).amount : 0n
}
