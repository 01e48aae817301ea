import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createRoute, z } from '@hono/zod-openapi'
import { marketAddressOf } from '@prediction-market/sdk'
import type { Context } from 'hono'
import { newestEvent } from '../../history/queries/events.ts'
import type { GatewayEnv } from '../context.ts'
import { ApiError } from '../errors.ts'
import { requestIdOf } from '../respond.ts'
import { EventsQuery, MarketplaceEvent } from '../schemas/events.ts'
import type { Services } from '../services.ts'
import { EventStream } from '../stream/stream.ts'
import { validQuery } from '../validate.ts'
import { define, errors, type GatewayApp } from './define.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/events',
  summary: 'Streams what happens, as server-sent events',
  description:
    'Events `market`, `bet`, `resolution` and `payout`, in the order of their ids and each once, as soon as they are ' +
    'confirmed. Whoever comes back with the id of the last event in `Last-Event-ID`, as browsers do, misses nothing, ' +
    'however long ago that was; without it the stream begins now. With `market` or `wallet`, only what concerns ' +
    'them. Comments come in between, to keep the connection open. A client that does not read for long is cut off.',
  request: {
    query: EventsQuery,
    headers: z.object({ 'Last-Event-ID': z.string().optional() }),
  },
  responses: {
    200: {
      description: 'The stream; `data` of each event is JSON',
      content: { 'text/event-stream': { schema: MarketplaceEvent } },
    },
    ...errors(400, 409, 429, 503),
  },
})

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Proxies would otherwise collect events before they pass them on.
  'x-accel-buffering': 'no',
  // The connection ends with the stream: nothing else is asked for on it.
  connection: 'close',
}

/** The live stream. */
export function eventsRoute(
  app: GatewayApp,
  { history, hub, streams, log }: Pick<Services, 'history' | 'hub' | 'streams' | 'log'>,
): void {
  /** Whom a stream counts for, as requests do. */
  const callersOf = (c: Context<GatewayEnv>) => {
    const address = `address:${streams.addressOf(c)}`
    const wallet = c.env.exchange.caller?.wallet
    return wallet === undefined ? [address] : [address, `wallet:${wallet}`]
  }

  /** The event that a client has everything up to. */
  const positionOf = async (told: string | undefined): Promise<number> => {
    if (told === undefined) return hub.position
    const position = Number(told)
    if (position <= hub.position) return position
    // Another process may have come further than this one; an id beyond the store's is not of this history.
    const newest = await newestEvent(history.db)
    if (position <= newest) return position
    throw new ApiError(
      409,
      `lastEventId: ${position} is beyond the newest event, ${newest}: it is of another history; begin without it`,
    )
  }

  define(app, route, async (c) => {
    const { market, wallet, lastEventId } = validQuery(c, EventsQuery)
    const position = await positionOf(lastIdOf(c) ?? lastEventId)
    const headers = { ...c.env.exchange.headers, ...HEADERS }
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    if (hub.isStopped) throw new ApiError(503, 'The gateway is stopping; try again', { 'Retry-After': '2' })
    const { outgoing } = c.env as { outgoing: ServerResponse }
    // The client may be gone by now, and would never be seen to go.
    if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
    outgoing.once('close', streams.open(callersOf(c)))
    outgoing.writeHead(200, headers)
    const filter = { market: market && marketAddressOf(market), wallet }
    const onError = (error: Error) =>
      log.warn({ err: error, requestId: requestIdOf(c) }, 'a stream ended early')
    const { stallMs } = streams.limits
    const onDrop = () => streams.dropped()
    new EventStream({ hub, response: outgoing, filter, position, stallMs, onDrop, onError }).start()
    return RESPONSE_ALREADY_SENT
  })
}

/** What a client that comes back says it has had last; browsers send an empty one for none. */
function lastIdOf(c: Context<GatewayEnv>): string | undefined {
  const told = c.req.header('last-event-id')
  if (told === undefined || told === '') return undefined
  if (!/^\d{1,15}$/.test(told)) throw new ApiError(400, 'Last-Event-ID: must be the id of an event')
  return told
}
