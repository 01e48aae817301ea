// The headers of Solana Actions.

import { createMiddleware } from 'hono/factory'
import type { GatewayEnv } from '../http/context.ts'
import { respond } from '../http/respond.ts'

/** The version of the Solana Actions specification that the answers follow. */
const ACTION_VERSION = '2.4'

/** The headers of an answer to OPTIONS, as the specification requires; no route accepts PUT. */
const OPTIONS_HEADERS = {
  'access-control-allow-methods': 'GET,POST,PUT,OPTIONS',
  'access-control-allow-headers':
    'Content-Type, Authorization, Content-Encoding, Accept-Encoding, X-Accept-Action-Version, X-Accept-Blockchain-Ids',
  'access-control-max-age': '7200',
}

/** Whether a path, with or without its query, is one of Solana Actions, whose CORS headers and errors differ. */
export function isActionPath(path: string): boolean {
  return path.startsWith('/actions.json') || path.startsWith('/actions/')
}

/** The CAIP-2 id of a chain: `solana:` and the first 32 characters of its genesis hash. */
export function blockchainIdOf(genesisHash: string): string {
  return `solana:${genesisHash.slice(0, 32)}`
}

/**
 * Sets the headers that the specification requires in every answer, errors included, and answers OPTIONS. Any web page
 * may read the answers, whatever `CORS_ORIGINS` says: wallets and sites show a shared link wherever it is posted.
 *
 * @param blockchainId - as {@link blockchainIdOf} returns it
 */
export function actionHeaders(blockchainId: string | undefined) {
  const headers: Record<string, string> = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'X-Action-Version, X-Blockchain-Ids, X-Error-Code, Retry-After',
    'x-action-version': ACTION_VERSION,
  }
  if (blockchainId !== undefined) headers['x-blockchain-ids'] = blockchainId
  return createMiddleware<GatewayEnv>((c, next) => {
    c.set('cors', headers)
    if (c.req.method !== 'OPTIONS') return next()
    return Promise.resolve(respond(c, null, 204, 'text/plain', OPTIONS_HEADERS))
  })
}
