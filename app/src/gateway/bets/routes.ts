// The routes that place, build and quote bets.

import { createRoute, z } from '@hono/zod-openapi'
import { type Outcome, parseAmount } from '@prediction-market/sdk'
import { stakeCounts } from '@prediction-market/sdk/rules'
import { PublicKey } from '@solana/web3.js'
import type { BookEntry } from '../../book/entry.ts'
import { traced } from '../../runtime/tracing.ts'
import { delegateKeypair } from '../auth/api-key.ts'
import { bearerOf } from '../auth/authenticate.ts'
import type { GatewayApp } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { costsView, PendingTransaction, transactionView } from '../http/fields/transaction.ts'
import { answer, submittedAnswer } from '../http/respond.ts'
import {
  AUTHENTICATED,
  bodyErrors,
  errors,
  IdempotencyHeaders,
  jsonAnswer,
  jsonBody,
  MarketParams,
} from '../http/responses.ts'
import type { Services } from '../services.ts'
import * as checks from './checks.ts'
import type { OneCallBets } from './one-call/bets.ts'
import { BetConfirmation, BetQuery, PlaceBetBody, ProjectedBet, Quote, QuoteQuery } from './schemas.ts'
import { fundsNeeded, parseStake, projectBet } from './stake.ts'
import { betView, quoteView } from './views.ts'

const betRoute = createRoute({
  method: 'post',
  path: '/v1/markets/{id}/bets',
  operationId: 'placeBet',
  tags: ['Bets'],
  summary: 'Place a bet, or build one',
  description:
    'An API key with the scope `bet` places the bet from the bankroll of its wallet, within the limits of its delegate. ' +
    'A signed request, and a key with the scope `build` without `bet` or with `?build=true`, builds the bet: the answer ' +
    'has the bet and its transaction, for the bettor to sign; `from: "bankroll"` takes the stake from the bankroll. ' +
    'A bet whose payout would be below `minPayout` is refused. With `Idempotency-Key` repeated requests place one bet; ' +
    'without it two equal requests are two bets. If the price feed of the market publishes nothing, or is scheduled to ' +
    'be closed at the expiry, the answer is a 409 (`FeedStale`, `FeedClosed`); so it is for an event where the attestors ' +
    'answer none (`EventsUnanswered`).',
  security: AUTHENTICATED,
  middleware: checks.requireBetScope,
  request: {
    params: MarketParams,
    query: BetQuery,
    headers: IdempotencyHeaders,
    body: jsonBody(PlaceBetBody),
  },
  responses: {
    201: jsonAnswer('The bet was placed', BetConfirmation),
    202: jsonAnswer(
      'The bet and its transaction to sign; or the bet was sent and is not confirmed yet',
      z.union([ProjectedBet, PendingTransaction]),
    ),
    ...bodyErrors(402, 403, 404),
  },
})

const quoteRoute = createRoute({
  method: 'get',
  path: '/v1/markets/{id}/quote',
  operationId: 'quoteBet',
  tags: ['Bets'],
  summary: 'Quote a bet',
  description:
    'Odds after the bet, and its payout at the pools after the bet. Later bets change the payout: `payoutIfMatched` shows ' +
    'the effect of one of the same size. The stake counts from `countsFrom` on: an answer in `returnedBy` as of an ' +
    'earlier second refunds it in full.',
  request: { params: MarketParams, query: QuoteQuery },
  responses: { 200: jsonAnswer('The quote', Quote), ...errors(404, 409) },
})

/** A bet to build. */
interface BuiltStake {
  market: BookEntry['market']
  outcome: Outcome
  /** Base units. */
  amount: bigint
  minPayout: bigint
}

const FROM_WALLET =
  'from: an API key places bets from the bankroll; ?build=true builds one from the wallet, with the scope build'

