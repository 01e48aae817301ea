// The schemas of API keys.

import { z } from '@hono/zod-openapi'
import { SCOPES, type Scope } from '../http/context.ts'
import { Address, IsoTime } from '../http/fields/schemas.ts'

const ScopeName = z.enum(SCOPES as [Scope, ...Scope[]], `must be one of ${SCOPES.join(', ')}`)

/** An API key to issue. */
export const CreateKeyBody = z
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

/** A new API key. */
export const IssuedKey = z
  .strictObject({
    ...common,
    key: z.string().openapi({ description: 'The secret; it is shown only here' }),
  })
  .openapi('IssuedKey')

/** An API key without its secret. */
export const ApiKey = z
  .strictObject({
    ...common,
    revokedAt: IsoTime.nullable(),
    status: z.enum(['active', 'expired', 'revoked']),
  })
  .openapi('ApiKey')
