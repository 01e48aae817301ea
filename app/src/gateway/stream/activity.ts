// The route for what happened lately, of everyone.

import { createRoute } from '@hono/zod-openapi'
import { recentEvents } from '../../history/queries/events.ts'
import type { GatewayApp } from '../http/context.ts'
import { PageQuery } from '../http/page-schemas.ts'
import { answerPage, CURSOR_PARTS, cutPage, readCursor, writeCursor } from '../http/paging.ts'
import { errors, pageAnswer } from '../http/responses.ts'
import type { Services } from '../services.ts'
import { MarketplaceEvent } from './schemas.ts'
import { eventView } from './views.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/activity',
  operationId: 'listActivity',
  tags: ['Events'],
  summary: 'List the events of everyone, newest first',
  description: 'The past events of the stream. An event whose transaction the chain dropped is not listed.',
  request: { query: PageQuery },
  responses: { 200: pageAnswer('The events', MarketplaceEvent), ...errors() },
})

/** The route for what happened lately. */
export function activityRoute(app: GatewayApp, { history, state }: Services): void {
  app.openapi(route, async (c) => {
    const query = c.req.valid('query')
    const { limit, offset } = query
    const [before] = readCursor(query, 'activity', [CURSOR_PARTS.whole]) ?? []
    const page = { before: before === undefined ? undefined : Number(before), offset, limit: limit + 1 }
    const found = await recentEvents(history.db, page)
    const { items, next } = cutPage(found, limit, ({ id }) => writeCursor('activity', [id]))
    return answerPage(
      c,
      items.map((event) => eventView(event, state.config.utilityDecimals)),
      next,
    )
  })
}
