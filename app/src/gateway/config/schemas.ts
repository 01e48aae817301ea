// The schemas of configuration and assets.

import { z } from '@hono/zod-openapi'
import { MintAuthority } from '../burns/schemas.ts'
import * as fields from '../http/fields/schemas.ts'

export const ConfigAnswer = z
  .strictObject({
    cluster: z.string(),
    rpcUrl: z.string().optional().openapi({
      description: "A node that anyone may ask, such as the localnet's; absent if the deployment names none",
    }),
    programId: fields.Address,
    currencies: z.array(
      z.strictObject({
        id: fields.Currency,
        mint: fields.Address.nullable(),
        decimals: z.int(),
        minimumStake: fields.AnsweredAmount,
      }),
    ),
    mintAuthority: MintAuthority,
    feePercentage: fields.FeePercentage,
    rewards: z
      .strictObject({
        decide: fields.AnsweredAmount.openapi({
          description: 'SOL that a new market offers to whoever decides it',
        }),
        settle: fields.AnsweredAmount.openapi({ description: 'SOL for whoever settles a position' }),
        decideAtMost: fields.AnsweredAmount.openapi({ description: 'The most SOL that a creator may offer' }),
        stake: z.record(fields.Currency, fields.orNull(fields.AnsweredAmount)).openapi({
          description:
            'By currency: the smaller pool from which on deciding earns all of `decide`; below it, a part. null if nothing is burned',
        }),
      })
      .openapi({
        description:
          'What keepers earn in new markets. Deciding earns at least `settle` in a market with stakes, less what recording ' +
          'has earned; voiding earns `settle`; closing earns it twice. Existing markets keep theirs',
      }),
    maxRatio: fields.Ratio.openapi({
      description:
        'The largest ratio of new up-or-down markets: what is lost at most for each unit that wins',
    }),
    betsOpenAt: fields.orNull(fields.IsoTime).openapi({
      description:
        'Bets are refused before this moment, a minute after the program was unpaused or a minimum stake lowered; null before the first time',
    }),
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
    attestors: fields
      .orNull(z.strictObject({ threshold: z.int(), total: z.int() }).openapi('Attestors'))
      .openapi({
        description:
          'How many attestors of a new market must sign the same answer; null if there are none. Existing markets keep their set',
      }),
    answersEvents: z.boolean().openapi({
      description:
        'Whether attestors decide events, so that a question that is not about an asset can become a market',
    }),
  })
  .openapi('Config')

const AssetPrice = z
  .strictObject({ dollars: fields.Exact.min(0), publishedAt: fields.IsoTime })
  .openapi('AssetPrice')

export const Asset = z
  .strictObject({
    symbol: z.string().openapi({ example: 'SOL' }),
    name: z.string().openapi({ example: 'Solana' }),
    feed: z.string().openapi({ description: 'Pyth feed id' }),
    tokenAddress: fields.Address.nullable().openapi({
      description:
        'The mint, if the asset is a Solana token; markets about its market cap, supply or holders need it',
    }),
    price: fields.orNull(AssetPrice).openapi({ description: '`null` if it is not known now' }),
  })
  .openapi('Asset')
