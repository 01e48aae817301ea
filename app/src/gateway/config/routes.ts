// The routes for the configuration of the deployment, and for the assets that questions can name.

import { createRoute, z } from '@hono/zod-openapi'
import { type AttestorSet, type CurrencyId, SOL_DECIMALS } from '@prediction-market/sdk'
import { byCurrency, CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { feedPair, findFeed, PRICE_FEEDS } from '@prediction-market/sdk/feeds'
import * as rules from '@prediction-market/sdk/rules'
import { amount, decimal } from '../../json/json.ts'
import type { GatewayApp } from '../http/context.ts'
import type { Answered } from '../http/fields/answered.ts'
import { feeShares, isoTime } from '../http/fields/views.ts'
import { MAX_PAGE } from '../http/page-schemas.ts'
import { answer } from '../http/respond.ts'
import { errors, jsonAnswer } from '../http/responses.ts'
import type { Services } from '../services.ts'
import { Asset, ConfigAnswer } from './schemas.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/config',
  operationId: 'getConfig',
  tags: ['Service'],
  summary: 'Get the configuration of this deployment',
  description: 'Program, currencies, fees, limits, rewards and times, and what this gateway offers.',
  responses: { 200: jsonAnswer('The configuration', ConfigAnswer), ...errors() },
})

export function configRoute(app: GatewayApp, { state, client, deployment }: Services): void {
  const { cluster, rpcUrl, feeds = PRICE_FEEDS.map(feedPair), maxBodyBytes } = deployment

  let newest: AttestorSet | undefined

  /** The newest set, which new markets take. A set never changes, so that it is read once. */
  const attestors = async () => {
    const index = state.config.attestorSets - 1
    if (index < 0) return null
    if (newest?.index !== index) newest = await client.attestorSet(index)
    return { threshold: newest.threshold, total: newest.keys.length }
  }

  /** The smaller pool of a new market from which on deciding it earns the whole reward. */
  const rewardStake = (id: CurrencyId) => {
    const { settings } = state.config
    const { isNative, decimals } = CURRENCIES[id]
    const proposed = rules.proposeRewardStake(settings.decideReward, settings, state.feeVault)
    const stake = rules.fullRewardStake({ ...settings, rewardStake: proposed }, isNative)
    return stake === null ? null : amount(stake, decimals(state.config))
  }

  app.openapi(route, async (c) => {
    const { settings } = state.config
    const currencies = CURRENCY_IDS.map((id) => {
      const currency = CURRENCIES[id]
      const decimals = currency.decimals(state.config)
      const minimumStake = amount(currency.minimumStake(settings), decimals)
      return { id, mint: currency.mint(state.config)?.toBase58() ?? null, decimals, minimumStake }
    })
    return answer(
      c,
      {
        cluster,
        rpcUrl,
        programId: client.programId.toBase58(),
        currencies,
        mintAuthority: state.mintAuthority?.toBase58() ?? null,
        feePercentage: feeShares(settings),
        rewards: {
          decide: amount(settings.decideReward, SOL_DECIMALS),
          settle: amount(settings.settleReward, SOL_DECIMALS),
          decideAtMost: amount(BigInt(rules.MAX_DECIDE_REWARD), SOL_DECIMALS),
          stake: byCurrency(rewardStake),
        },
        maxRatio: amount(BigInt(rules.proposeMaxRatio({ type: 'change', bps: 0 }, settings)), 2),
        betsOpenAt: state.config.betsOpenAt === 0n ? null : isoTime(state.config.betsOpenAt),
        limits: {
          questionBytes: rules.MAX_QUESTION_BYTES,
          durationSeconds: settings.maxDuration,
          proofWindowSeconds: settings.proofWindow,
          voidDelaySeconds: settings.voidDelay,
          bettingPeriodSeconds: {
            shortest: settings.shortestPeriod,
            longest: rules.LONGEST_PERIOD,
            shortestAttested: settings.shortestAttestedPeriod,
            longestAttested: rules.LONGEST_ATTESTED_PERIOD,
          },
          pageSize: MAX_PAGE,
          bodyBytes: maxBodyBytes,
          paused: settings.paused,
        },
        feeds: [...feeds],
        attestors: await attestors(),
        answersEvents: deployment.answersEvents,
      } satisfies Answered<typeof ConfigAnswer>,
      200,
    )
  })
}

const assetsRoute = createRoute({
  method: 'get',
  path: '/v1/assets',
  operationId: 'listAssets',
  tags: ['Markets'],
  summary: 'List the assets that questions can name, with their prices',
  description: 'Each with its Pyth feed and the latest price that this gateway has seen.',
  responses: { 200: jsonAnswer('The assets', z.array(Asset)), ...errors() },
})

/** The route for the assets that a new market can be about. */
export function assetRoutes(app: GatewayApp, { feeds, deployment }: Services): void {
  const pairs = deployment.feeds ?? PRICE_FEEDS.map(feedPair)
  const assets = pairs.map((pair) => findFeed(pair)).filter((feed) => feed !== undefined)
  const ids = assets.map(({ id }) => id)

  app.openapi(assetsRoute, async (c) => {
    const updates = await feeds.current(ids)
    const views = assets.map(({ symbol, name, id, mint }) => {
      const update = updates.get(id)
      const price = update && {
        dollars: decimal(rules.formatMeasured(rules.measurePrice(update))),
        publishedAt: isoTime(BigInt(update.publishTime)),
      }
      return { symbol, name, feed: id, tokenAddress: mint, price: price ?? null }
    })
    return answer(c, views, 200)
  })
}
