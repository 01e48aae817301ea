// The schemas of health.

import { z } from '@hono/zod-openapi'
import { Address, AnsweredAmount } from '../http/fields/schemas.ts'

/** The answer of a process that is alive. */
export const Liveness = z.strictObject({ status: z.literal('ok') }).openapi('Liveness')

/** Whether reads of markets are current, and the lag of book and history. */
export const Health = z
  .strictObject({
    status: z.enum(['ok', 'stale', 'starting']).openapi({
      description:
        '`stale`: the book is behind the chain. `starting`: the history has not been built yet, so that lists lack closed markets',
    }),
    slot: z.int(),
    slotLag: z.int(),
    markets: z.int(),
    history: z.strictObject({
      slotLag: z.int().openapi({ description: 'Slots of the chain that are not in the history yet' }),
      secondsLag: z.int().openapi({ description: 'Seconds since the history was last complete' }),
      gaps: z.int().openapi({
        description: 'Markets that lack an event which is known to exist; their own history answers 503',
      }),
    }),
    payers: z
      .array(z.strictObject({ address: Address, balance: AnsweredAmount.nullable(), isLow: z.boolean() }))
      .openapi({
        description:
          'The co-signing keys, which pay the network fees of one-call bets, and their balances in SOL',
      }),
  })
  .openapi('Health')
