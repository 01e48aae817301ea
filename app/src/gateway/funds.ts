import { formatAmount, type PredictionMarketClient } from '@prediction-market/sdk'
import { getAssociatedTokenAddressSync, unpackAccount } from '@solana/spl-token'
import type { PublicKey } from '@solana/web3.js'
import { onChain } from './chain-errors.ts'
import { ApiError } from './errors.ts'

/** A stake that is to come from a wallet. */
export interface Spending {
  wallet: PublicKey
  /** Of the stake; `null` for SOL. */
  mint: PublicKey | null
  /** Base units. */
  amount: bigint
  decimals: number
}

/**
 * Refuses a stake in UTILITY that its wallet does not hold. The program would refuse it too, without saying
 * that it is for want of tokens; of SOL the simulation says so itself.
 *
 * @throws ApiError 402
 */
export async function requireTokens(client: PredictionMarketClient, spending: Spending): Promise<void> {
  const { wallet, mint, amount, decimals } = spending
  if (!mint) return
  const held = await onChain(async () => {
    const { tokenProgram } = await client.currencyOf({ mint })
    const address = getAssociatedTokenAddressSync(mint, wallet, true, tokenProgram ?? undefined)
    const account = await client.connection.getAccountInfo(address, client.commitment)
    return account ? unpackAccount(address, account, account.owner).amount : 0n
  })
  if (held >= amount) return
  const text = (units: bigint) => `${formatAmount(units, decimals)} UTILITY`
  throw new ApiError(402, `The wallet holds ${text(held)}, and the stake is ${text(amount)}`)
}
