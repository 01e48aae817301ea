// Serves the simulated prices over HTTP like Hermes and Pyth Benchmarks.

import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { streamSSE } from 'hono/streaming'
import { toHermes } from '../../prices/pyth.ts'
import { isFeedId, type PriceSource, type PriceUpdate, UnknownFeedError } from '../../prices/source.ts'
import { type AppServer, type PortChoice, serveApp } from '../../runtime/serve.ts'

/** The most seconds that one request for the history can ask for. */
const MAX_INTERVAL = 60

/** Milliseconds between two events of a stream, as on Pythnet. */
const STREAM_MS = 400

/**
 * Serves a price source like Hermes: `GET /v2/updates/price/{unix second}`, `/latest` and, as server-sent events,
 * `/stream`, with feed ids in `ids[]`; and its history like Pyth Benchmarks: `GET /v1/updates/price/{unix
 * second}/{seconds}`, with feed ids in `ids`. The updates are not signed.
 *
 * @throws Error if the port cannot be opened
 */
export function servePrices(source: PriceSource, choice: PortChoice): Promise<AppServer> {
  const app = new Hono()
  app.use(async (c, next) => {
    if (c.req.method !== 'GET') throw new HTTPException(405, { message: 'Only GET is supported' })
    await next()
  })
  app.get('/v2/updates/price/:time{latest|[0-9]{1,15}}', async (c) => {
    const ids = c.req.queries('ids[]') ?? []
    if (ids.length === 0) throw new HTTPException(400, { message: 'ids[]: at least one feed id is required' })
    if (c.req.query('ignore_invalid_price_ids') === 'true' && c.req.param('time') === 'latest') {
      return c.json(toHermes((await source.latestOf?.(ids)) ?? []))
    }
    const updates = await Promise.all(ids.map((id) => readUpdate(source, id, c.req.param('time'))))
    return c.json(toHermes(updates))
  })
  app.get('/v2/updates/price/stream', (c) => {
    const ids = c.req.queries('ids[]') ?? []
    if (ids.length === 0) throw new HTTPException(400, { message: 'ids[]: at least one feed id is required' })
    return streamSSE(c, async (stream) => {
      while (!stream.aborted) {
        const updates = (await source.latestOf?.(ids)) ?? []
        await stream.writeSSE({ data: JSON.stringify(toHermes(updates)) })
        await stream.sleep(STREAM_MS)
      }
    })
  })
  app.get('/v1/updates/price/:from{[0-9]{1,15}}/:seconds{[0-9]{1,2}}', async (c) => {
    const ids = c.req.queries('ids') ?? []
    const seconds = Number(c.req.param('seconds'))
    if (ids.length === 0) throw new HTTPException(400, { message: 'ids: at least one feed id is required' })
    if (seconds > MAX_INTERVAL) throw new HTTPException(400, { message: 'interval: must be at most 60' })
    const from = Number(c.req.param('from'))
    const updates = (await source.history?.(ids, from, from + seconds - 1)) ?? []
    return c.json(updates.map((update) => toHermes([update])))
  })
  return serveApp(app, choice, (error) => console.error(`The price server failed: ${error.message}`))
}

async function readUpdate(source: PriceSource, id: string, time: string): Promise<PriceUpdate> {
  if (!isFeedId(id)) throw new HTTPException(400, { message: `ids[]: ${id} is not a feed id` })
  try {
    const update = time === 'latest' ? await source.latest(id) : await source.updateAt(id, Number(time))
    if (update) return update
  } catch (error) {
    if (!(error instanceof UnknownFeedError)) throw error
  }
  throw new HTTPException(404, { message: `No update of feed ${id}` })
}
