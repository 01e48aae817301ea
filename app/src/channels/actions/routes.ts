// The routes of Solana Actions.

import { createRoute, z } from '@hono/zod-openapi'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import { PublicKey } from '@solana/web3.js'
import {
  bettingEnded,
  requireAnswered,
  requireBettingOpen,
  requireMarketOnChain,
  requireWalletHolds,
} from '../../gateway/bets/checks.ts'
import { parseStake, projectBet } from '../../gateway/bets/stake.ts'
import type { GatewayApp } from '../../gateway/http/context.ts'
import { Address, OutcomeName } from '../../gateway/http/fields/schemas.ts'
import { publicOrigin } from '../../gateway/http/public-origin.ts'
import { respond, respondJson } from '../../gateway/http/respond.ts'
import { jsonBody, MarketParams } from '../../gateway/http/responses.ts'
import { parseExactJson } from '../../gateway/limits/body.ts'
import { findMarket } from '../../gateway/markets/find-market.ts'
import type { Services } from '../../gateway/services.ts'
import { oddsIcon } from './odds-icon.ts'
import { ACTION_RULES, betAction, betTransaction, endedAction } from './views.ts'

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
    const now = state.now()
    const entry = book.get(id)
    if (entry?.acceptsBets(now)) {
      const minimum = CURRENCIES[entry.currency].minimumStake(state.config.settings)
      return respondJson(c, JSON.stringify(betAction(entry, minimum, origin)))
    }
    const known = await findMarket(services, id)
    return respondJson(c, JSON.stringify(endedAction(known, bettingEnded(known.market, now), origin)))
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
    requireBettingOpen(entry, state.now())
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
