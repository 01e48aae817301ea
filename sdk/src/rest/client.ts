// The typed client of the REST interface.

import type { Middleware } from 'openapi-fetch'
import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './schema.ts'
import { type RequestSigner, signRequest } from './sign-request.ts'

/** Signs every request with a wallet. @param now - unix milliseconds, where the clock of this machine may be wrong */
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

/** A client for the routes of a gateway, by method and path, with the types of the OpenAPI document. */
export type RestClient = Client<paths>

/** The credentials of a client: an API key, or a wallet that signs every request, or none for public routes. */
export type RestCredentials =
  | { apiKey: string; signer?: never }
  | { signer: RequestSigner; apiKey?: never }
  | { apiKey?: never; signer?: never }

/** Options of {@link createRestClient}. */
export type RestOptions = RestCredentials & {
  /** The gateway without `/v1`: `http://127.0.0.1:8080`. */
  baseUrl: string
  /** Sends the requests; the global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * Creates a client for the REST interface of a gateway.
 *
 * @example
 * const client = createRestClient({ baseUrl: 'http://127.0.0.1:8080', signer: wallet })
 * const { data, error } = await client.GET('/v1/markets', { params: { query: { status: 'open' } } })
 */
export function createRestClient({ baseUrl, apiKey, signer, fetch }: RestOptions): RestClient {
  const client = createClient<paths>(fetch ? { baseUrl, fetch } : { baseUrl })
  if (apiKey !== undefined) client.use(sendApiKey(apiKey))
  if (signer !== undefined) client.use(signRequests(signer))
  return client
}