export function betRoutes(app: GatewayApp, services: Services & { oneCallBets: OneCallBets }): void {
  const { client, state, feeds, oneCallBets } = services
  const { answersEvents } = services.deployment

  app.openapi(betRoute, async (c) => {
    const caller = c.get('caller')
    const sending = c.get('sending')
    const isPlaced = checks.isPlacedByKey(c, caller)
    // Before any check: a bet that was sent is answered, even if its market has closed since.
    const resumed = isPlaced ? await oneCallBets.resume(sending?.sent) : undefined
    if (resumed) return submittedAnswer(c, resumed)
    const entry = await checks.requireMarketOnChain(services, c.req.valid('param').id)
    const { market, currency } = entry
    const body = c.req.valid('json')
    checks.requireCurrency(entry, body.currency)
    const { outcome } = body
    const amount = parseStake(entry, body.amount, state.config.settings)
    const minPayout =
      body.minPayout === undefined ? 0n : parseAmount(body.minPayout, market.decimals, 'minPayout')
    checks.requireBettingOpen(entry, state)
    checks.requireAnswered(market.condition, answersEvents)
    await feeds.requireForBet(market, state.now())
    const bettor = new PublicKey(caller.wallet)
    const { newTotalStake, payout } = projectBet(entry, outcome, amount)
    checks.requireMinPayout(entry, payout, minPayout)
    if (isPlaced) {
      if (body.from === 'wallet') throw new ApiError(400, FROM_WALLET)
      const key = delegateKeypair(bearerOf(c))
      const bet = { owner: bettor, entry, outcome, amount, minPayout, key }
      return submittedAnswer(c, await oneCallBets.place(bet, sending))
    }
    const stake = { market, outcome, amount, minPayout }
    const build = body.from === 'bankroll' ? buildFromBankroll : buildFromWallet
    const { prepared, costs } = await traced('build', {}, async () => {
      const { instructions, costs } = await build(bettor, entry, stake)
      return { costs, prepared: await client.prepare(instructions, { payer: bettor, isUnique: true }) }
    })
    const bet = betView({
      market: market.address,
      outcome,
      amount,
      currency,
      decimals: market.decimals,
      pools: newTotalStake,
      transactionId: null,
    })
    return answer(c, { ...bet, ...costsView(costs), transaction: transactionView(prepared) }, 202)
  })

  // What each reads is asked for at the same time, which is one call to a node.
  async function buildFromWallet(bettor: PublicKey, { market }: BookEntry, stake: BuiltStake) {
    const { mint, decimals } = market
    const [costs] = await Promise.all([
      client.bets.costs(market, bettor),
      checks.requireWalletHolds(client, { wallet: bettor, mint, amount: stake.amount, decimals }),
    ])
    return { costs, instructions: await client.bets.buildPlace({ bettor, ...stake }) }
  }

  async function buildFromBankroll(owner: PublicKey, { market, currency }: BookEntry, stake: BuiltStake) {
    const [{ address, balances }, costs] = await Promise.all([
      client.bankroll.funds(owner, state.config.utilityMint),
      client.bets.costs(market, owner),
    ])
    const needed = fundsNeeded({ currency, amount: stake.amount }, costs.deposit + costs.reward)
    checks.requireBankrollHolds({ address, held: balances, needed }, state.config)
    return { costs, instructions: await client.bankroll.buildBet({ owner, ...stake }) }
  }

  app.openapi(quoteRoute, async (c) => {
    const entry = await checks.requireMarketOnChain(services, c.req.valid('param').id)
    const { outcome, amount: text } = c.req.valid('query')
    const amount = parseStake(entry, text, state.config.settings)
    const now = state.now()
    checks.requireBettingOpen(entry, state)
    const { market } = entry
    checks.requireAnswered(market.condition, answersEvents)
    await feeds.requireForBet(market, now)
    const extra = { counts: stakeCounts(market, now), costs: await client.bets.costs(market) }
    return answer(c, quoteView(entry, outcome, amount, projectBet(entry, outcome, amount), extra), 200)
  })
}
