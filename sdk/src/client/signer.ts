import type { Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { InvalidInputError } from '../errors.ts'
import { requireAddress } from '../input.ts'

/** A wallet that shows what it signs, such as a connected wallet adapter. */
export interface WalletSigner {
  publicKey: PublicKey
  signTransaction(transaction: VersionedTransaction): Promise<VersionedTransaction>
}

/** Whoever signs and pays: a wallet, or a key that is at hand. */
export type TransactionSigner = Keypair | WalletSigner

/** Signs a transaction; a wallet may return another one than it was given. */
export async function signTransaction(
  signer: TransactionSigner,
  transaction: VersionedTransaction,
): Promise<VersionedTransaction> {
  if ('signTransaction' in signer) return signer.signTransaction(transaction)
  transaction.sign([signer])
  return transaction
}

/** The signer to use, checked. */
export function requireSigner(signer: TransactionSigner | undefined): TransactionSigner {
  if (signer === undefined) {
    throw new InvalidInputError('signer', 'is missing: give one to the client or to this call')
  }
  requireAddress('signer.publicKey', signer.publicKey)
  if (!('signTransaction' in signer) && !('secretKey' in signer)) {
    throw new InvalidInputError('signer', 'must be a keypair or a wallet with signTransaction')
  }
  return signer
}
