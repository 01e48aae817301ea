// The route that builds a market.

import { randomInt } from 'node:crypto'
import { createRoute, type z } from '@hono/zod-openapi'
import {
  type Condition,
  type Config,
  describeCondition,
  formatMoment,
  type OpenMarketInput,
  ProgramError,
  parseAmount,
  toMarketId,
} from '@prediction-market/sdk'
import { CURRENCIES } from '@prediction-market/sdk/currency'
import * as rules from '@prediction-market/sdk/rules'
import { PublicKey } from '@solana/web3.js'
import { requireScope } from '../auth/require.ts'
import { requireAnswered, requireWalletHolds } from '../bets/checks.ts'
import type { GatewayApp } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { costsView, transactionView } from '../http/fields/transaction.ts'
import { answer } from '../http/respond.ts'
import { AUTHENTICATED, bodyErrors, IdempotencyHeaders, jsonAnswer, jsonBody } from '../http/responses.ts'
import { openMarketView, UNDECIDED, type ViewedMarket } from '../markets/views.ts'
import type { Services } from '../services.ts'
import { conditionOf, requireTokenAccounts } from './read-question.ts'
import { CreateMarketBody, ProjectedMarket } from './schemas.ts'

type CreateInput = z.output<typeof CreateMarketBody>

