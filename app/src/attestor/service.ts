import { fromMarketId, InvalidInputError, marketAddressOf, marketIdOf } from '@prediction-market/sdk'
import { Hono } from 'hono'
import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import type { ChainState } from '../chain/state.ts'
import { ApiError } from '../gateway/errors.ts'
import type { Entry } from './journal.ts'
import type { AttestorMetrics } from './metrics.ts'
import type { Signer } from './signer.ts'
import { isAttested, type Watcher } from './watcher.ts'

/** What the routes answer from: memory alone. */
export interface ServiceOptions {
  book: MarketBook
  state: ChainState
  signer: Signer
  watcher: Watcher
  metrics: AttestorMetrics
  /** Slots that the view of the chain may lag. */
  maxSlotLag: number
  onError: (error: Error) => void
}

/** The latest attestations of a market that are given at once. */
const MOST = 64

/** What others may ask an attestor. Nothing that they ask makes it look or sign. */
export function attestorApp({ book, state, signer, watcher, metrics, maxSlotLag, onError }: ServiceOptions) {
  const app = new Hono()
  const { attestor } = signer

  /** What is signed of an open market. */
  const signed = (id: string): { market: string; entries: readonly Entry[] } => {
    const address = readId(id)
    const entry = book.get(marketIdOf(address))
    if (!entry && state.lag() > maxSlotLag) throw new ApiError(503, 'The chain cannot be seen now')
    if (!entry) throw new ApiError(404, `There is no market ${address}`)
    requireUndecided(entry)
    return { market: address, entries: signer.of(address) }
  }
  const nothingYet = () =>
    state.lag() > maxSlotLag
      ? new ApiError(503, 'The chain cannot be seen now')
      : new ApiError(425, 'Nothing that would decide the market has been observed yet')

  app.get('/attestations/:market', (c) => {
    const { market, entries } = signed(c.req.param('market'))
    const wanted = readSecond(c.req.query('observedAt'))
    const found =
      wanted === undefined ? entries.at(-1) : entries.find(({ observedAt }) => observedAt === wanted)
    if (!found && wanted !== undefined && wanted <= Number(state.now())) {
      throw new ApiError(404, `observedAt: market ${market} was not observed at ${wanted}`)
    }
    if (!found) throw nothingYet()
    return c.json({ market, ...written(found), attestor })
  })

  app.get('/attestations/:market/all', (c) => {
    const { market, entries } = signed(c.req.param('market'))
    if (entries.length === 0) throw nothingYet()
    return c.json({ market, attestor, attestations: entries.slice(-MOST).map(written) })
  })

  app.get('/observations', (c) => {
    const observations = watcher.observations().map((one) => ({ ...one, value: one.value.toString() }))
    return c.json({ attestor, observations })
  })

  app.get('/health', (c) => {
    const slotLag = state.lag()
    const isStale = slotLag > maxSlotLag
    const body = { status: isStale ? 'stale' : 'ok', attestor, slot: state.slot, slotLag, markets: book.size }
    return c.json(body, isStale ? 503 : 200)
  })

  app.get('/metrics', async (c) => {
    const { registry } = metrics
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })

  app.notFound((c) => c.json({ error: `There is no ${c.req.method} ${c.req.path}` }, 404))
  app.onError((error, c) => {
    if (error instanceof ApiError) return c.json({ error: error.message }, error.status)
    onError(error)
    return c.json({ error: 'Something went wrong here; the request may be tried again' }, 500)
  })
  return app
}

function written({ value, observedAt, signature }: Entry) {
  return { value: value.toString(), observedAt, signature }
}

function requireUndecided({ market, id }: BookEntry): void {
  if (!isAttested(market.condition)) {
    throw new ApiError(409, `${id} is decided by ${market.condition.type}, not by attestors`)
  }
  if (market.status !== 'open') throw new ApiError(409, `${id} is ${market.status} already`)
}

/** The address in the id of a market, or the address alone. */
function readId(text: string): string {
  try {
    return fromMarketId(marketIdOf(marketAddressOf(text) || text), 'market').toBase58()
  } catch (error) {
    if (error instanceof InvalidInputError) throw new ApiError(400, error.message)
    throw error
  }
}

function readSecond(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,12}$/.test(text)) throw new ApiError(400, 'observedAt: must be unix seconds')
  return Number(text)
}
