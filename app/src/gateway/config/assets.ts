// The route that lists the assets that questions can name.

import { createRoute, z } from '@hono/zod-openapi'
import { feedPair, findFeed, PRICE_FEEDS } from '@prediction-market/sdk/feeds'
import { formatMeasured, measurePrice } from '@prediction-market/sdk/rules'
import { decimal } from '../../json/write.ts'
import type { GatewayApp } from '../http/context.ts'
import { isoTime } from '../http/fields/views.ts'
import { answer } from '../http/respond.ts'
import { errors, jsonAnswer } from '../http/responses.ts'
import type { Services } from '../services.ts'
import { Asset } from './schemas.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/assets',
  operationId: 'listAssets',
  tags: ['Markets'],
  summary: 'List the assets that questions can name, with their prices',
  description: 'Each with its Pyth feed and the latest price that this gateway has seen.',
  responses: { 200: jsonAnswer('The assets', z.array(Asset)), ...errors() },
})

/** The route for the assets that a new market can be about. */
export function assetRoutes(app: GatewayApp, { feeds, deployment }: Services): void {
  const pairs = deployment.feeds ?? PRICE_FEEDS.map(feedPair)
  const assets = pairs.map((pair) => findFeed(pair)).filter((feed) => feed !== undefined)
  const ids = assets.map(({ id }) => id)

  app.openapi(route, async (c) => {
    const updates = await feeds.current(ids)
    const views = assets.map(({ symbol, name, id, mint }) => {
      const update = updates.get(id)
      const price = update && {
        dollars: decimal(formatMeasured(measurePrice(update))),
        publishedAt: isoTime(BigInt(update.publishTime)),
      }
      return { symbol, name, feed: id, tokenAddress: mint, price: price ?? null }
    })
    return answer(c, views, 200)
  })
}
