// The routes for the live stream of events, and for the past ones of everyone.

import type { ServerResponse } from 'node:http'
import { createRoute } from '@hono/zod-openapi'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import type { Context } from 'hono'
import { type EventPage, newestEvent, recentEvents } from '../../history/queries/events.ts'
import { RESPONSE_ALREADY_SENT } from '../../runtime/http-server.ts'
import type { GatewayApp, GatewayEnv } from '../http/context.ts'
import { ApiError, refusal } from '../http/errors/api-error.ts'
import { PageQuery } from '../http/page-schemas.ts'
import { answerPage, readNewest } from '../http/paging.ts'
import { headersOf, respond } from '../http/respond.ts'
import { errors, pageAnswer } from '../http/responses.ts'
import type { Services } from '../services.ts'
import type { EventHub } from './hub.ts'
import type { OpenStreams } from './limits.ts'
import { EventsHeaders, EventsQuery, MarketplaceEvent, StreamMessage } from './schemas.ts'
import { EventStream } from './stream.ts'
import { eventView } from './views.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/events',
  operationId: 'streamEvents',
  tags: ['Events'],
  summary: 'Stream events as server-sent events',
  description:
    'Events `market`, `bet`, `resolution`, `payout` and `burn` as soon as they are confirmed, in the order of their ' +
    'ids, each once, and `dropped` if the chain drops an earlier one, with those after it in its market. A client that reconnects with ' +
    'the id of its last event in `Last-Event-ID`, as browsers do, misses nothing; without it the stream begins now. ' +
    '`market`, which can be repeated, and `wallet` filter events. Comments keep the connection open. A client that ' +
    'stops reading is disconnected.',
  request: { query: EventsQuery, headers: EventsHeaders },
  responses: {
    200: {
      description: 'The stream of messages, whose `data` is an event in JSON',
      content: { 'text/event-stream': { schema: StreamMessage } },
    },
    ...errors(409),
  },
})

const TYPE = 'text/event-stream'

const HEADERS = {
  'cache-control': 'no-store',
  // Without it, nginx buffers events.
  'x-accel-buffering': 'no',
  // The connection is not used for another request.
  connection: 'close',
}

export type StreamServices = Pick<Services, 'history' | 'log'> & { hub: EventHub; streams: OpenStreams }

export function eventsRoute(app: GatewayApp, { history, hub, streams, log }: StreamServices): void {
  const callersOf = (c: Context<GatewayEnv>) => {
    const address = `address:${streams.addressOf(c)}`
    const caller = c.get('caller')
    return caller ? [address, `wallet:${caller.wallet}`] : [address]
  }

  /** The id after which the stream starts. */
  const readPosition = async (lastEventId: string | undefined): Promise<number> => {
    if (!lastEventId) return hub.position
    const position = Number(lastEventId)
    if (position <= hub.position) return position
    // Another replica may be ahead of this one. An id that the store does not have comes from another history.
    const newest = await newestEvent(history.db)
    if (position <= newest) return position
    throw refusal(
      'EventUnknown',
      `lastEventId: ${position} is newer than the newest event, ${newest}: connect without it to start over`,
    )
  }

  app.openAPIRegistry.register('Event', MarketplaceEvent)

  app.openapi(route, async (c) => {
    const { market, wallet, lastEventId } = c.req.valid('query')
    const position = await readPosition(c.req.valid('header')['Last-Event-ID'] || lastEventId)
    if (c.req.method === 'HEAD') return respond(c, null, 200, TYPE, HEADERS)
    if (history.isRebuilding || !history.isComplete) {
      throw refusal('HistoryBehind', 'The history is being built; try again', { 'retry-after': '10' })
    }
    if (hub.isStopped) throw new ApiError(503, 'The gateway is stopping; try again', { 'retry-after': '2' })
    const outgoing = c.env.outgoing as ServerResponse
    // A client that has disconnected by now would never emit `close`.
    if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
    outgoing.once('close', streams.open(callersOf(c)))
    outgoing.writeHead(200, headersOf(c, TYPE, HEADERS))
    const requestId = c.get('requestId')
    new EventStream({
      hub,
      response: outgoing,
      filter: { markets: market?.map(marketAddressOf), wallet },
      position,
      stallMs: streams.limits.stallMs,
      onDrop: () => streams.dropped(),
      onError: (error) => log.warn({ err: error, requestId }, 'stream failed'),
    }).start()
    return RESPONSE_ALREADY_SENT
  })
}

const activity = createRoute({
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
  app.openapi(activity, async (c) => {
    const read = (page: EventPage) => recentEvents(history.db, page)
    const events = await readNewest(c.req.valid('query'), 'activity', read, ({ id }) => id)
    return answerPage(c, events, (event) => eventView(event, state.config.utilityDecimals))
  })
}
