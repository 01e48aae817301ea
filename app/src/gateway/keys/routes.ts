// The routes that issue, list and revoke API keys.

import { createRoute, z } from '@hono/zod-openapi'
import { insertApiKey, listApiKeys, revokeApiKey } from '../../store/api-keys.ts'
import type { Database } from '../../store/database.ts'
import type { ApiKeyRow } from '../../store/schema/gateway.ts'
import { delegateKeypair, newApiKey } from '../auth/api-key.ts'
import { requireSignature } from '../auth/require.ts'
import { type GatewayApp, SCOPES, type Scope } from '../http/context.ts'
import { ApiError, refusal } from '../http/errors/api-error.ts'
import type { Answered } from '../http/fields/answered.ts'
import { Address, ErrorBody, IsoTime } from '../http/fields/schemas.ts'
import { answer } from '../http/respond.ts'
import { bodyErrors, errors, jsonAnswer, jsonBody, SIGNED } from '../http/responses.ts'

const ScopeName = z.enum(SCOPES as [Scope, ...Scope[]], `must be one of ${SCOPES.join(', ')}`)

const CreateKeyBody = z
  .strictObject({
    name: z
      .string()
      .min(1, 'must not be empty')
      .max(64, 'must be at most 64 characters')
      .refine((name) => /^\P{C}*$/u.test(name), 'must not contain control characters')
      .optional()
      .openapi({
        description: 'A label for the owner',
        pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
        example: 'trading bot',
      }),
    scopes: z
      .array(ScopeName)
      .min(1, `must name at least one of ${SCOPES.join(', ')}`)
      .refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once')
      .default(['read', 'build'])
      .openapi({
        description:
          '`read`: results and bankroll of the wallet; `build`: build transactions for the wallet to sign; `bet`: place ' +
          'bets from the bankroll, once the key is named as a delegate, and read their results. `read` and `build` by default',
      }),
    expiresAt: z.iso
      .datetime({ error: 'must be an ISO 8601 time in UTC, such as 2026-12-01T00:00:00Z' })
      .transform((text) => new Date(text))
      .optional()
      .openapi({
        type: 'string',
        format: 'date-time',
        description: 'At most a year from now; 90 days by default',
      }),
  })
  .openapi('CreateKey')

const common = {
  id: z.string().openapi({ example: '9f86d081884c7d65' }),
  name: z.string().nullable(),
  wallet: Address.openapi({ description: 'The wallet that owns the key' }),
  scopes: z.array(ScopeName),
  delegate: Address.nullable().openapi({
    description:
      'The key that signs bets from the bankroll, derived from the secret; `null` without the scope `bet`',
  }),
  createdAt: IsoTime,
  expiresAt: IsoTime,
}

export const IssuedKey = z
  .strictObject({
    ...common,
    key: z.string().openapi({ description: 'The secret; it is shown only here' }),
  })
  .openapi('IssuedKey')

export const ApiKey = z
  .strictObject({
    ...common,
    revokedAt: IsoTime.nullable(),
    status: z.enum(['active', 'expired', 'revoked']),
  })
  .openapi('ApiKey')

const DAY_MS = 24 * 3_600_000
const DEFAULT_LIFE_MS = 90 * DAY_MS
const MAX_LIFE_MS = 366 * DAY_MS

/** The most active keys of a wallet. */
const MAX_KEYS = 25

/** The most keys in a list, which includes revoked and expired ones. */
const MAX_LISTED = 100

const NO_STORE = { 'cache-control': 'no-store' }

// Managing keys needs a wallet signature, so that a leaked key cannot issue or revoke others.
const issueRoute = createRoute({
  method: 'post',
  path: '/v1/keys',
  operationId: 'issueKey',
  tags: ['API keys'],
  summary: 'Issue an API key for the wallet that signs the request',
  description: 'The key is shown in this answer and never again. Idempotency-Key is not accepted.',
  security: SIGNED,
  middleware: requireSignature,
  request: { body: jsonBody(CreateKeyBody) },
  responses: { 201: jsonAnswer('The key', IssuedKey), ...bodyErrors(403) },
})

