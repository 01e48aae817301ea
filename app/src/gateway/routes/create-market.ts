import { randomInt } from 'node:crypto'
import { createRoute, type z } from '@hono/zod-openapi'
import {
  type Condition,
  type Config,
  formatMoment,
  type OpenMarketInput,
  parseAmount,
  parseQuestion,
  QUESTION_EXAMPLES,
  toMarketId,
} from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { writeJson } from '../../json/write.ts'
import { requireCaller } from '../caller.ts'
import { onChain } from '../chain-errors.ts'
import { ApiError } from '../errors.ts'
import { requireTokens } from '../funds.ts'
import { ProjectedMarket } from '../schemas/answers.ts'
import { CreateMarketBody } from '../schemas/requests.ts'
import type { Services } from '../services.ts'
import { valid, validBody } from '../validate.ts'
import { detailView, type ViewedMarket } from '../views/market.ts'
import { transactionView } from '../views/transaction.ts'
import { answer, define, described, errors, type GatewayApp, SIGNED } from './define.ts'

type CreateInput = z.output<typeof CreateMarketBody>

const route = createRoute({
  method: 'post',
  path: '/v1/markets',
  summary: 'Prepares a market',
  description:
    'Answers with the market as it will be and the transaction that opens it, for its creator to sign.',
  security: SIGNED,
  request: { body: { content: { 'application/json': { schema: CreateMarketBody } }, required: true } },
  responses: {
    202: described('The market and its transaction', ProjectedMarket),
    ...errors(400, 401, 402, 403, 409, 413, 415, 429, 503),
  },
})

/** How far nonces of one second lie apart, in milliseconds; the program allows for five minutes. */
const NONCE_SPREAD = 60_000

/** Opening markets. */
export function createMarketRoute(app: GatewayApp, { client, state }: Services): void {
  define(app, route, async (c) => {
    const { wallet } = requireCaller(c, 'build')
    const body = validBody(c, CreateMarketBody)
    const now = state.now()
    const { config } = state
    requireTimes(body, now, config)
    const input: OpenMarketInput = {
      creator: new PublicKey(wallet),
      nonce: now * 1_000n + BigInt(randomInt(NONCE_SPREAD)),
      question: body.question,
      token: body.tokenAddress ? new PublicKey(body.tokenAddress) : null,
      expireAt: body.expireAt,
      closeAt: body.closeAt,
      condition: body.condition ?? derive(body),
      currency: body.currency,
      initialStake: stakeOf(body, config),
    }
    const projected = project(input, now, config)
    const { amount = 0n } = input.initialStake ?? {}
    if (amount > 0n) await requireTokens(client, { ...projected, wallet: input.creator, amount })
    const { market, instructions } = await onChain(() => client.buildCreateMarket(input))
    const prepared = await onChain(() => client.prepare(instructions, { payer: input.creator }))
    const detail = detailView(toMarketId(market), input.question, projected, true)
    return answer(c, writeJson({ ...detail, transaction: transactionView(prepared) }), 202)
  })
}

function requireTimes({ expireAt, closeAt }: CreateInput, now: bigint, config: Config): void {
  if (expireAt <= now) throw new ApiError(400, `expireAt: is in the past; it is ${formatMoment(now)} now`)
  const longest = BigInt(config.settings.maxDuration)
  if (expireAt - now > longest) {
    throw new ApiError(400, `expireAt: is more than the ${longest / 86_400n} days away that a market may run`)
  }
  if (closeAt === undefined) return
  if (closeAt <= now) throw new ApiError(400, `closeAt: is in the past; it is ${formatMoment(now)} now`)
  if (closeAt > expireAt) throw new ApiError(400, 'closeAt: must not be after expireAt')
}

/** What the question says, if it says it in a way that cannot be misunderstood. */
function derive({ question, tokenAddress = null, expireAt }: CreateInput): Condition {
  const result = parseQuestion(question, { tokenAddress, expireAt })
  if (result.ok) return result.condition
  const examples = QUESTION_EXAMPLES.map((example) => `"${example}"`).join(', ')
  throw new ApiError(
    400,
    `question: no condition can be derived from it: ${result.reason}. ` +
      `Give a condition, or ask like one of these: ${examples}`,
  )
}

function stakeOf({ initialStake, currency }: CreateInput, config: Config): OpenMarketInput['initialStake'] {
  if (!initialStake) return null
  const decimals = decimalsOf(currency, config)
  const field = 'initialStake.amount'
  const amount = valid(() => parseAmount(initialStake.amount, decimals, field))
  if (amount === 0n) throw new ApiError(400, `${field}: must be above zero`)
  return { outcome: initialStake.outcome, amount }
}

function decimalsOf(currency: 'SOL' | 'UTILITY', config: Config): number {
  return currency === 'SOL' ? 9 : config.utilityDecimals
}

/** The market as it will be. */
function project(input: OpenMarketInput, now: bigint, config: Config): ViewedMarket {
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
