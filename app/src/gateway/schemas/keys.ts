import { z } from '@hono/zod-openapi'
import { SCOPES, type Scope } from '../context.ts'

const ScopeName = z.enum(SCOPES as [Scope, ...Scope[]], `must be one of ${SCOPES.join(', ')}`)

const TIME = 'must be an ISO 8601 time in UTC, such as 2026-12-01T00:00:00Z'

/** A key to issue. */
export const CreateKeyBody = z
  .strictObject({
    name: z
      .string()
      .min(1, 'must not be empty')
      .max(64, 'must be at most 64 characters')
      .regex(/^\P{C}*$/u, 'must not hold control characters')
      .optional()
      .openapi({ description: 'For its owner to tell keys apart', example: 'trading bot' }),
    scopes: z
      .array(ScopeName)
      .min(1, 'must name at least one of read, build')
      .refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once')
      .default([...SCOPES])
      .openapi({ description: '`read`: results of the wallet; `build`: markets and bets. Both by default' }),
    expiresAt: z.iso
      .datetime({ error: TIME })
      .transform((text) => new Date(text))
      .optional()
      .openapi({
        type: 'string',
        format: 'date-time',
        description: 'At most a year from now; 90 days by default',
      }),
  })
  .openapi('CreateKey')

const described = {
  id: z.string().openapi({ example: '9f86d081884c7d65' }),
  name: z.string().nullable(),
  wallet: z.string().openapi({ description: 'The wallet that the key speaks for' }),
  scopes: z.array(ScopeName),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
}

/** A key that was issued. */
export const IssuedKey = z
  .strictObject({
    ...described,
    key: z.string().openapi({ description: 'The secret. It is shown here and never again.' }),
  })
  .openapi('IssuedKey')

/** A key in a listing. */
export const ApiKey = z
  .strictObject({
    ...described,
    revokedAt: z.iso.datetime().nullable(),
    status: z.enum(['active', 'expired', 'revoked']),
  })
  .openapi('ApiKey')
