import { createRoute } from '@hono/zod-openapi'
import { feedPair, IDL, PRICE_FEEDS } from '@prediction-market/sdk'
import { amount, writeJson } from '../../json/write.ts'
import { ConfigAnswer } from '../schemas/answers.ts'
import type { Services } from '../services.ts'
import { feeShares } from '../views/market.ts'
import { answer, define, described, errors, type GatewayApp } from './define.ts'

const route = createRoute({
  method: 'get',
  path: '/v1/config',
  summary: 'Returns what clients need to know of this deployment',
  responses: { 200: described('The configuration', ConfigAnswer), ...errors(429) },
})

const SOL_DECIMALS = 9
const QUESTION_BYTES = Number(IDL.constants.find(({ name }) => name === 'maxQuestionBytes')?.value)

/** The deployment, as far as clients need to know it. */
export function configRoute(app: GatewayApp, { state, client, deployment }: Services): void {
  const { cluster, rpcUrl, feeds = PRICE_FEEDS.map(feedPair), maxBodyBytes } = deployment

  define(app, route, (c) => {
    const { settings, utilityMint, utilityDecimals } = state.config
    const currency = (id: string, mint: string | null, decimals: number, minimum: bigint) => ({
      ...{ id, mint, decimals },
      minimumStake: amount(minimum, decimals),
    })
    return answer(
      c,
      writeJson({
        cluster,
        rpcUrl,
        programId: client.programId.toBase58(),
        currencies: [
          currency('SOL', null, SOL_DECIMALS, settings.minimumStakeSol),
          currency('UTILITY', utilityMint.toBase58(), utilityDecimals, settings.minimumStakeUtility),
        ],
        feePercentage: feeShares(settings),
        limits: {
          questionBytes: QUESTION_BYTES,
          durationSeconds: settings.maxDuration,
          proofWindowSeconds: settings.proofWindow,
          voidDelaySeconds: settings.voidDelay,
          pageSize: 100,
          bodyBytes: maxBodyBytes,
          paused: settings.paused,
        },
        feeds,
      }),
    )
  })
}
