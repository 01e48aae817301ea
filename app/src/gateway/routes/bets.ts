import { createRoute } from '@hono/zod-openapi'
import { formatAmount, type Outcome, parseAmount, quote } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import type { BookEntry } from '../../book/entry.ts'
import { amount as amountView, decimal, writeJson } from '../../json/write.ts'
import { requireCaller } from '../caller.ts'
import { onChain } from '../chain-errors.ts'
import { ApiError } from '../errors.ts'
import { requireBettable } from '../find-market.ts'
import { requireTokens } from '../funds.ts'
import { ProjectedBet, Quote } from '../schemas/answers.ts'
import { PlaceBetBody, QuoteQuery } from '../schemas/requests.ts'
import type { Services } from '../services.ts'
import { valid, validBody, validQuery } from '../validate.ts'
import { betView } from '../views/bet.ts'
import { oddsView, stakesView } from '../views/market.ts'
import { transactionView } from '../views/transaction.ts'
import { answer, define, described, errors, type GatewayApp, MarketParams, SIGNED } from './define.ts'

const betRoute = createRoute({
  method: 'post',
  path: '/v1/markets/{id}/bets',
  summary: 'Prepares a bet',
  description:
    'Answers with the bet as it will be and the transaction that places it, for the bettor to sign.',
  security: SIGNED,
  request: {
    params: MarketParams,
    body: { content: { 'application/json': { schema: PlaceBetBody } }, required: true },
  },
  responses: {
    202: described('The bet and its transaction', ProjectedBet),
    ...errors(400, 401, 402, 403, 404, 409, 413, 415, 429, 503),
  },
})

const quoteRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/quote',
  summary: 'Says what a bet would change and pay',
  request: { params: MarketParams, query: QuoteQuery },
  responses: { 200: described('The quote', Quote), ...errors(400, 404, 409, 429) },
})

/** Placing bets and asking what they would do. */
export function betRoutes(app: GatewayApp, services: Services): void {
  const { client, state } = services

  define(app, betRoute, async (c) => {
    const { wallet } = requireCaller(c, 'build')
    const entry = requireBettable(services, c.req.param('id'))
    const { market, currency } = entry
    const body = validBody(c, PlaceBetBody)
    if (body.currency && body.currency !== currency) {
      throw new ApiError(400, `currency: this market's bets are in ${currency}`)
    }
    const { outcome } = body
    const amount = stakeIn(entry, body.amount, state.config.settings)
    requireAccepting(entry, state.now())
    const bettor = new PublicKey(wallet)
    await requireTokens(client, { ...market, wallet: bettor, amount })
    const { poolsAfter: pools } = projected(entry, outcome, amount)
    const instructions = await onChain(() => client.buildPlaceBet({ market, bettor, outcome, amount }))
    const prepared = await onChain(() => client.prepare(instructions, { payer: bettor }))
    const { address, decimals } = market
    const bet = betView({ market: address, outcome, amount, currency, decimals, pools, transactionId: null })
    return answer(c, writeJson({ ...bet, transaction: transactionView(prepared) }), 202)
  })

  define(app, quoteRoute, (c) => {
    const entry = requireBettable(services, c.req.param('id'))
    const { outcome, amount: text } = validQuery(c, QuoteQuery)
    const amount = stakeIn(entry, text, state.config.settings)
    requireAccepting(entry, state.now())
    const { pools, decimals } = entry.market
    const { poolsAfter, payout, payoutRatio, priceImpactBps } = projected(entry, outcome, amount)
    return answer(
      c,
      writeJson({
        marketId: entry.id,
        outcome,
        amount: amountView(amount, decimals),
        currency: entry.currency,
        odds: oddsView(pools),
        newOdds: oddsView(poolsAfter),
        newTotalStake: stakesView(poolsAfter, decimals),
        payout: amountView(payout, decimals),
        payoutRatio: amountView(payoutRatio, 4),
        priceImpact: decimal(String(priceImpactBps / 10_000)),
      }),
    )
  })
}

/** The stake in base units, from the smallest that the program takes. */
function stakeIn(
  { market, currency }: BookEntry,
  text: string,
  settings: { minimumStakeSol: bigint; minimumStakeUtility: bigint },
): bigint {
  const amount = valid(() => parseAmount(text, market.decimals))
  const minimum = currency === 'SOL' ? settings.minimumStakeSol : settings.minimumStakeUtility
  if (amount < minimum) {
    const least = formatAmount(minimum, market.decimals)
    throw new ApiError(400, `amount: must be at least ${least} ${currency}`)
  }
  return amount
}

function projected({ market }: BookEntry, outcome: Outcome, amount: bigint) {
  return valid(() => quote({ pools: market.pools, outcome: outcome, amount, shares: market.terms }))
}

function requireAccepting(entry: BookEntry, now: bigint): void {
  if (entry.acceptsBets(now)) return
  const { status } = entry.market
  const reason = status === 'open' ? 'The market no longer takes bets' : `The market is ${status}`
  throw new ApiError(
    409,
    `${reason}: bets ended at ${new Date(Number(entry.market.closeAt) * 1_000).toISOString()}`,
  )
}
