// The text that a wallet signs for a request to the gateway.

import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../core/encoding.ts'
import { InvalidInputError } from '../core/errors.ts'

/** The path that issues API keys. */
const KEYS_PATH = '/v1/keys'

/** What a key of each scope may do. */
const ALLOWED = {
  read: 'read your results and bankroll',
  build: 'build transactions for you to sign',
  bet: 'bet from your bankroll as a delegate',
} as const

/** The scopes of a key whose request names none. */
const DEFAULT_SCOPES: readonly string[] = ['read', 'build']

/**
 * What a request for an API key asks of the owner of the wallet, in one line that a wallet can show: who asks, what the
 * key may do, until when. It is made of the body alone, so that both sides have the same words; `null` for any other
 * request, and for a body that says nothing else or is none of a key.
 */
function keyWords(method: string, host: string, path: string, body: string): string | null {
  if (method !== 'POST' || path !== KEYS_PATH) return null
  const asked = parse(body)
  // Neither null nor a list, a text or a number.
  if (asked?.constructor !== Object) return null
  const { scopes = DEFAULT_SCOPES, expiresAt } = asked
  if (!Array.isArray(scopes)) return null
  const can = Object.entries(ALLOWED).flatMap(([scope, words]) => (scopes.includes(scope) ? [words] : []))
  const until = expiresAt === undefined ? 'for 90 days' : momentOf(expiresAt)
  if (can.length === 0 || can.length < new Set(scopes).size || until === null) return null
  const last = can.pop()
  const allowed = can.length > 0 ? `${can.join(', ')} and ${last}` : last
  return `${host} asks for a key. It may ${allowed}, ${until}. It can never withdraw.`
}

function parse(body: string): { scopes?: unknown; expiresAt?: unknown } | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** `until 2026-12-01 00:00 UTC` */
function momentOf(text: unknown): string | null {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return null
  return `until ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

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

/** The first line of every signed message, so that a signature cannot be used for anything else. */
export const REQUEST_DOMAIN = 'prediction-market:v1'

export const NONCE = /^[A-Za-z0-9_-]{8,64}$/
export const TIMESTAMP = /^(?:0|[1-9]\d{0,14})$/
const METHOD = /^[A-Z]+$/
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/
const PATH = /^\/[\x21-\x22\x24-\x7e]*$/

/** The text that a wallet signs for a request. @throws InvalidInputError if the request is not valid HTTP */
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
