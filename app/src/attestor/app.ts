// The HTTP routes of an attestor, answered from memory.

import { fromMarketId, InvalidInputError, type Market } from '@prediction-market/sdk'
import { marketAddressOf, marketIdOf } from '@prediction-market/sdk/accounts'
import { isAttested } from '@prediction-market/sdk/condition'
import { showAttested, wouldDecide } from '@prediction-market/sdk/rules'
import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { MarketBook } from '../book/book.ts'
import type { ChainState } from '../chain/state.ts'
import { clientAddress } from '../runtime/http-server.ts'
import { addMetrics } from '../runtime/serve.ts'
import { TokenBuckets } from '../runtime/token-buckets.ts'
import type { ReadonlyAnswers } from './answers.ts'
import type { Answer } from './journal-lines.ts'
import type { AttestorMetrics } from './metrics.ts'
import type { Signer } from './signer.ts'
import type { Watcher } from './watcher.ts'

/** The parts of an attestor that its routes read. */
export interface AppOptions {
  book: MarketBook
  state: ChainState
  signer: Signer
  watcher: Watcher
  /** Unless they are on a port of their own. */
  metrics?: AttestorMetrics | undefined
  /** Seconds that the view of the chain may be behind before it is stale. */
  maxLagSeconds: number
  limits?: Partial<RequestLimits> | undefined
}

/**
 * Requests a minute: many times what a keeper needs, and few enough that answering or refusing them leaves time to
 * observe and sign.
 */
const REQUEST_LIMITS: RequestLimits = { perAddress: 6_000, inAll: 30_000, trustedProxies: 0 }

/** The most attestations in one answer of those that would decide the market now, and of the latest ones. */
const MAX_ATTESTATIONS = 64

/**
 * The routes of an attestor. They answer from memory: no request makes it observe anything, or sign what is not in the
 * journal.
 */
export function attestorApp(options: AppOptions): Hono {
  const { book, state, signer, watcher, metrics, maxLagSeconds } = options
  const app = new Hono()
  const limit = limitRequests({ ...REQUEST_LIMITS, ...options.limits })
  app.use('/attestations/*', limit)
  app.use('/observations', limit)
  const { attestor } = signer
  const isStale = () => state.lagMs() > 1_000 * maxLagSeconds
  const stale = () => new HTTPException(503, { message: 'The chain cannot be read now' })
  const nothingYet = () =>
    isStale() ? stale() : new HTTPException(425, { message: 'No deciding observation has been signed yet' })

  /** An open market that attestors decide, and its signed answers, oldest first. */
  const answersOf = (id: string): { market: string; open: Market; answers: ReadonlyAnswers } => {
    const market = parseMarket(id)
    const entry = book.get(marketIdOf(market))
    if (!entry && isStale()) throw stale()
    if (!entry) throw new HTTPException(404, { message: `Market not found: ${market}` })
    const { condition, status } = entry.market
    if (!isAttested(condition)) {
      const message = `${entry.id} is decided by ${condition.type}, not by attestors`
      throw new HTTPException(409, { message })
    }
    if (status !== 'open') throw new HTTPException(409, { message: `${entry.id} is already ${status}` })
    return { market, open: entry.market, answers: signer.of(market) }
  }

  const signed = (market: string, answer: Answer) => ({
    ...answer,
    signature: signer.signature(market, answer.second),
  })

  /** The open markets with attestations that would decide them now, and the latest second of each. */
  const signedMarkets = () => {
    const now = state.now()
    const markets: { market: string; second: number }[] = []
    for (const [market, answers] of signer.answers()) {
      const open = book.get(marketIdOf(market))?.market
      if (open?.status !== 'open') continue
      const latest = answers.findLast((answer) => decides(open, answer, now))
      if (latest) markets.push({ market, second: latest.second })
    }
    return markets
  }

  app.get('/attestations', (c) => c.json({ attestor, markets: signedMarkets() }))

  app.get('/attestations/:market', (c) => {
    const { market, answers } = answersOf(c.req.param('market'))
    const second = parseSecond(c.req.query('second'))
    const found = second === undefined ? answers.at(-1) : answers.get(second)
    if (found) return c.json({ market, ...signed(market, found), attestor })
    if (second === undefined || second > Number(state.now())) throw nothingYet()
    throw new HTTPException(404, { message: `second: nothing was signed about ${market} for ${second}` })
  })

  app.get('/attestations/:market/all', (c) => {
    const { market, open, answers } = answersOf(c.req.param('market'))
    if (answers.length === 0) throw nothingYet()
    const attestations = selection([...answers], open, state.now()).map((answer) => signed(market, answer))
    return c.json({ market, attestor, attestations })
  })

  app.get('/observations', (c) => {
    const observations = watcher
      .observations()
      .map(({ market, value, observedAt }) => ({ market, value: value.toString(), observedAt }))
    return c.json({ attestor, observations })
  })

  app.get('/health/live', (c) => c.json({ status: 'ok' }))

  app.on('GET', ['/health', '/health/ready'], (c) => {
    const status = signer.isBroken ? 'broken journal' : isStale() ? 'stale' : 'ok'
    const body = { status, attestor, slot: state.slot, slotLag: state.lag(), markets: book.size }
    return c.json(body, status === 'ok' ? 200 : 503)
  })

  if (metrics) addMetrics(app, metrics.registry)
  return app
}

/**
 * The answers to attest, oldest first. Of those that would decide the market, the earliest makes the most
 * stakes late, so it must not be left out for later ones.
 */
function selection(answers: readonly Answer[], market: Market, now: bigint): Answer[] {
  const decisive = answers.filter((answer) => decides(market, answer, now))
  const chosen = new Set([...decisive.slice(0, MAX_ATTESTATIONS), ...answers.slice(-MAX_ATTESTATIONS)])
  return answers.filter((answer) => chosen.has(answer))
}

/** Whether an attestation would decide a market now, if a quorum signed it. */
function decides(market: Market, { second, isMet }: Answer, now: bigint): boolean {
  return wouldDecide(market, showAttested(BigInt(second), isMet), now)
}

/** The address of a market, given its id or its address. */
function parseMarket(text: string): string {
  try {
    return fromMarketId(marketIdOf(marketAddressOf(text) || text), 'market').toBase58()
  } catch (error) {
    if (error instanceof InvalidInputError) throw new HTTPException(400, { message: error.message })
    throw error
  }
}

function parseSecond(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,12}$/.test(text)) throw new HTTPException(400, { message: 'second: must be unix seconds' })
  return Number(text)
}

/** Limits of a server, in requests a minute. */
export interface RequestLimits {
  perAddress: number
  /** From all addresses together. */
  inAll: number
  /** The number of our own proxies in front. */
  trustedProxies: number
  /** A clock in milliseconds that never goes back; for tests. */
  now?: (() => number) | undefined
}

/** Refuses requests beyond the limits with 429, before any other work. */
export function limitRequests({ perAddress, inAll, trustedProxies, now }: RequestLimits): MiddlewareHandler {
  const addresses = new TokenBuckets(perAddress, now)
  const all = new TokenBuckets(inAll, now)
  return async (c, next) => {
    const { retryAfter } = addresses.take(clientAddress(c, trustedProxies))
    // A refused request of one address does not count for the limit of all.
    const wait = retryAfter || all.take('').retryAfter
    if (wait === 0) return next()
    c.header('retry-after', String(wait))
    throw new HTTPException(429, { message: `Too many requests: try again in ${wait} s` })
  }
}
