// Verifies signed requests: for servers.

import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { InvalidInputError } from '../core/errors.ts'
import { NONCE, readableMessage, requestMessage, type SignedRequest, TIMESTAMP } from './request-message.ts'
import type { WalletHeaders } from './sign-request.ts'

/** The sender of a request, or the check that failed. */
export type VerifiedRequest =
  | { ok: true; wallet: string; timestamp: number; nonce: string }
  | { ok: false; reason: string }

/** Whether an ed25519 signature over a message is valid. */
export type SignatureCheck = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean

/** The largest clock difference, in milliseconds. */
export const MAX_CLOCK_SKEW = 60_000

const BASE64 = /^[A-Za-z0-9+/]{86}(?:==)?$/

/** Longer texts are not decoded, because base58 takes quadratic time. */
const LONGEST_ADDRESS = 44
const LONGEST_SIGNATURE = 88

/**
 * Checks that a wallet signed this request within the last minute. The caller must check that the nonce is new.
 *
 * @param now - unix milliseconds
 * @param verify - checks an ed25519 signature; a server can pass a faster one than tweetnacl's
 */
export function verifyRequest(
  headers: { [name in keyof WalletHeaders]?: string | undefined },
  request: SignedRequest,
  now: number,
  verify: SignatureCheck = nacl.sign.detached.verify,
): VerifiedRequest {
  const wallet = headers['X-Wallet-Address'] ?? ''
  const nonce = headers['X-Wallet-Nonce'] ?? ''
  const timestamp = headers['X-Wallet-Timestamp'] ?? ''
  const publicKey = decodeBase58(wallet, LONGEST_ADDRESS, nacl.sign.publicKeyLength)
  if (!publicKey) return refused('X-Wallet-Address must be an address in base58')
  if (!TIMESTAMP.test(timestamp)) return refused('X-Wallet-Timestamp must be whole unix milliseconds')
  if (!NONCE.test(nonce)) return refused('X-Wallet-Nonce must be 8 to 64 of A–Z a–z 0–9 - _')
  const sentAt = Number(timestamp)
  if (Math.abs(now - sentAt) > MAX_CLOCK_SKEW) {
    return refused(`X-Wallet-Timestamp is more than ${MAX_CLOCK_SKEW / 1_000} seconds off`)
  }
  const signatures = decodeSignature(headers['X-Wallet-Signature'] ?? '')
  if (signatures.length === 0) return refused('X-Wallet-Signature must be 64 bytes in base58 or base64')
  let message: string
  let readable: string
  try {
    message = requestMessage(request, sentAt, nonce)
    readable = readableMessage(request, sentAt, nonce)
  } catch (error) {
    if (error instanceof InvalidInputError) return refused(error.message)
    throw error
  }
  const isSigned = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    return signatures.some((signature) => verify(bytes, signature, publicKey))
  }
  if (isSigned(message) || (readable !== message && isSigned(readable)))
    return { ok: true, wallet, timestamp: sentAt, nonce }
  return refused(`X-Wallet-Signature does not sign this request to ${request.host.toLowerCase()}`)
}

function refused(reason: string): VerifiedRequest {
  return { ok: false, reason }
}

/** The signature as base58 and as base64: a text can be valid in both. */
function decodeSignature(text: string): Uint8Array[] {
  const base58 = decodeBase58(text, LONGEST_SIGNATURE, nacl.sign.signatureLength)
  const base64 = BASE64.test(text) ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0)) : undefined
  return [base58, base64].filter((bytes) => bytes !== undefined)
}

function decodeBase58(text: string, longest: number, length: number): Uint8Array | undefined {
  const bytes = text.length <= longest ? bs58.decodeUnsafe(text) : undefined
  return bytes?.length === length ? bytes : undefined
}
