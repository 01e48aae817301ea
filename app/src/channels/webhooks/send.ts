// Signs a webhook message and sends it once; asks a receiver whether it wants events.

import { createHmac, randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ApiError } from '../../gateway/http/errors/api-error.ts'
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts'

export interface Message {
  url: string
  secret: string
  /** The same in every attempt, so that receivers can recognize repetitions. */
  id: string
  body: string
}

export interface SendOptions {
  /** Whether plain HTTP and private addresses are allowed, as on a localnet. */
  allowPrivate: boolean
  timeoutMs: number
  /** Whether to read the answer; otherwise only its status counts. */
  wantsText?: boolean
  /** Resolves host names; by default it refuses addresses that are not public. */
  lookup?: LookupFunction | undefined
}

/** The most characters of an answer that are read. */
const MAX_ANSWER = 1_000

export interface Sent {
  /** Status of the answer; null if there was none. */
  status: number | null
  /** Why it failed; null if it was delivered. */
  error: string | null
  /** The beginning of the answer, if it is wanted. */
  text?: string
}

/** The secret of a new webhook, as Standard Webhooks writes it. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The signature of a message by Standard Webhooks: HMAC-SHA256 over id, timestamp and body. */
export function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/**
 * Sends a message once. An answer of 2xx within the time is a delivery. Redirects are not followed: their target could
 * be any address.
 */
export function sendMessage(message: Message, options: SendOptions): Promise<Sent> {
  const { url: text, secret, id, body } = message
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node resolves no name that is an address, so the lookup does not see it.
  if (!options.allowPrivate && isIP(host) && !isPublicAddress(host)) {
    return Promise.resolve({ status: null, error: new PrivateAddressError(host).message })
  }
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const lookup = options.allowPrivate ? undefined : (options.lookup ?? publicLookup())
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: null, error: error.message })
    const request = send(url, {
      method: 'POST',
      agent: false,
      ...(lookup && { lookup }),
      signal: AbortSignal.timeout(options.timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'prediction-market-webhooks',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatureOf(secret, id, timestamp, body),
      },
    })
    request.on('error', fail)
    request.on('response', (answer) => {
      const { statusCode: status = 0 } = answer
      const isTaken = status >= 200 && status < 300
      const sent = { status, error: isTaken ? null : `answered ${status}` }
      if (!options.wantsText) {
        answer.on('error', () => {}).destroy()
        return resolve(sent)
      }
      let text = ''
      answer.setEncoding('utf8').on('error', fail)
      answer.on('end', () => resolve({ ...sent, text }))
      answer.on('data', (chunk) => {
        text += chunk
        if (text.length > MAX_ANSWER) answer.destroy(new Error('the answer is too long'))
      })
    })
    request.end(body)
  })
}

/**
 * Sends a challenge, which the receiver repeats: as text, or as `{ "challenge": … }`. Without that, a gateway could be
 * used to flood somebody else's server. A server that only returns what it was sent does not pass.
 *
 * @throws ApiError 400 if it does not
 */
export async function requireEcho(
  webhook: { id: string; url: string; secret: string },
  options: SendOptions,
): Promise<void> {
  const challenge = randomBytes(16).toString('hex')
  const timestamp = new Date().toISOString()
  const body = JSON.stringify({ type: 'challenge', timestamp, data: { challenge } })
  const { url, secret } = webhook
  const message = { url, secret, id: `chl_${webhook.id}`, body }
  const { error, text = '' } = await sendMessage(message, { ...options, wantsText: true })
  if (error === null && echoIn(text) === challenge) return
  const reason = error ?? 'its answer is not data.challenge'
  throw new ApiError(400, `url: must answer the challenge that was sent to it; ${reason}`)
}

function echoIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge
  } catch {
    return text.trim()
  }
}
