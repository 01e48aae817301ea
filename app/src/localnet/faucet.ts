// Pays out test money on the localnet.

import { type CurrencyId, PredictionMarketClient } from '@prediction-market/sdk'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { type Connection, type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { LOCALNET_KEYS } from './keys.ts'

/** A payment of test money to a wallet. */
export interface Payout {
  wallet: PublicKey
  currency: CurrencyId
  /** Base units. */
  amount: bigint
}

/** More compute units than a payout uses. */
const COMPUTE_UNITS = 100_000

/** Equal payouts that can be pending at once. */
const DISTINCT = 50_000

export type Faucet = ReturnType<typeof createFaucet>

/** The faucet of a localnet: SOL comes from a rich wallet, UTILITY is minted. */
export function createFaucet(connection: Connection, utilityMint: PublicKey) {
  const { faucet, admin } = LOCALNET_KEYS
  const client = new PredictionMarketClient(connection)
  let payouts = 0
  return {
    /**
     * Pays a wallet and waits for confirmation.
     *
     * @returns the signature of the transaction
     * @throws TransactionFailedError if it fails, for example because a new wallet would not be rent-exempt
     */
    async pay(payout: Payout): Promise<string> {
      // Equal payouts with the same blockhash would be the same transaction, so each has its own compute limit.
      const computeUnits = COMPUTE_UNITS + (payouts++ % DISTINCT)
      const options = {
        signer: faucet,
        signers: CURRENCIES[payout.currency].isNative ? [] : [admin],
        computeUnits,
      }
      return (await client.send(payOut(payout, utilityMint), options)).signature
    },
  }
}

/** The instructions of a payout. The faucet is the fee payer, the admin mints UTILITY. */
export function payOut(
  { wallet, currency, amount }: Payout,
  utilityMint: PublicKey,
): TransactionInstruction[] {
  const { faucet, admin } = LOCALNET_KEYS
  const payer = faucet.publicKey
  if (CURRENCIES[currency].isNative) {
    return [SystemProgram.transfer({ fromPubkey: payer, toPubkey: wallet, lamports: amount })]
  }
  const account = getAssociatedTokenAddressSync(utilityMint, wallet, true)
  return [
    createAssociatedTokenAccountIdempotentInstruction(payer, account, wallet, utilityMint),
    createMintToInstruction(utilityMint, account, admin.publicKey, amount),
  ]
}
