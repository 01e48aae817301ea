import { Hono } from 'hono'
import type { PortChoice } from '../runtime/listen.ts'
import { type AppServer, serveApp } from '../runtime/serve-app.ts'
import type { Keeper } from './keeper.ts'

/** Slots that the keeper's view of the chain may lag before it is stale. */
const MAX_SLOT_LAG = 50

/**
 * Serves `GET /metrics` and `GET /health`. Health is `low` while a payer should be topped up, and fails once all should.
 *
 * @throws Error if the port cannot be opened
 */
export function serveKeeper(
  { chain, metrics, payers }: Keeper,
  { host, port }: Pick<PortChoice, 'host' | 'port'>,
  onError: (error: Error) => void,
): Promise<AppServer> {
  const app = new Hono()
  app.get('/metrics', async (c) => {
    const { registry } = metrics
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
  app.get('/health', async (c) => {
    const { state, book } = chain
    const slotLag = state.lag()
    const balances = await payers().catch(() => [])
    const lowPayers = balances.filter(({ isLow }) => isLow).map(({ address }) => address)
    const isStale = slotLag > MAX_SLOT_LAG
    const isDry = lowPayers.length > 0 && lowPayers.length === balances.length
    const status = isStale ? 'stale' : lowPayers.length > 0 ? 'low' : 'ok'
    const body = { status, slot: state.slot, slotLag, markets: book.size, lowPayers }
    return c.json(body, isStale || isDry ? 503 : 200)
  })
  return serveApp(app, { host, port, purpose: 'keeper metrics', setting: 'KEEPER_PORT' }, onError)
}
