// The route for the configuration of the deployment.

import { createRoute } from '@hono/zod-openapi'
import { type AttestorSet, type CurrencyId, SOL_DECIMALS } from '@prediction-market/sdk'
import { byCurrency, CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { feedPair, PRICE_FEEDS } from '@prediction-market/sdk/feeds'
import {
  fullRewardStake,
  LONGEST_ATTESTED_PERIOD,
  LONGEST_PERIOD,
  MAX_DECIDE_REWARD,
  MAX_QUESTION_BYTES,
  proposeMaxRatio,
  proposeRewardStake,
} from '@prediction-market/sdk/rules'
import { amount } from '../../json/write.ts'
import type { GatewayApp } from '../http/context.ts'
import type { Answered } from '../http/fields/answered.ts'
import { feeShares, isoTime } from '../http/fields/views.ts'
import { MAX_PAGE } from '../http/page-schemas.ts'
import { answer } from '../http/respond.ts'
import { errors, jsonAnswer } from '../http/responses.ts'
import type { Services } from '../services.ts'
import { ConfigAnswer } from './schemas.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/config',
  operationId: 'getConfig',
  tags: ['Service'],
  summary: 'Get the configuration of this deployment',
  description: 'Program, currencies, fees, limits, rewards and times, and what this gateway offers.',
  responses: { 200: jsonAnswer('The configuration', ConfigAnswer), ...errors() },
})

/** The route for the configuration. */
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
    const proposed = proposeRewardStake(settings.decideReward, settings, state.feeVault)
    const stake = fullRewardStake({ ...settings, rewardStake: proposed }, isNative)
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
          decideAtMost: amount(BigInt(MAX_DECIDE_REWARD), SOL_DECIMALS),
          stake: byCurrency(rewardStake),
        },
        maxRatio: amount(BigInt(proposeMaxRatio({ type: 'change', bps: 0 }, settings)), 2),
        betsOpenAt: state.config.betsOpenAt === 0n ? null : isoTime(state.config.betsOpenAt),
        limits: {
          questionBytes: MAX_QUESTION_BYTES,
          durationSeconds: settings.maxDuration,
          proofWindowSeconds: settings.proofWindow,
          voidDelaySeconds: settings.voidDelay,
          bettingPeriodSeconds: {
            shortest: settings.shortestPeriod,
            longest: LONGEST_PERIOD,
            shortestAttested: settings.shortestAttestedPeriod,
            longestAttested: LONGEST_ATTESTED_PERIOD,
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
