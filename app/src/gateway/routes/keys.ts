import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { insertApiKey, listApiKeys, revokeApiKey } from '../../store/api-keys.ts'
import type { Database } from '../../store/database.ts'
import type { ApiKeyRow } from '../../store/schema/gateway.ts'
import { newApiKey } from '../auth/api-key.ts'
import { requireSignature } from '../auth/authenticate.ts'
import { type GatewayEnv, SCOPES } from '../context.ts'
import { ApiError } from '../errors.ts'
import { ApiKey, CreateKeyBody, IssuedKey } from '../schemas/keys.ts'
import { validBody, validQuery } from '../validate.ts'
import { define, described, errors, type GatewayApp } from './define.ts'

const DAY_MS = 24 * 3_600_000
const DEFAULT_LIFE_MS = 90 * DAY_MS
const LONGEST_LIFE_MS = 366 * DAY_MS

/** Working keys of a wallet at most. */
const MOST_KEYS = 25

/** Keys in a listing at most, with those that no longer work. */
const MOST_LISTED = 100

/** Only a signature will do: a key that leaked issues no others and locks nobody out. */
const BY_WALLET = [{ walletSignature: [] }]

const NO_STORE = { 'Cache-Control': 'no-store' }

const issueRoute = createRoute({
  method: 'post',
  path: '/v1/keys',
  summary: 'Issues an API key for the wallet that signs the request',
  description: 'The key is shown in this answer and never again. It takes no Idempotency-Key.',
  security: BY_WALLET,
  request: { body: { content: { 'application/json': { schema: CreateKeyBody } }, required: true } },
  responses: { 201: described('The key', IssuedKey), ...errors(400, 401, 403, 409, 413, 415, 429) },
})

const listRoute = createRoute({
  method: 'get',
  path: '/v1/keys',
  summary: 'Lists the API keys of the wallet that signs the request, newest first',
  security: BY_WALLET,
  responses: {
    200: described('The keys, without their secrets', z.array(ApiKey)),
    ...errors(400, 401, 403, 429),
  },
})

const revokeRoute = createRoute({
  method: 'delete',
  path: '/v1/keys/{id}',
  summary: 'Revokes an API key, at once and for good',
  security: BY_WALLET,
  request: { params: z.object({ id: z.string().openapi({ example: '9f86d081884c7d65' }) }) },
  responses: { 200: described('The revoked key', ApiKey), ...errors(401, 403, 404, 429) },
})

/** What the routes of keys work with. */
export interface KeyRoutesOptions {
  db: Database
  /** Unix milliseconds. */
  now?: () => number
}

/** Issuing, listing and revoking API keys. */
export function keyRoutes({ db, now = Date.now }: KeyRoutesOptions): GatewayApp {
  const app = new OpenAPIHono<GatewayEnv>()

  define(app, issueRoute, async (c) => {
    const { wallet } = requireSignature(c)
    const { name = null, scopes, expiresAt: until } = validBody(c, CreateKeyBody)
    const createdAt = new Date(now())
    const expiresAt = until ?? new Date(createdAt.getTime() + DEFAULT_LIFE_MS)
    requireLife(expiresAt.getTime() - createdAt.getTime())
    const { id, key, hash } = newApiKey()
    const row: ApiKeyRow = { id, hash, wallet, name, scopes, createdAt, expiresAt, revokedAt: null }
    if (!(await insertApiKey(db, row, MOST_KEYS))) {
      throw new ApiError(409, `This wallet has ${MOST_KEYS} working API keys: revoke one first`)
    }
    return c.json({ ...view(row), key }, 201, NO_STORE)
  })

  define(app, listRoute, async (c) => {
    const { wallet } = requireSignature(c)
    validQuery(c, z.strictObject({}))
    const rows = await listApiKeys(db, wallet, MOST_LISTED)
    return c.json(
      rows.map((row) => listed(row, now())),
      200,
      NO_STORE,
    )
  })

  define(app, revokeRoute, async (c) => {
    const { wallet } = requireSignature(c)
    const row = await revokeApiKey(db, wallet, c.req.param('id') ?? '', new Date(now()))
    if (!row) throw new ApiError(404, 'This wallet has no such API key')
    return c.json(listed(row, now()), 200, NO_STORE)
  })

  return app
}

function requireLife(milliseconds: number): void {
  if (milliseconds <= 0) throw new ApiError(400, 'expiresAt: must not be in the past')
  if (milliseconds > LONGEST_LIFE_MS) throw new ApiError(400, 'expiresAt: must be at most a year from now')
}

function view({ id, name, wallet, scopes, createdAt, expiresAt }: ApiKeyRow) {
  return {
    id,
    name,
    wallet,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

function listed(row: ApiKeyRow, now: number) {
  const hasExpired = row.expiresAt.getTime() <= now
  const status = row.revokedAt ? 'revoked' : hasExpired ? 'expired' : 'active'
  return { ...view(row), revokedAt: row.revokedAt?.toISOString() ?? null, status }
}
