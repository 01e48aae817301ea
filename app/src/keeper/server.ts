import { Hono } from 'hono'
import type { PortChoice } from '../runtime/listen.ts'
import { type AppServer, serveApp } from '../runtime/serve-app.ts'
import type { Keeper } from './keeper.ts'

/** Slots that the keeper's view of the chain may lag before it is stale. */
const MAX_SLOT_LAG = 50

/**
 * Serves `GET /metrics` and `GET /health`.
 *
 * @throws Error if the port cannot be opened
 */
export function serveKeeper(
  { chain, metrics }: Keeper,
  { host, port }: Pick<PortChoice, 'host' | 'port'>,
  onError: (error: Error) => void,
): Promise<AppServer> {
  const app = new Hono()
  app.get('/metrics', async (c) => {
    const { registry } = metrics
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
  app.get('/health', (c) => {
    const { state, book } = chain
    const slotLag = state.lag()
    const status = slotLag > MAX_SLOT_LAG ? 'stale' : 'ok'
    return c.json({ status, slot: state.slot, slotLag, markets: book.size }, status === 'ok' ? 200 : 503)
  })
  return serveApp(app, { host, port, purpose: 'keeper metrics', setting: 'KEEPER_PORT' }, onError)
}
