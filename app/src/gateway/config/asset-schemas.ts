// The schemas of the route about assets.

import { z } from '@hono/zod-openapi'
import { Address, Exact, IsoTime, orNull } from '../http/fields/schemas.ts'

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
