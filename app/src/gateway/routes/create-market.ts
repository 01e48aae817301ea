import { randomInt } from 'node:crypto'
import { createRoute, type z } from '@hono/zod-openapi'
import {
  type Config,
  formatMoment,
  type OpenMarketInput,
  parseAmount,
  toMarketId,
} from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { requireScope } from '../auth/require.ts'
import type { GatewayApp } from '../context.ts'
import { decimalsOf } from '../currency.ts'
import { conditionOf } from '../derive-condition.ts'
import { ApiError } from '../errors.ts'
import { requireTokens } from '../funds.ts'
import { answer } from '../respond.ts'
import { ProjectedMarket } from '../schemas/answers.ts'
import { CreateMarketBody } from '../schemas/requests.ts'
import { AUTHENTICATED, bodyErrors, IdempotencyHeaders, jsonAnswer, jsonBody } from '../schemas/responses.ts'
import type { Services } from '../services.ts'
import { detailView, type ViewedMarket } from '../views/market.ts'
import { transactionView } from '../views/transaction.ts'

type CreateInput = z.output<typeof CreateMarketBody>

const route = createRoute({
  method: 'post',
  path: '/v1/markets',
  tags: ['Markets'],
  summary: 'Build a market',
  description:
    'Returns the market as it will be, and the transaction that creates it, for the creator to sign. `details` is ' +
    'the sentence that its condition means: confirm it before signing.',
  security: AUTHENTICATED,
  middleware: requireScope('build'),
  request: { headers: IdempotencyHeaders, body: jsonBody(CreateMarketBody) },
  responses: { 202: jsonAnswer('The market and its transaction', ProjectedMarket), ...bodyErrors(402, 403) },
})

/**
 * The range of nonces that one second uses: unix milliseconds plus a random number below this. The program accepts
 * nonces within five minutes of its clock.
 */
const NONCE_SPREAD = 60_000

/** The route that builds a market. */
export function createMarketRoute(app: GatewayApp, { client, state, progress }: Services): void {
  app.openapi(route, async (c) => {
    const body = c.req.valid('json')
    const now = state.now()
    const { config } = state
    requireTimes(body, Number(now), config)
    const input: OpenMarketInput = {
      creator: new PublicKey(c.get('caller').wallet),
      nonce: now * 1_000n + BigInt(randomInt(NONCE_SPREAD)),
      question: body.question,
      token: body.tokenAddress ? new PublicKey(body.tokenAddress) : null,
      expireAt: BigInt(body.expireAt),
      closeAt: body.closeAt === undefined ? undefined : BigInt(body.closeAt),
      condition: await conditionOf(body, now, progress),
      currency: body.currency,
      initialStake: parseInitialStake(body, config),
    }
    const market = projectMarket(input, now, config)
    const stake = input.initialStake?.amount ?? 0n
    if (stake > 0n) {
      const { mint, decimals } = market
      await requireTokens(client, { wallet: input.creator, mint, amount: stake, decimals })
    }
    const built = await client.buildCreateMarket(input)
    const prepared = await client.prepare(built.instructions, { payer: input.creator })
    const detail = detailView(toMarketId(built.market), input.question, market, true)
    return answer(c, { ...detail, transaction: transactionView(prepared) }, 202)
  })
}

function requireTimes({ expireAt, closeAt }: CreateInput, now: number, config: Config): void {
  if (expireAt <= now)
    throw new ApiError(400, `expireAt: is in the past; it is ${formatMoment(BigInt(now))} now`)
  const { maxDuration } = config.settings
  if (expireAt - now > maxDuration) {
    throw new ApiError(
      400,
      `expireAt: is more than ${Math.floor(maxDuration / 86_400)} days away, the longest duration`,
    )
  }
  if (closeAt === undefined) return
  if (closeAt <= now)
    throw new ApiError(400, `closeAt: is in the past; it is ${formatMoment(BigInt(now))} now`)
  if (closeAt > expireAt) throw new ApiError(400, 'closeAt: must not be after expireAt')
}

function parseInitialStake(
  { initialStake, currency }: CreateInput,
  config: Config,
): OpenMarketInput['initialStake'] {
  if (!initialStake) return null
  const amount = parseAmount(initialStake.amount, decimalsOf(currency, config), 'initialStake.amount')
  if (amount === 0n) throw new ApiError(400, 'initialStake.amount: must be above zero')
  return { outcome: initialStake.outcome, amount }
}

/** The market as the transaction will create it. */
function projectMarket(input: OpenMarketInput, now: bigint, config: Config): ViewedMarket {
  const { settings, attestorSets, utilityMint } = config
  const { outcome, amount = 0n } = input.initialStake ?? {}
  const expireAt = input.expireAt as bigint
  return {
    creator: input.creator,
    token: input.token ?? null,
    mint: input.currency === 'SOL' ? null : utilityMint,
    status: 'open',
    decimals: decimalsOf(input.currency, config),
    createdAt: now,
    closeAt: (input.closeAt as bigint | undefined) ?? expireAt,
    expireAt,
    resolvedAt: null,
    pools: outcome === 'No' ? [0n, amount] : [amount, 0n],
    fees: { burn: 0n, developer: 0n },
    terms: { ...settings, attestorSet: Math.max(0, attestorSets - 1) },
    condition: input.condition,
    outcome: null,
  }
}