const listRoute = createRoute({
  method: 'get',
  path: '/v1/keys',
  operationId: 'listKeys',
  tags: ['API keys'],
  summary: 'List the API keys of the wallet that signs the request, newest first',
  description: 'Without their secrets, which are not stored.',
  security: SIGNED,
  middleware: requireSignature,
  request: { query: z.strictObject({}) },
  responses: { 200: jsonAnswer('The keys without their secrets', z.array(ApiKey)), ...errors(403) },
})

const revokeRoute = createRoute({
  method: 'delete',
  path: '/v1/keys/{id}',
  operationId: 'revokeKey',
  tags: ['API keys'],
  summary: 'Revoke an API key immediately and permanently',
  description:
    'The gateway refuses it from now on. Its delegate stays in the bankroll until `DELETE /v1/bankroll/delegates/{keyId}`.',
  security: SIGNED,
  middleware: requireSignature,
  request: { params: z.object({ id: z.string().openapi({ example: '9f86d081884c7d65' }) }) },
  responses: {
    200: jsonAnswer('The revoked key', ApiKey),
    ...errors(403),
    404: jsonAnswer('API key not found', ErrorBody),
  },
})

export interface KeyRoutesOptions {
  db: Database
  /** Unix milliseconds. */
  now?: () => number
}

export function keyRoutes(app: GatewayApp, { db, now = Date.now }: KeyRoutesOptions): void {
  app.openapi(issueRoute, async (c) => {
    const { name = null, scopes, expiresAt } = c.req.valid('json')
    const createdAt = new Date(now())
    const { id, key, hash } = newApiKey()
    const row: ApiKeyRow = {
      id,
      hash,
      wallet: c.get('caller').wallet,
      name,
      scopes,
      delegate: scopes.includes('bet') ? delegateKeypair(key).publicKey.toBase58() : null,
      createdAt,
      expiresAt: expiresAt ?? new Date(createdAt.getTime() + DEFAULT_LIFE_MS),
      revokedAt: null,
    }
    requireLife(row.expiresAt.getTime() - createdAt.getTime())
    if (!(await insertApiKey(db, row, MAX_KEYS))) {
      throw refusal('LimitReached', `This wallet has ${MAX_KEYS} active API keys: revoke one first`)
    }
    return answer(c, { ...keyView(row), key }, 201, NO_STORE)
  })

  app.openapi(listRoute, async (c) => {
    const rows = await listApiKeys(db, c.get('caller').wallet, MAX_LISTED)
    const keys = rows.map((row) => listedView(row, now()))
    return answer(c, keys, 200, NO_STORE)
  })

  app.openapi(revokeRoute, async (c) => {
    const { id } = c.req.valid('param')
    const row = await revokeApiKey(db, c.get('caller').wallet, id, new Date(now()))
    if (!row) throw new ApiError(404, 'API key not found')
    return answer(c, listedView(row, now()), 200, NO_STORE)
  })
}

function requireLife(milliseconds: number): void {
  if (milliseconds <= 0) throw new ApiError(400, 'expiresAt: must not be in the past')
  if (milliseconds > MAX_LIFE_MS) throw new ApiError(400, 'expiresAt: must be at most a year from now')
}

function keyView(row: ApiKeyRow): Omit<Answered<typeof IssuedKey>, 'key'> {
  const { id, name, wallet, scopes, delegate, createdAt, expiresAt } = row
  return {
    id,
    name,
    wallet,
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    delegate,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

function listedView(row: ApiKeyRow, now: number): Answered<typeof ApiKey> {
  const hasExpired = row.expiresAt.getTime() <= now
  const status = row.revokedAt ? 'revoked' : hasExpired ? 'expired' : 'active'
  return { ...keyView(row), revokedAt: row.revokedAt?.toISOString() ?? null, status }
}
