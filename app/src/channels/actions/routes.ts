// The routes of Solana Actions.

import { createRoute, z } from '@hono/zod-openapi'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import { PublicKey } from '@solana/web3.js'
import { createMiddleware } from 'hono/factory'
import {
  requireAnswered,
  requireBettingOpen,
  requireMarketOnChain,
  requireWalletHolds,
  whyNoBets,
  whyUnanswered,
} from '../../gateway/bets/checks.ts'
import { parseStake, projectBet } from '../../gateway/bets/stake.ts'
import { type GatewayApp, type GatewayEnv, publicOrigin } from '../../gateway/http/context.ts'
import { Address, OutcomeName } from '../../gateway/http/fields/schemas.ts'
import { respond, respondJson } from '../../gateway/http/respond.ts'
import { jsonBody, MarketParams } from '../../gateway/http/responses.ts'
import { parseExactJson } from '../../gateway/limits/request.ts'
import { findMarket } from '../../gateway/markets/find-market.ts'
import type { ViewedMarket } from '../../gateway/markets/views.ts'
import { shownOdds, sideNames } from '../../gateway/markets/words.ts'
import type { Services } from '../../gateway/services.ts'
import { escapeXml } from '../cards/card.ts'
import { ACTION_RULES, betAction, betTransaction, endedAction } from './views.ts'

/** The version of the Solana Actions specification that the answers follow. */
const ACTION_VERSION = '2.4'

/** The headers of an answer to OPTIONS, as the specification requires; no route accepts PUT. */
const OPTIONS_HEADERS = {
  'access-control-allow-methods': 'GET,POST,PUT,OPTIONS',
  'access-control-allow-headers':
    'Content-Type, Authorization, Content-Encoding, Accept-Encoding, X-Accept-Action-Version, X-Accept-Blockchain-Ids',
  'access-control-max-age': '7200',
}

/** Whether a path, with or without its query, is one of Solana Actions, whose CORS headers and errors differ. */
function isActionPath(path: string): boolean {
  return path.startsWith('/actions.json') || path.startsWith('/actions/')
}

/**
 * Sets the headers that the specification requires in every answer, errors included, and answers OPTIONS. Any web page
 * may read the answers, whatever `CORS_ORIGINS` says: wallets and sites show a shared link wherever it is posted.
 * Errors are `{ message }`.
 */
export function actionHeaders(genesisHash: string) {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'X-Action-Version, X-Blockchain-Ids, X-Error-Code, Retry-After',
    'x-action-version': ACTION_VERSION,
    // By CAIP-2.
    'x-blockchain-ids': `solana:${genesisHash.slice(0, 32)}`,
  }
  return createMiddleware<GatewayEnv>((c, next) => {
    if (!isActionPath(c.req.path)) return next()
    c.set('cors', headers)
    c.set('errorField', 'message')
    if (c.req.method !== 'OPTIONS') return next()
    return Promise.resolve(respond(c, null, 204, 'text/plain', OPTIONS_HEADERS))
  })
}

/** Side of the picture, and the distance of its bar from the edges. */
const SIZE = 512
const MARGIN = 48

/** The page's colours of Yes and No, in the dark. */
const YES = '#3fae8c'
const NO = '#d47f59'
const MUTED = '#a3a096'
const EMPTY = '#33352f'

/**
 * A square SVG picture of a market: its odds as a bar and in figures, or its outcome. It contains no text of users and
 * no style: the content security policy would block it.
 */
export function oddsIcon(market: Pick<ViewedMarket, 'pools' | 'status' | 'outcome' | 'condition'>): string {
  const { pools, status, outcome, condition } = market
  const odds = shownOdds(pools)
  const names = sideNames(condition)
  const width = SIZE - 2 * MARGIN
  const yes = odds ? Math.round((width * Number(pools.Yes)) / Number(pools.Yes + pools.No)) : 0
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}" font-family="system-ui, sans-serif" font-weight="600">`,
    `<rect width="${SIZE}" height="${SIZE}" fill="#141513"/>`,
    ...(status === 'open'
      ? [line(170, YES, names.Yes, odds?.Yes ?? '–'), line(260, NO, names.No, odds?.No ?? '–')]
      : [decided(outcome && names[outcome], outcome === 'Yes' ? YES : outcome ? NO : MUTED)]),
    `<rect x="${MARGIN}" y="320" width="${yes}" height="96" fill="${YES}"/>`,
    `<rect x="${MARGIN + yes}" y="320" width="${width - yes}" height="96" fill="${odds ? NO : EMPTY}"/>`,
    '</svg>',
  ]
  return lines.join('\n')
}

