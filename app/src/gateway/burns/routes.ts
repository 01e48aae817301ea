// The routes for the burn auction.

import { createRoute } from '@hono/zod-openapi'
import { type FeeVault, formatAmount, parseAmount, SOL_DECIMALS } from '@prediction-market/sdk'
import { largestPurchase, MIN_PURCHASE, quoteBurn } from '@prediction-market/sdk/rules'
import { PublicKey } from '@solana/web3.js'
import { burnedByMarkets, purchases } from '../../history/queries/burns.ts'
import type { EventPage } from '../../history/queries/events.ts'
import { requireScope } from '../auth/require.ts'
import { requireWalletHolds } from '../bets/checks.ts'
import type { GatewayApp } from '../http/context.ts'
import { type ApiError, refusal } from '../http/errors/api-error.ts'
import { transactionView } from '../http/fields/transaction.ts'
import { PageQuery, pageHeaders } from '../http/page-schemas.ts'
import { nextPageHeaders, readNewest } from '../http/paging.ts'
import { answer } from '../http/respond.ts'
import { ResponseCache } from '../http/response-cache.ts'
import {
  AUTHENTICATED,
  bodyErrors,
  errors,
  IdempotencyHeaders,
  jsonAnswer,
  jsonBody,
} from '../http/responses.ts'
import type { Services } from '../services.ts'
import { Burns, BuyBody, ProjectedPurchase } from './schemas.ts'
import { burnsView, confirmationView, purchaseView } from './views.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/v1/burns',
  operationId: 'getBurns',
  tags: ['Burns'],
  summary: 'Get the burned amounts and the burn auction',
  description:
    'The burn share of UTILITY markets is burned when it is collected. The burn share of SOL markets is reserved: ' +
    'anyone can buy it with UTILITY, which is burned, at a price that halves with time and rises with each purchase.',
  request: { query: PageQuery },
  responses: {
    200: { ...jsonAnswer('The auction and its purchases', Burns), headers: pageHeaders },
    ...errors(),
  },
})

const buyRoute = createRoute({
  method: 'post',
  path: '/v1/burns',
  operationId: 'buildPurchase',
  tags: ['Burns'],
  summary: 'Build a purchase in the burn auction',
  description:
    'Returns the present price, and the transaction that buys the SOL, for the buyer to sign. By the time it is confirmed ' +
    'the price may have fallen, or risen through other purchases; the program refuses to charge more than `maxTokens`.',
  security: AUTHENTICATED,
  middleware: requireScope('build'),
  request: { headers: IdempotencyHeaders, body: jsonBody(BuyBody) },
  responses: {
    202: jsonAnswer('The purchase and its transaction', ProjectedPurchase),
    ...bodyErrors(402, 403),
  },
})

const LIST = 'burns'

export function burnRoutes(app: GatewayApp, { state, client, history }: Services): void {
  const cache = new ResponseCache<{ burned: bigint }>(history)

  app.openapi(listRoute, async (c) => {
    const read = (page: EventPage) => purchases(history.db, page)
    const [{ items, next }, markets] = await Promise.all([
      readNewest(c.req.valid('query'), LIST, read, ({ id }) => id),
      cache.get(LIST, async () => ({ burned: await burnedByMarkets(history.db) })),
    ])
    const { config, feeVault, mintAuthority } = state
    const decimals = config.utilityDecimals
    const body = {
      ...burnsView(feeVault, state, { decimals, byMarkets: markets.burned }),
      mintAuthority: mintAuthority?.toBase58() ?? null,
      purchases: items.map((row) => purchaseView(row, decimals)),
    }
    return answer(c, body, 200, next === null ? undefined : nextPageHeaders(c.req.url, next))
  })

  app.openapi(buyRoute, async (c) => {
    const { wallet } = c.get('caller')
    const { utilityMint: mint, utilityDecimals: decimals } = state.config
    const body = c.req.valid('json')
    const lamports = parseAmount(body.sol, SOL_DECIMALS, 'sol')
    const vault = await client.burns.vault()
    requireForSale(vault, lamports)
    const { tokens, price } = quoteBurn(vault, lamports, BigInt(state.slot))
    const maxTokens =
      body.maxTokens === undefined ? tokens : parseAmount(body.maxTokens, decimals, 'maxTokens')
    if (tokens > maxTokens) throw tooExpensive(lamports, tokens, decimals)
    const buyer = new PublicKey(wallet)
    await requireWalletHolds(client, {
      wallet: buyer,
      mint,
      amount: tokens,
      decimals,
      what: 'the purchase costs',
    })
    const instructions = await client.burns.buildBuy({ buyer, lamports, maxTokens, mint })
    const prepared = await client.prepare(instructions, { payer: buyer })
    const purchase = confirmationView({ buyer: wallet, lamports, tokens, price }, decimals, null)
    return answer(c, { ...purchase, transaction: transactionView(prepared) }, 202)
  })
}

/** Refuses a purchase outside of the auction's limits, as the program does. */
function requireForSale(vault: FeeVault, lamports: bigint): void {
  const [least, most] = [BigInt(MIN_PURCHASE), largestPurchase(vault)]
  if (lamports >= least && lamports <= most) return
  const sol = (units: bigint) => formatAmount(units, SOL_DECIMALS)
  throw refusal(
    'PurchaseOutOfRange',
    most < least
      ? `sol: less than ${sol(least)} SOL are for sale`
      : `sol: must be from ${sol(least)} to ${sol(most)}, of the ${sol(vault.forSale)} SOL for sale`,
  )
}

function tooExpensive(lamports: bigint, tokens: bigint, decimals: number): ApiError {
  const cost = `${formatAmount(lamports, SOL_DECIMALS)} SOL cost ${formatAmount(tokens, decimals)} UTILITY now`
  return refusal('PurchaseTooExpensive', `maxTokens: ${cost}`)
}
