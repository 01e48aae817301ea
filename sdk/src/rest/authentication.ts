import type { Middleware } from 'openapi-fetch'
import { type RequestSigner, signRequest } from './sign-request.ts'

/**
 * Signs every request with a wallet.
 *
 * @param now - unix milliseconds, where the clock of this machine may be wrong
 */
export function signRequests(signer: RequestSigner, now = Date.now): Middleware {
  return {
    async onRequest({ request }) {
      const { host, pathname, search } = new URL(request.url)
      const body = new Uint8Array(await request.clone().arrayBuffer())
      const signed = { method: request.method, host, path: pathname + search, body }
      const headers = await signRequest(signer, signed, { timestamp: now() })
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
      return request
    },
  }
}

/** Sends an API key with every request. */
export function sendApiKey(key: string): Middleware {
  return {
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${key}`)
      return request
    },
  }
}
