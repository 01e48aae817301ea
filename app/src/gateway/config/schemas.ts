// The schemas of configuration and assets.

import { z } from '@hono/zod-openapi'
import { MintAuthority } from '../burns/schemas.ts'
import {
  Address,
  AnsweredAmount,
  Currency,
  Exact,
  FeePercentage,
  IsoTime,
  orNull,
  Ratio,
} from '../http/fields/schemas.ts'

/** The configuration of this deployment, for clients. */
export const ConfigAnswer = z
  .strictObject({
    cluster: z.string(),
    rpcUrl: z.string().optional().openapi({
      description: "A node that anyone may ask, such as the localnet's; absent if the deployment names none",
    }),
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
    rewards: z
      .strictObject({
        decide: AnsweredAmount.openapi({ description: 'SOL that a new market offers to whoever decides it' }),
        settle: AnsweredAmount.openapi({ description: 'SOL for whoever settles a position' }),
        decideAtMost: AnsweredAmount.openapi({ description: 'The most SOL that a creator may offer' }),
        stake: z.record(Currency, orNull(AnsweredAmount)).openapi({
          description:
            'By currency: the smaller pool from which on deciding earns all of `decide`; below it, a part. null if nothing is burned',
        }),
      })
      .openapi({
        description:
          'What keepers earn in new markets. Deciding earns at least `settle` in a market with stakes, less what recording ' +
          'has earned; voiding earns `settle`; closing earns it twice. Existing markets keep theirs',
      }),
    maxRatio: Ratio.openapi({
      description:
        'The largest ratio of new up-or-down markets: what is lost at most for each unit that wins',
    }),
    betsOpenAt: orNull(IsoTime).openapi({
      description:
        'Bets are refused before this moment, a minute after the last unpausing; null before the first',
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

/** The price of an asset. */
const AssetPrice = z.strictObject({ dollars: Exact.min(0), publishedAt: IsoTime }).openapi('AssetPrice')

/** An asset that markets can be about. */
export const Asset = z
  .strictObject({
    symbol: z.string().openapi({ example: 'SOL' }),
    name: z.string().openapi({ example: 'Solana' }),
    feed: z.string().openapi({ description: 'Pyth feed id' }),
    tokenAddress: Address.nullable().openapi({
      description:
        'The mint, if the asset is a Solana token; markets about its market cap, supply or holders need it',
    }),
    price: orNull(AssetPrice).openapi({ description: '`null` if it is not known now' }),
  })
  .openapi('Asset')
