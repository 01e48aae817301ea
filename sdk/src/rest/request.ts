// Signed requests to the gateway: the text that a wallet signs, its headers, and their verification.

import { sha256 } from '@noble/hashes/sha2.js'
import bs58 from 'bs58'
import nacl from 'tweetnacl'
import { InvalidInputError } from '../core/errors.ts'
import { toHex } from '../core/hex.ts'
import { keyWords } from './request-words.ts'

/** The part of a request to the gateway that its signature covers. */
export interface SignedRequest {
  /** HTTP method, in any case. */
  method: string
  /** The gateway's host as in the `Host` header, in any case: `new URL(url).host`, such as `127.0.0.1:8080`. */
  host: string
  /** Path and query as they are sent: `/v1/markets?limit=5`. */
  path: string
  /** The body exactly as it is sent; absent or empty if there is none. */
  body?: string | Uint8Array
}

/** The headers that authenticate a request. */
export interface WalletHeaders {
  'X-Wallet-Address': string
  'X-Wallet-Timestamp': string
  'X-Wallet-Nonce': string
  'X-Wallet-Signature': string
}

/** A `Keypair`, or a wallet adapter that can sign messages. */
export type RequestSigner =
  | { publicKey: { toBase58(): string }; secretKey: Uint8Array }
  | { publicKey: { toBase58(): string }; signMessage(message: Uint8Array): Promise<Uint8Array> }

/** Options of {@link signRequest}. */
export interface SigningOptions {
  /** Unix milliseconds; now by default. */
  timestamp?: number
  /** 8 to 64 of A–Z a–z 0–9 - _; random by default. A wallet can use it once. */
  nonce?: string
}

/** The sender of a request, or the check that failed. */
export type VerifiedRequest =
  | { ok: true; wallet: string; timestamp: number; nonce: string }
  | { ok: false; reason: string }

/** Whether an ed25519 signature over a message is valid. */
export type SignatureCheck = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean

/** The first line of every signed message, so that a signature cannot be used for anything else. */
export const REQUEST_DOMAIN = 'prediction-market:v1'

/** The largest clock difference, in milliseconds. */
export const MAX_CLOCK_SKEW = 60_000

const NONCE = /^[A-Za-z0-9_-]{8,64}$/
const TIMESTAMP = /^(?:0|[1-9]\d{0,14})$/
const METHOD = /^[A-Z]+$/
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/
const PATH = /^\/[\x21-\x22\x24-\x7e]*$/
const BASE64 = /^[A-Za-z0-9+/]{86}(?:==)?$/

/** Longer texts are not decoded, because base58 takes quadratic time. */
const LONGEST_ADDRESS = 44
const LONGEST_SIGNATURE = 88

/**
 * The text that a wallet signs for a request.
 *
 * @throws InvalidInputError if the request is not valid HTTP
 */
export function requestMessage(request: SignedRequest, timestamp: number, nonce: string): string {
  return messageLines(request, timestamp, nonce).join('\n')
}

/**
 * The text that the owner of a wallet is asked to sign: of a request for an API key the same lines, with a sentence after
 * the first that says who asks, what the key may do and until when; of any other request {@link requestMessage}.
 *
 * @throws InvalidInputError if the request could not be sent as it is signed
 */
export function readableMessage(request: SignedRequest, timestamp: number, nonce: string): string {
  const [domain, host = '', ...rest] = messageLines(request, timestamp, nonce)
  const words = keyWords(request.method.toUpperCase(), host, request.path, textOf(request.body))
  return [domain, ...(words === null ? [] : [words]), host, ...rest].join('\n')
}

function messageLines(request: SignedRequest, timestamp: number, nonce: string): string[] {
  const method = request.method.toUpperCase()
  if (!METHOD.test(method)) throw new InvalidInputError('method', 'must be an HTTP method')
  const host = (request.host ?? '').toLowerCase()
  if (!HOST.test(host)) throw new InvalidInputError('host', 'must be a host such as api.example.com')
  if (!PATH.test(request.path)) {
    throw new InvalidInputError('path', 'must start with / and be percent-encoded, without a fragment')
  }
  if (!TIMESTAMP.test(String(timestamp))) {
    throw new InvalidInputError('timestamp', 'must be whole unix milliseconds')
  }
  if (!NONCE.test(nonce)) throw new InvalidInputError('nonce', 'must be 8 to 64 of A–Z a–z 0–9 - _')
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body
  const digest = toHex(sha256(body ?? new Uint8Array()))
  return [REQUEST_DOMAIN, host, `${method} ${request.path}`, String(timestamp), nonce, digest]
}

function textOf(body: SignedRequest['body'] = ''): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
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
  { timestamp = Date.now(), nonce = toHex(nacl.randomBytes(16)) }: SigningOptions = {},
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

async function signMessage(signer: RequestSigner, message: Uint8Array): Promise<Uint8Array> {
  const signature = signer.publicKey ? await signatureOf(signer, message) : undefined
  if (signature === undefined) {
    throw new InvalidInputError('signer', 'must be a Keypair or a connected wallet that can sign messages')
  }
  if (signature.length !== nacl.sign.signatureLength) {
    throw new InvalidInputError('signer', 'must return 64 bytes')
  }
  return signature
}

async function signatureOf(signer: RequestSigner, message: Uint8Array): Promise<Uint8Array | undefined> {
  if ('secretKey' in signer) {
    const isWhole = signer.secretKey.length === nacl.sign.secretKeyLength
    return isWhole ? nacl.sign.detached(message, signer.secretKey) : undefined
  }
  // A wallet adapter has this method only if its wallet supports it.
  return signer.signMessage?.(message)
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
