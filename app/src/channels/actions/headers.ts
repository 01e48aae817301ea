// The headers and errors of Solana Actions.

import { createMiddleware } from 'hono/factory'
import type { GatewayEnv } from '../../gateway/http/context.ts'
import { respond } from '../../gateway/http/respond.ts'

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
function isActionPath(path: string): boolean {
  return path.startsWith('/actions.json') || path.startsWith('/actions/')
}

/**
 * Sets the headers that the specification requires in every answer, errors included, and answers OPTIONS. Any web page
 * may read the answers, whatever `CORS_ORIGINS` says: wallets and sites show a shared link wherever it is posted.
 * Errors are `{ message }`.
 */
export function actionHeaders(genesisHash: string) {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'X-Action-Version, X-Blockchain-Ids, X-Error-Code, Retry-After',
    'x-action-version': ACTION_VERSION,
    // By CAIP-2.
    'x-blockchain-ids': `solana:${genesisHash.slice(0, 32)}`,
  }
  return createMiddleware<GatewayEnv>((c, next) => {
    if (!isActionPath(c.req.path)) return next()
    c.set('cors', headers)
    c.set('errorField', 'message')
    if (c.req.method !== 'OPTIONS') return next()
    return Promise.resolve(respond(c, null, 204, 'text/plain', OPTIONS_HEADERS))
  })
}
