// Asks a webhook's receiver whether it wants events.

import { randomBytes } from 'node:crypto'
import { ApiError } from '../../gateway/http/errors/api-error.ts'
import { type SendOptions, sendMessage } from './send.ts'

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
