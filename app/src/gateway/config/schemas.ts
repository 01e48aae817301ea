// The schemas of configuration and health.

import { z } from '@hono/zod-openapi'
import { MintAuthority } from '../burns/schemas.ts'
import { Address, AnsweredAmount, Currency, FeePercentage, orNull } from '../http/fields/schemas.ts'

/** The configuration of this deployment, for clients. */
export const ConfigAnswer = z
  .strictObject({
    cluster: z.string(),
    rpcUrl: z.string().optional().openapi({ description: 'Only on the localnet' }),
    programId: Address,
    currencies: z.array(
      z.strictObject({
        id: Currency,
        mint: Address.nullable(),
        decimals: z.int(),
        minimumStake: AnsweredAmount,
      }),
    ),
    mintAuthority: MintAuthority,
    feePercentage: FeePercentage,
    limits: z.strictObject({
      questionBytes: z.int(),
      durationSeconds: z.int(),
      proofWindowSeconds: z.int(),
      voidDelaySeconds: z.int(),
      bettingPeriodSeconds: z
        .strictObject({
          shortest: z.int(),
          longest: z.int(),
          shortestAttested: z.int(),
          longestAttested: z.int(),
        })
        .openapi({
          description:
            'A betting period is a 64th of the duration of a market, within these limits. A stake wins by an early answer ' +
            'only if it was placed at least one whole period before it',
        }),
      pageSize: z.int(),
      bodyBytes: z.int(),
      paused: z.boolean(),
    }),
    feeds: z.array(z.string()).openapi({ example: ['SOL/USD'] }),
    attestors: orNull(z.strictObject({ threshold: z.int(), total: z.int() }).openapi('Attestors')).openapi({
      description:
        'How many attestors of a new market must sign the same answer; null if there are none. Existing markets keep their set',
    }),
    answersEvents: z.boolean().openapi({
      description:
        'Whether attestors decide events, so that a question that is not about an asset can become a market',
    }),
  })
  .openapi('Config')

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
      unreadTransactions: z.int().openapi({
        description: 'Transactions that no node returns; their effects are read from accounts',
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
