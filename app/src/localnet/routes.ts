// The routes that exist only beside a localnet: prices, faucet, events and tokens.

import { createRoute, z } from '@hono/zod-openapi'
import { formatAmount, parseAmount } from '@prediction-market/sdk'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import { findFeed } from '@prediction-market/sdk/feeds'
import { PublicKey } from '@solana/web3.js'
import type { GatewayApp } from '../gateway/http/context.ts'
import { ApiError, refusal } from '../gateway/http/errors/api-error.ts'
import type { Answered } from '../gateway/http/fields/answered.ts'
import { Address, AnsweredAmount, Currency, Exact, TransactionId } from '../gateway/http/fields/schemas.ts'
import { answer } from '../gateway/http/respond.ts'
import { bodyErrors, IdempotencyHeaders, jsonAnswer, jsonBody } from '../gateway/http/responses.ts'
import { findMarket, type MarketSources } from '../gateway/markets/find-market.ts'
import type { Mount } from '../gateway/options.ts'
import { amount, decimal } from '../json/json.ts'
import type { Localnet } from './localnet.ts'
import { EventBody, FaucetBody, PriceBody, Token, TokenBody } from './schemas.ts'

type LocalnetControls = Pick<Localnet, 'prices' | 'faucet' | 'tokens' | 'program' | 'events'>

const SimulatedPrice = z
  .strictObject({ feed: z.string(), price: Exact, publishTime: z.int() })
  .openapi('SimulatedPrice')

const FaucetPayment = z
  .strictObject({
    wallet: Address,
    currency: Currency,
    amount: AnsweredAmount,
    transactionId: TransactionId,
  })
  .openapi('FaucetPayment')

const priceRoute = createRoute({
  method: 'post',
  path: '/v1/localnet/prices',
  operationId: 'setPrice',
  tags: ['Localnet'],
  summary: 'Set a simulated price and hold it',
  description:
    'Sets a price from the next second on. `confidence` makes it uncertain, `asleep` stops the feed like that of a closed ' +
    'exchange, and `schedule` says when it is closed, in the format of Pyth. Fields that are left out are reset, but the ' +
    'price stays.',
  request: { headers: IdempotencyHeaders, body: jsonBody(PriceBody) },
  responses: {
    200: jsonAnswer(
      'The last update, once it is on the chain: with that price, unless the feed is asleep',
      SimulatedPrice,
    ),
    ...bodyErrors(),
  },
})

const faucetRoute = createRoute({
  method: 'post',
  path: '/v1/localnet/faucet',
  operationId: 'requestFunds',
  tags: ['Localnet'],
  summary: 'Pay out play money',
  description: 'SOL or UTILITY without value, to any wallet.',
  request: { headers: IdempotencyHeaders, body: jsonBody(FaucetBody) },
  responses: { 201: jsonAnswer('The payment', FaucetPayment), ...bodyErrors(402) },
})

const eventRoute = createRoute({
  method: 'post',
  path: '/v1/localnet/events',
  operationId: 'setEvent',
  tags: ['Localnet'],
  summary: 'Set whether the event of a market has taken place',
  description: 'The attestors of the localnet then vote for it.',
  request: { headers: IdempotencyHeaders, body: jsonBody(EventBody) },
  responses: { 200: jsonAnswer('The answer that attestors sign from now on', EventBody), ...bodyErrors(404) },
})

const tokenRoute = createRoute({
  method: 'post',
  path: '/v1/localnet/tokens',
  operationId: 'setToken',
  tags: ['Localnet'],
  summary: 'Create or change a token',
  description:
    'Creates a mint with a supply and a number of holders. With the `mint` of an existing token, changes only the given ' +
    'fields. `bondingCurve` and `pool` create the accounts of pump.fun. Wrapped SOL, USDC, USDT, BONK, JUP, WIF and PYTH ' +
    'exist from the start, at their mainnet addresses.',
  request: { headers: IdempotencyHeaders, body: jsonBody(TokenBody) },
  responses: { 200: jsonAnswer('The token after the change', Token), ...bodyErrors() },
})

/** Mounts the routes of a localnet on a gateway beside it. */
export function mountLocalnet(localnet: LocalnetControls): Mount {
  return (services) => ({ addRoutes: (app) => localnetRoutes(app, localnet, services) })
}

function localnetRoutes(app: GatewayApp, localnet: LocalnetControls, services: MarketSources): void {
  const { prices, faucet, tokens, program, events } = localnet
  const symbols = prices.feeds.map(({ symbol }) => `${symbol}/USD`).join(', ')

  app.openapi(priceRoute, async (c) => {
    const { feed: name, price: dollars, ...change } = c.req.valid('json')
    const symbol = findFeed(name)?.symbol
    const feed = prices.feeds.find((candidate) => candidate.symbol === symbol)
    if (!feed) throw new ApiError(400, `feed: must be one of ${symbols}`)
    const update = await prices.set(feed.symbol, dollars, change)
    const price = decimal(formatAmount(update.price, -update.exponent))
    return answer(c, { feed: `${feed.symbol}/USD`, price, publishTime: update.publishTime }, 200)
  })

  app.openapi(faucetRoute, async (c) => {
    const { wallet, currency, amount: text } = c.req.valid('json')
    const decimals = CURRENCIES[currency].decimals(program)
    const units = parseAmount(text, decimals)
    if (units === 0n) throw new ApiError(400, 'amount: must be above zero')
    const transactionId = await faucet.pay({ wallet: new PublicKey(wallet), currency, amount: units })
    return answer(c, { wallet, currency, amount: amount(units, decimals), transactionId }, 201)
  })

  app.openapi(tokenRoute, async (c) => {
    const { mint, supply, ...change } = c.req.valid('json')
    if (mint === program.utilityMint.toBase58()) {
      throw new ApiError(400, 'mint: is the mint of UTILITY; use POST /v1/localnet/faucet to get more')
    }
    const token = await tokens.set({
      ...change,
      mint: mint === undefined ? undefined : new PublicKey(mint),
      supply:
        supply === undefined
          ? undefined
          : (decimals: number) => parseAmount(supply, decimals, 'supply of tokens'),
    })
    const view: Answered<typeof Token> = {
      ...token,
      mint: token.mint.toBase58(),
      supply: amount(token.supply, token.decimals),
    }
    return answer(c, view, 200)
  })

  app.openapi(eventRoute, async (c) => {
    const { market: id, value } = c.req.valid('json')
    const { address, market } = await findMarket(services, id)
    const { type } = market.condition
    if (type !== 'event') throw new ApiError(400, `market: is decided by ${type}, not by an event`)
    if (market.status !== 'open') throw refusal('MarketDecided', `market: is ${market.status} already`)
    events.set(new PublicKey(address), value)
    return answer(c, { market: id, value }, 200)
  })
}
