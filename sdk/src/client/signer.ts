import type { Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { InvalidInputError } from '../errors.ts'
import { requireAddress } from '../input.ts'

/** A wallet that signs transactions, such as a connected wallet adapter. */
export interface WalletSigner {
  publicKey: PublicKey
  signTransaction(transaction: VersionedTransaction): Promise<VersionedTransaction>
}

/** Signs and pays: a keypair or a wallet. */
export type TransactionSigner = Keypair | WalletSigner

/** Signs a transaction. A wallet may return a different one than it was given. */
export async function signTransaction(
  signer: TransactionSigner,
  transaction: VersionedTransaction,
): Promise<VersionedTransaction> {
  if ('signTransaction' in signer) return signer.signTransaction(transaction)
  transaction.sign([signer])
  return transaction
}

/** Checks a signer. */
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
