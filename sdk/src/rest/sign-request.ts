// Signs requests to the gateway.

import bs58 from 'bs58'
import { toHex } from '../core/encoding.ts'
import { InvalidInputError } from '../core/errors.ts'
import { readableMessage, requestMessage, type SignedRequest } from './request-message.ts'
import { type KeypairSigner, SECRET_KEY_LENGTH, SIGNATURE_LENGTH, signWithKeypair } from './transaction.ts'

/** The headers that authenticate a request. */
export interface WalletHeaders {
  'X-Wallet-Address': string
  'X-Wallet-Timestamp': string
  'X-Wallet-Nonce': string
  'X-Wallet-Signature': string
}

/** A `Keypair`, or a wallet adapter that can sign messages. */
export type RequestSigner =
  | KeypairSigner
  | { publicKey: { toBase58(): string }; signMessage(message: Uint8Array): Promise<Uint8Array> }

/** Options of {@link signRequest}. */
export interface SigningOptions {
  /** Unix milliseconds; now by default. */
  timestamp?: number
  /** 8 to 64 of A–Z a–z 0–9 - _; random by default. A wallet can use it once. */
  nonce?: string
}

/**
 * Signs a request to the gateway. Send the headers with it, once. A wallet, whose owner reads what it signs, signs
 * {@link readableMessage}, a `Keypair` signs {@link requestMessage}; the gateway takes both.
 *
 * @example
 * const body = JSON.stringify({ outcome: 'Yes', amount: '1.5' })
 * const path = `/v1/markets/${id}/bets`
 * const host = 'api.example.com'
 * const headers = await signRequest(wallet, { method: 'POST', host, path, body })
 */
export async function signRequest(
  signer: RequestSigner,
  request: SignedRequest,
  { timestamp = Date.now(), nonce = toHex(crypto.getRandomValues(new Uint8Array(16))) }: SigningOptions = {},
): Promise<WalletHeaders> {
  const text = 'secretKey' in signer ? requestMessage : readableMessage
  const message = new TextEncoder().encode(text(request, timestamp, nonce))
  const signature = await signMessage(signer, message)
  return {
    'X-Wallet-Address': signer.publicKey.toBase58(),
    'X-Wallet-Timestamp': String(timestamp),
    'X-Wallet-Nonce': nonce,
    'X-Wallet-Signature': bs58.encode(signature),
  }
}

async function signMessage(signer: RequestSigner, message: Uint8Array): Promise<Uint8Array> {
  const signature = signer.publicKey ? await signatureOf(signer, message) : undefined
  if (signature === undefined) {
    throw new InvalidInputError('signer', 'must be a Keypair or a connected wallet that can sign messages')
  }
  if (signature.length !== SIGNATURE_LENGTH) {
    throw new InvalidInputError('signer', 'must return 64 bytes')
  }
  return signature
}

async function signatureOf(signer: RequestSigner, message: Uint8Array): Promise<Uint8Array | undefined> {
  if ('secretKey' in signer) {
    const isWhole = signer.secretKey.length === SECRET_KEY_LENGTH
    return isWhole ? signWithKeypair(signer, message) : undefined
  }
  // A wallet adapter has this method only if its wallet supports it.
  return signer.signMessage?.(message)
}
