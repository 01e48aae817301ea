import { createServer } from 'node:http'
import { closeAtOnce, listen, type PortChoice, reachableHost } from '../runtime/listen.ts'
import type { Keeper } from './keeper.ts'

/** A keeper's metrics and health, for those who run it. */
export interface KeeperServer {
  readonly url: string
  close(): Promise<void>
}

/** Slots that the keeper's view of the chain may lag before it calls itself stale. */
const MAX_SLOT_LAG = 50

/**
 * Serves `GET /metrics` and `GET /health`.
 *
 * @throws Error if the port cannot be taken
 */
export async function serveKeeper(
  keeper: Keeper,
  choice: Pick<PortChoice, 'host' | 'port'>,
): Promise<KeeperServer> {
  const { chain, metrics } = keeper
  const json = (body: object) => ({ type: 'application/json', body: JSON.stringify(body) })
  const answer = async (path: string) => {
    if (path === '/metrics') {
      return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() }
    }
    if (path !== '/health') return { status: 404, ...json({ error: `There is no ${path}` }) }
    const slotLag = chain.state.lag()
    const isStale = slotLag > MAX_SLOT_LAG
    const body = {
      status: isStale ? 'stale' : 'ok',
      slot: chain.state.slot,
      slotLag,
      markets: chain.book.size,
    }
    return { status: isStale ? 503 : 200, ...json(body) }
  }
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    answer(path)
      .catch((error: Error) => ({ status: 500, ...json({ error: error.message }) }))
      .then(({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body))
  })
  const named = { whose: "the keeper's", purpose: 'metrics', setting: 'KEEPER_PORT' }
  const port = await listen(server, { ...choice, ...named })
  return {
    url: `http://${reachableHost(choice.host)}:${port}`,
    close: () => closeAtOnce(server),
  }
}
