import { createRoute, z } from '@hono/zod-openapi'
import { findFeed, formatAmount, parseAmount } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import type { MarketBook } from '../../book/book.ts'
import { amount, decimal, writeJson } from '../../json/write.ts'
import type { PriceUpdate } from '../../prices/source.ts'
import { onChain } from '../chain-errors.ts'
import { ApiError } from '../errors.ts'
import { requireMarket } from '../find-market.ts'
import { Address, AnsweredAmount, Currency } from '../schemas/common.ts'
import { EventBody, FaucetBody, PriceBody } from '../schemas/requests.ts'
import { valid, validBody } from '../validate.ts'
import { answer, define, described, errors, type GatewayApp } from './define.ts'

/** The parts of a localnet that the gateway controls. */
export interface LocalnetControls {
  prices: {
    readonly feeds: readonly { symbol: string }[]
    /**
     * Sets a price in dollars and holds it.
     *
     * @returns the first update with that price, once it is on the chain
     */
    set(symbol: string, price: string): Promise<PriceUpdate>
  }
  faucet: {
    /** @returns the signature of the transfer, once it is confirmed */
    pay(payout: { wallet: PublicKey; currency: 'SOL' | 'UTILITY'; amount: bigint }): Promise<string>
  }
  program: { utilityDecimals: number }
  events: { set(market: PublicKey, hasHappened: boolean): void }
  attestorUrls: readonly string[]
}

const priceRoute = createRoute({
  method: 'post',
  path: '/v1/localnet/prices',
  summary: 'Sets a simulated price and holds it there',
  request: { body: { content: { 'application/json': { schema: PriceBody } }, required: true } },
  responses: {
    200: described(
      'The first update with that price, once it is on the chain',
      z.strictObject({ feed: z.string(), price: z.number(), publishTime: z.int() }).openapi('SimulatedPrice'),
    ),
    ...errors(400, 413, 415, 429),
  },
})

const faucetRoute = createRoute({
  method: 'post',
  path: '/v1/localnet/faucet',
  summary: 'Pays out play money',
  request: { body: { content: { 'application/json': { schema: FaucetBody } }, required: true } },
  responses: {
    201: described(
      'Paid',
      z
        .strictObject({
          wallet: Address,
          currency: Currency,
          amount: AnsweredAmount,
          transactionId: z.string(),
        })
        .openapi('FaucetPayment'),
    ),
    ...errors(400, 402, 413, 415, 429, 503),
  },
})

const eventRoute = createRoute({
  method: 'post',
  path: '/v1/localnet/events',
  summary: 'Says whether the event of a market has taken place',
  request: { body: { content: { 'application/json': { schema: EventBody } }, required: true } },
  responses: {
    200: described('What the attestors are told from now on', EventBody),
    ...errors(400, 404, 409, 413, 415, 429),
  },
})

/** What only a localnet can do. */
export function localnetRoutes(app: GatewayApp, controls: LocalnetControls, book: MarketBook): void {
  const { prices, faucet, program, events } = controls
  const symbols = prices.feeds.map(({ symbol }) => `${symbol}/USD`).join(', ')

  define(app, priceRoute, async (c) => {
    const body = validBody(c, PriceBody)
    const symbol = findFeed(body.feed)?.symbol
    const feed = prices.feeds.find((candidate) => candidate.symbol === symbol)
    if (!feed) throw new ApiError(400, `feed: must be one of ${symbols}`)
    const update = await prices.set(feed.symbol, body.price).catch((error: Error) => {
      throw error.message.startsWith('price:') ? new ApiError(400, error.message) : error
    })
    const price = decimal(formatAmount(update.price, -update.exponent))
    return answer(c, writeJson({ feed: `${feed.symbol}/USD`, price, publishTime: update.publishTime }))
  })

  define(app, faucetRoute, async (c) => {
    const { wallet, currency, ...body } = validBody(c, FaucetBody)
    const decimals = currency === 'SOL' ? 9 : program.utilityDecimals
    const units = valid(() => parseAmount(body.amount, decimals))
    if (units === 0n) throw new ApiError(400, 'amount: must be above zero')
    const payout = { wallet: new PublicKey(wallet), currency, amount: units }
    const transactionId = await onChain(() => faucet.pay(payout))
    return answer(c, writeJson({ wallet, currency, amount: amount(units, decimals), transactionId }), 201)
  })

  define(app, eventRoute, async (c) => {
    const { market: id, value } = await validBody(c, EventBody)
    const { market } = requireMarket(book, id)
    const { type } = market.condition
    if (type !== 'event') throw new ApiError(409, `market: is decided by ${type}, not by an event`)
    if (market.status !== 'open') throw new ApiError(409, `market: is ${market.status} already`)
    events.set(market.address, value)
    return answer(c, writeJson({ market: id, value }))
  })
}
