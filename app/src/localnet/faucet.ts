import { PredictionMarketClient } from '@prediction-market/sdk'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { type Connection, type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { LOCALNET_KEYS } from './keys.ts'

/** Play money for a wallet. */
export interface Payout {
  wallet: PublicKey
  currency: 'SOL' | 'UTILITY'
  /** Base units. */
  amount: bigint
}

/** Hands out play money. */
export interface Faucet {
  /**
   * Pays a wallet and waits until that is confirmed.
   *
   * @returns the signature of the transaction
   * @throws TransactionFailedError if it cannot, such as when a new wallet would hold less SOL than its rent
   */
  pay(payout: Payout): Promise<string>
}

/** More than a payout takes. */
const COMPUTE_UNITS = 100_000

/** Payouts alike that can be under way at once. */
const DISTINCT = 50_000

/** The faucet of a localnet: SOL comes out of a large purse, UTILITY is minted. */
export function createFaucet(connection: Connection, utilityMint: PublicKey): Faucet {
  const { faucet, admin } = LOCALNET_KEYS
  const client = new PredictionMarketClient(connection)
  const signers = { SOL: [], UTILITY: [admin] }
  let payouts = 0
  return {
    async pay(payout) {
      // Two payouts alike with one blockhash would be the same transaction: each asks for its own limit.
      const computeUnits = COMPUTE_UNITS + (payouts++ % DISTINCT)
      const options = { signer: faucet, signers: signers[payout.currency], computeUnits }
      return (await client.send(payOut(payout, utilityMint), options)).signature
    },
  }
}

/** The instructions of a payout. The faucet pays for them; UTILITY is minted by the admin. */
export function payOut(
  { wallet, currency, amount }: Payout,
  utilityMint: PublicKey,
): TransactionInstruction[] {
  const { faucet, admin } = LOCALNET_KEYS
  const payer = faucet.publicKey
  if (currency === 'SOL') {
    return [SystemProgram.transfer({ fromPubkey: payer, toPubkey: wallet, lamports: amount })]
  }
  const account = getAssociatedTokenAddressSync(utilityMint, wallet, true)
  return [
    createAssociatedTokenAccountIdempotentInstruction(payer, account, wallet, utilityMint),
    createMintToInstruction(utilityMint, account, admin.publicKey, amount),
  ]
}