const route = createRoute({
  method: 'post',
  path: '/v1/markets',
  operationId: 'buildMarket',
  tags: ['Markets'],
  summary: 'Build a market',
  description:
    'Returns the market and the transaction that creates it, for the creator to sign. `details` describes its ' +
    'condition in words: check it before signing. The transaction fails if fees or periods differ from those in the ' +
    'answer. If the price feed is scheduled to be closed between the end of betting and a minute after the expiry, or is ' +
    'too uncertain now, the answer is a 409 (`FeedClosed`, `FeedUncertain`); so it is for an event where the attestors ' +
    'answer none (`EventsUnanswered`).',
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

/** Nonces to try: another market of the creator may have used one. */
const NONCE_ATTEMPTS = 3

export function createMarketRoute(app: GatewayApp, services: Services): void {
  const { client, callerClient, state, progress, feeds, deployment } = services

  app.openapi(route, async (c) => {
    const body = c.req.valid('json')
    const now = state.now()
    const { config } = state
    const { settings } = config
    requireFuture('expireAt', body.expireAt, now)
    const { answersEvents } = deployment
    const condition = await conditionOf(body, { now, progress })
    requireAnswered(condition, answersEvents)
    requireDetails(body, condition)
    const closeAt = requireTimes(body, condition, now, config)
    const expireAt = BigInt(body.expireAt)
    await feeds.requireForMarket({ condition, closeAt, expireAt, terms: config.settings })
    const mint = CURRENCIES[body.currency].mint(config)
    const input: NewMarket = {
      creator: new PublicKey(c.get('caller').wallet),
      question: body.question,
      token: body.tokenAddress ? new PublicKey(body.tokenAddress) : null,
      expireAt,
      // Set, so that betting ends as in the answer: when it is signed, the latest possible end may be later.
      closeAt,
      condition,
      currency: body.currency,
      initialStake: parseInitialStake(body, config),
      expected: rules.expectedTerms(config, condition, mint),
      rewardStake: mint ? rules.proposeRewardStake(settings.decideReward, settings, state.feeVault) : 0n,
      maxRatio: rules.proposeMaxRatio(condition, settings),
    }
    await requireTokenAccounts(
      callerClient,
      { condition, token: input.token },
      deployment.cluster === 'localnet',
    )
    const market = projectMarket({ ...input, closeAt }, now, config)
    const stake = input.initialStake?.amount ?? 0n
    if (stake > 0n) {
      const { decimals } = market
      await requireWalletHolds(client, { wallet: input.creator, mint, amount: stake, decimals })
    }
    const [{ address, prepared }, costs] = await Promise.all([
      build(input, now),
      client.markets.costs({ question: body.question, currency: body.currency, hasStake: stake > 0n }),
    ])
    const detail = openMarketView(toMarketId(address), input.question, market, true)
    return answer(c, { ...detail, ...costsView(costs), transaction: transactionView(prepared) }, 202)
  })

  async function build(input: NewMarket, now: bigint, attempt = 1) {
    const nonce = now * 1_000n + BigInt(randomInt(NONCE_SPREAD))
    const { market: address, instructions } = await client.markets.buildCreate({ ...input, nonce })
    try {
      return { address, prepared: await client.prepare(instructions, { payer: input.creator }) }
    } catch (error) {
      const isTaken = error instanceof ProgramError && error.name === 'AccountExists'
      if (!isTaken || attempt === NONCE_ATTEMPTS) throw error
      return build(input, now, attempt + 1)
    }
  }
}

/** The market to open, with the defaults filled in. */
type NewMarket = OpenMarketInput & {
  creator: PublicKey
  token: PublicKey | null
  condition: Condition
  rewardStake: bigint
  maxRatio: number
}

/** Refuses a market that means something else than the creator confirmed. */
function requireDetails({ details, tokenAddress, expireAt }: CreateInput, condition: Condition): void {
  if (details === undefined) return
  const meant = describeCondition(condition, {
    tokenAddress: tokenAddress ?? null,
    expireAt: BigInt(expireAt),
  })
  if (details !== meant) throw new ApiError(400, `details: the market would mean: ${meant}`)
}

/** Refuses a time that has passed. */
export function requireFuture(field: string, second: number, now: bigint): void {
  if (second > now) return
  throw new ApiError(400, `${field}: is in the past; it is ${formatMoment(now)} now`)
}

/** Refuses a market that is too short for its stakes to win; the error names the earliest possible expiry. */
export function requireDuration(
  { settings }: Config,
  condition: Condition,
  now: bigint,
  expireAt: bigint,
): void {
  if ('referenceAt' in condition) requireReference(settings, condition.referenceAt, now, expireAt)
  const shortest = rules.shortestDuration(settings, condition)
  if (expireAt - now >= shortest) return
  const earliest = formatMoment(now + BigInt(shortest))
  throw new ApiError(
    400,
    `expireAt: must be ${earliest} or later: such a market lasts at least ${shortest} seconds, ` +
      'so that every stake can win',
  )
}

/** Refuses a change whose betting would have ended already, or that is so short that one price could be both. */
function requireReference(
  settings: Config['settings'],
  referenceAt: bigint,
  now: bigint,
  expireAt: bigint,
): void {
  const earliest = now + BigInt(settings.closeMargin) + 1n
  if (referenceAt < earliest) {
    throw new ApiError(
      400,
      `condition.referenceAt: must be ${formatMoment(earliest)} or later: ` +
        `betting ends ${settings.closeMargin} seconds before it`,
    )
  }
  const shortest = rules.shortestChange(settings)
  if (expireAt - referenceAt >= shortest) return
  throw new ApiError(
    400,
    `expireAt: must be ${formatMoment(referenceAt + BigInt(shortest))} or later: ` +
      `a change is measured over at least ${shortest} seconds`,
  )
}

/**
 * Checks the times of a market.
 *
 * @returns when betting ends, in unix seconds: as late as the rules allow if the creator names no time
 */
export function requireTimes(
  body: Pick<CreateInput, 'expireAt' | 'closeAt'>,
  condition: Condition,
  now: bigint,
  config: Config,
): bigint {
  const { settings } = config
  const expireAt = BigInt(body.expireAt)
  const duration = expireAt - now
  if (duration > settings.maxDuration) {
    const days = Math.floor(settings.maxDuration / 86_400)
    throw new ApiError(400, `expireAt: is more than ${days} days away, the longest duration`)
  }
  requireDuration(config, condition, now, expireAt)
  const latest = rules.latestClose(settings, condition, now, expireAt)
  if (body.closeAt === undefined) return latest
  requireFuture('closeAt', body.closeAt, now)
  const closeAt = BigInt(body.closeAt)
  if (closeAt > expireAt) throw new ApiError(400, 'closeAt: must not be after expireAt')
  if (closeAt > latest) {
    throw new ApiError(
      400,
      `closeAt: must be ${formatMoment(latest)} or earlier: betting ends before the answer can be out`,
    )
  }
  return closeAt
}

function parseInitialStake(
  { initialStake, currency }: CreateInput,
  config: Config,
): OpenMarketInput['initialStake'] {
  if (!initialStake) return null
  const amount = parseAmount(
    initialStake.amount,
    CURRENCIES[currency].decimals(config),
    'initialStake.amount',
  )
  if (amount === 0n) throw new ApiError(400, 'initialStake.amount: must be above zero')
  return { outcome: initialStake.outcome, amount }
}

/** The market as the transaction will create it. */
function projectMarket(input: NewMarket & { closeAt: bigint }, now: bigint, config: Config): ViewedMarket {
  const { settings, attestorSets } = config
  const currency = CURRENCIES[input.currency]
  const { outcome, amount = 0n } = input.initialStake ?? {}
  const expireAt = input.expireAt as bigint
  return {
    ...UNDECIDED,
    creator: input.creator,
    token: input.token ?? null,
    mint: currency.mint(config),
    decimals: currency.decimals(config),
    createdAt: now,
    closeAt: input.closeAt,
    expireAt,
    pools: outcome === 'No' ? { Yes: 0n, No: amount } : { Yes: amount, No: 0n },
    terms: {
      ...settings,
      voidDelay: rules.voidDelayOf(settings, input.condition),
      period: rules.periodLength(settings, input.condition, expireAt - now),
      attestorSet: Math.max(0, attestorSets - 1),
      rewardStake: input.rewardStake,
      maxRatio: input.maxRatio,
    },
    condition: input.condition,
  }
}
