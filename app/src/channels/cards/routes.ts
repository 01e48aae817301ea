// The routes for the pictures of markets and wins.

import { marketAddressOf } from '@prediction-market/sdk/accounts'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { GatewayApp, GatewayEnv } from '../../gateway/http/context.ts'
import { ApiError } from '../../gateway/http/errors/api-error.ts'
import { isAddress } from '../../gateway/http/fields/schemas.ts'
import { respond } from '../../gateway/http/respond.ts'
import { findMarket, type KnownMarket } from '../../gateway/markets/find-market.ts'
import type { Services } from '../../gateway/services.ts'
import { duesOf } from '../../gateway/wallets/views.ts'
import { walletPositions } from '../../history/queries/positions.ts'
import { clientAddress } from '../../runtime/http-server.ts'
import { TokenBuckets } from '../../runtime/token-buckets.ts'
import { marketCard, type Win, winCard } from './card.ts'
import { type PngRenderer, RendererBusyError } from './renderer.ts'

/** How long a picture is answered again, in milliseconds: the odds in it move. */
const FRESH_MS = 60_000

/** The most that pictures may take in memory, in bytes; one takes about 40,000. */
const MAX_BYTES = 32_000_000

/** Pictures a minute that are rendered for one client address; those that are known do not count. */
const RENDERED = 60

const HEADERS = { 'cache-control': `public, max-age=${FRESH_MS / 1_000}` }

/** The address of the picture of a market, or of what a wallet won on it. */
export function cardPath(id: string, winner?: string): string {
  return winner ? `/markets/${id}/wins/${winner}/card.png` : `/markets/${id}/card.png`
}

/** Routes for pictures of markets and wins, which sites and messengers show in place of a link. Anyone may ask. */
export function cardRoutes(app: GatewayApp, services: Services, renderer: PngRenderer): void {
  const { state, deployment } = services
  const known = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: FRESH_MS,
  })
  const rendered = new TokenBuckets(RENDERED)

  const answerPng = async (c: Context<GatewayEnv>, key: string, draw: () => Promise<string>) => {
    let png = known.get(key)
    if (!png) {
      const svg = await draw()
      const { retryAfter } = rendered.take(clientAddress(c, deployment.trustedProxies))
      if (retryAfter > 0) throw busy(retryAfter)
      png = await renderer.render(svg).catch((error: Error) => {
        throw error instanceof RendererBusyError ? busy(2) : error
      })
      known.set(key, png)
    }
    return respond(c, png, 200, 'image/png', HEADERS)
  }

  app.get('/markets/:id/card.png', async (c) => {
    const market = await findMarket(services, c.req.param('id'))
    // A decision is in the picture at once.
    const key = `${market.id} ${market.market.status}`
    return answerPng(c, key, async () => marketCard(market, state.takesBets(market.market)))
  })

  app.get('/markets/:id/wins/:wallet/card.png', async (c) => {
    const market = await findMarket(services, c.req.param('id'))
    const wallet = c.req.param('wallet')
    return answerPng(c, `${market.id} ${wallet}`, async () => {
      const win = await findWin(services, market, wallet)
      if (!win) throw new ApiError(404, `Win not found: ${wallet.slice(0, 44)} won nothing on this market`)
      return winCard(market, win)
    })
  })
}

function busy(seconds: number): ApiError {
  return new ApiError(503, `Too many pictures are asked for: try again in ${seconds} s`, {
    'retry-after': String(seconds),
  })
}

/** What a wallet won on a market, from its public position; undefined if it won nothing. */
export async function findWin(
  { history }: Pick<Services, 'history'>,
  { id, market }: KnownMarket,
  wallet: string,
): Promise<Win | undefined> {
  const { outcome } = market
  if (!outcome || !isAddress(wallet)) return undefined
  const page = { market: marketAddressOf(id), offset: 0, limit: 1 }
  const [found] = await walletPositions(history.db, wallet, page)
  if (!found) return undefined
  const { winnings, refund } = duesOf(found)
  const staked = found.position.stakeYes + found.position.stakeNo
  const paid = (winnings ?? 0n) + (refund ?? 0n)
  return paid > staked ? { wallet, outcome, staked, paid } : undefined
}
