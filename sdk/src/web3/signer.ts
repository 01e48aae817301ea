// Signers of the client: keypairs and wallets, and how each signs or sends a transaction.

import type { Connection, Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { InvalidInputError } from '../core/errors.ts'
import { SigningError } from '../core/transaction/errors.ts'
import { requireAddress } from './input.ts'

/**
 * A wallet as wallet adapters define it: the result of `useWallet()` of `@solana/wallet-adapter-react` is one. A
 * disconnected wallet has no key, and one that can only send has no `signTransaction`.
 */
export interface WalletSigner {
  publicKey: PublicKey | null
  signTransaction?: ((transaction: VersionedTransaction) => Promise<VersionedTransaction>) | undefined
  /** Signs several transactions and asks its user once. */
  signAllTransactions?:
    | ((transactions: VersionedTransaction[]) => Promise<VersionedTransaction[]>)
    | undefined
  /** Signs and sends. Used only if the wallet cannot sign without sending. */
  sendTransaction?:
    | ((transaction: VersionedTransaction, connection: Connection) => Promise<string>)
    | undefined
}

/**
 * A wallet that signs and sends in one step and never returns the signed transaction, such as many embedded wallets.
 */
export interface SendingWallet {
  publicKey: PublicKey
  signAndSendTransaction(transaction: VersionedTransaction): Promise<{ signature: string }>
}

/** Signs and pays: a keypair or a wallet. For a Wallet Standard account see `fromWalletStandard`. */
export type TransactionSigner = Keypair | WalletSigner | SendingWallet

/** A signer that has been checked. */
export type ConnectedSigner = VisibleSigner | SendingAdapter | SendingWallet

/** A signer whose signatures the SDK sees, and sends itself. */
export type VisibleSigner = Keypair | SigningAdapter

type SigningAdapter = WalletSigner & {
  publicKey: PublicKey
  signTransaction(transaction: VersionedTransaction): Promise<VersionedTransaction>
}
type SendingAdapter = {
  publicKey: PublicKey
  sendTransaction(transaction: VersionedTransaction, connection: Connection): Promise<string>
}

/** Whether a signer returns what it signs. Such a wallet is never asked to send. */
export function isVisible(signer: ConnectedSigner): signer is VisibleSigner {
  return 'secretKey' in signer || ('signTransaction' in signer && signer.signTransaction !== undefined)
}

/**
 * Signs transactions, all at once if the wallet supports it. A wallet may return other transactions than it was given.
 *
 * @throws SigningError if the wallet refuses
 */
export async function signTransactions(
  signer: VisibleSigner,
  transactions: VersionedTransaction[],
): Promise<VersionedTransaction[]> {
  if ('secretKey' in signer) {
    for (const transaction of transactions) transaction.sign([signer])
    return transactions
  }
  try {
    if (transactions.length > 1 && signer.signAllTransactions) {
      return await signer.signAllTransactions(transactions)
    }
    const signed: VersionedTransaction[] = []
    for (const transaction of transactions) signed.push(await signer.signTransaction(transaction))
    return signed
  } catch (cause) {
    throw new SigningError({ cause })
  }
}

/**
 * Lets the wallet sign and send a transaction.
 *
 * @returns the signature
 * @throws SigningError if the wallet refuses
 */
export async function sendByWallet(
  signer: Exclude<ConnectedSigner, VisibleSigner>,
  transaction: VersionedTransaction,
  connection: Connection,
): Promise<string> {
  try {
    if ('sendTransaction' in signer) return await signer.sendTransaction(transaction, connection)
    return (await signer.signAndSendTransaction(transaction)).signature
  } catch (cause) {
    throw new SigningError({ cause })
  }
}

/** Checks a signer. */
export function requireSigner(signer: TransactionSigner | undefined): ConnectedSigner {
  if (signer === undefined) {
    throw new InvalidInputError('signer', 'is missing: give one to the client or to this call')
  }
  if (signer.publicKey === null) throw new InvalidInputError('signer', 'is not connected')
  requireAddress('signer.publicKey', signer.publicKey)
  const steps = signer as WalletSigner & Partial<SendingWallet>
  const canSign = 'secretKey' in signer || steps.signTransaction
  if (!canSign && !steps.signAndSendTransaction && !steps.sendTransaction) {
    throw new InvalidInputError('signer', 'must be a keypair or a wallet that signs or sends transactions')
  }
  return signer as ConnectedSigner
}