/** A side and its share on one line: beside each other they would overlap in a wide font. */
function line(y: number, color: string, name: string, share: string): string {
  const style = `y="${y}" font-size="64" fill="${color}"`
  const right = `x="${SIZE - MARGIN}" text-anchor="end"`
  return `<text x="${MARGIN}" ${style}>${name}</text><text ${right} ${style}>${escapeXml(share)}</text>`
}

function decided(name: string | null, color: string): string {
  return `<text x="${SIZE / 2}" y="240" text-anchor="middle" font-size="144" fill="${color}">${name ?? 'Void'}</text>`
}

/** A bet is refused if its payout is lower than quoted by more than this part: a twentieth. */
const TOLERATED_PART = 20n

/** Not in the OpenAPI document: requests and answers are those of the Solana Actions specification. */
const betRoute = createRoute({
  method: 'post',
  path: '/actions/markets/{id}',
  hide: true,
  request: {
    params: MarketParams,
    query: z.object({ outcome: OutcomeName, amount: z.string() }),
    body: jsonBody(z.object({ account: Address })),
  },
  responses: { 200: { description: 'The transaction' } },
})

/**
 * Routes of Solana Actions: wallets and sites that know them show a link to a market as a card with buttons to bet. The
 * specification is that of the package `@solana/actions-spec`.
 */
export function actionRoutes(app: GatewayApp, services: Services): void {
  const { book, client, state, feeds, deployment } = services

  app.get('/actions.json', (c) => respondJson(c, JSON.stringify(ACTION_RULES)))

  app.get('/actions/markets/:id', async (c) => {
    const id = c.req.param('id')
    const origin = publicOrigin(c, deployment)
    const entry = book.get(id)
    const unanswered = entry ? whyUnanswered(entry.market.condition, deployment.answersEvents) : null
    if (entry && unanswered === null && state.takesBets(entry.market)) {
      const minimum = CURRENCIES[entry.currency].minimumStake(state.config.settings)
      return respondJson(c, JSON.stringify(betAction(entry, minimum, origin)))
    }
    const known = await findMarket(services, id)
    const reason = unanswered ?? whyNoBets(known.market, state)
    return respondJson(c, JSON.stringify(endedAction(known, reason, origin)))
  })

  app.get('/actions/markets/:id/icon.svg', async (c) => {
    const { market } = await findMarket(services, c.req.param('id'))
    return respond(c, oddsIcon(market), 200, 'image/svg+xml', { 'cache-control': 'public, max-age=10' })
  })

  app.post('/actions/*', parseExactJson)

  app.openapi(betRoute, async (c) => {
    const entry = await requireMarketOnChain(services, c.req.valid('param').id)
    const { outcome, amount: text } = c.req.valid('query')
    const bettor = new PublicKey(c.req.valid('json').account)
    const amount = parseStake(entry, text, state.config.settings)
    const { market } = entry
    requireBettingOpen(entry, state)
    requireAnswered(market.condition, deployment.answersEvents)
    await feeds.requireForBet(market, state.now())
    const { payout } = projectBet(entry, outcome, amount)
    const minPayout = payout - payout / TOLERATED_PART
    await requireWalletHolds(client, { wallet: bettor, mint: market.mint, amount, decimals: market.decimals })
    const instructions = await client.bets.buildPlace({ market, bettor, outcome, amount, minPayout })
    const prepared = await client.prepare(instructions, { payer: bettor, isUnique: true })
    const bet = { outcome, amount, payout, minPayout, prepared }
    return respondJson(c, JSON.stringify(betTransaction(entry, bet, publicOrigin(c, deployment))))
  })
}
