// The route that reads a question.

import { createRoute } from '@hono/zod-openapi'
import type { Condition } from '@prediction-market/sdk'
import { kindOf } from '@prediction-market/sdk/condition'
import { type Alternative, circulatingReading, type QuestionContext } from '@prediction-market/sdk/question'
import { latestClose } from '@prediction-market/sdk/rules'
import { PublicKey } from '@solana/web3.js'
import { decimal } from '../../json/write.ts'
import type { GatewayApp } from '../http/context.ts'
import { isoTime } from '../http/fields/views.ts'
import { answer } from '../http/respond.ts'
import { bodyErrors, jsonAnswer, jsonBody } from '../http/responses.ts'
import { conditionView, summaryView } from '../markets/views.ts'
import type { Services } from '../services.ts'
import { requireDuration, requireFuture } from './create-market.ts'
import { readQuestion, toSentence } from './read-question.ts'
import { SameMarkets } from './same-markets.ts'
import { QuestionAnswer, QuestionBody } from './schemas.ts'

const route = createRoute({
  method: 'post',
  path: '/v1/questions',
  operationId: 'readQuestion',
  tags: ['Markets'],
  summary: 'Read a question',
  description:
    'Says what a question means before a market is built from it: its condition, the condition in words, and open ' +
    'markets that ask the same. If it is not understood, `reason` says why, and `alternatives` lists possible meanings: ' +
    'each can be sent to `POST /v1/markets` as it is, with outcomes and a currency. For a market capitalisation, if the ' +
    'deployment knows the number of tokens in circulation, one alternative is the price at which these tokens have that ' +
    'value.',
  request: { body: jsonBody(QuestionBody) },
  responses: { 200: jsonAnswer('What the question means', QuestionAnswer), ...bodyErrors() },
})

/** The route that reads a question. */
export function questionRoute(app: GatewayApp, services: Services): void {
  const { book, state, progress, feeds } = services
  const { deployment } = services
  const { answersEvents } = deployment
  const same = new SameMarkets(book)

  const mintedTokens = async (condition: Condition, tokenAddress: string | null) => {
    const { reads } = kindOf(condition)
    const isProduct = reads.includes('price') && reads.includes('mintSupply')
    if (!isProduct || tokenAddress === null) return null
    const minted = await progress.mintedTokens(new PublicKey(tokenAddress))
    return minted === undefined ? null : decimal(minted)
  }

  /** For a market cap: the price at which the tokens in circulation have that value, if their number is known. */
  const otherReadings = (condition: Condition, context: QuestionContext) => {
    const tokens = deployment.circulatingTokens?.get(context.tokenAddress ?? '')
    const other = tokens === undefined ? null : circulatingReading(condition, context, tokens)
    return other ? [alternativeView(other)] : []
  }

  app.openapi(route, async (c) => {
    const { question, tokenAddress = null, expireAt } = c.req.valid('json')
    const now = state.now()
    requireFuture('expireAt', expireAt, now)
    const result = await readQuestion({ question, tokenAddress, expireAt }, { now, progress, answersEvents })
    const asked = { question, tokenAddress, expireAt: isoTime(BigInt(expireAt)) }
    if (!result.ok) {
      const longest = (Number(now) + state.config.settings.maxDuration) * 1_000
      const possible = result.alternatives.filter((alternative) => alternative.expireAt.getTime() <= longest)
      const alternatives = possible.map(alternativeView)
      const unknown = { closeAt: null, condition: null, details: null, mintedTokens: null, markets: [] }
      return answer(c, { ...asked, ...unknown, reason: toSentence(result.reason), alternatives }, 200)
    }
    const { condition, description } = result
    requireDuration(state.config, condition, now, BigInt(expireAt))
    const { settings } = state.config
    const latest = latestClose(settings, condition, now, BigInt(expireAt))
    const market = { condition, closeAt: latest, expireAt: BigInt(expireAt), terms: settings }
    await feeds.requireForMarket(market)
    const markets = same
      .find(condition, question, tokenAddress, expireAt)
      .map((entry) => summaryView(entry, entry.pools))
    return answer(
      c,
      {
        ...asked,
        closeAt: isoTime(latest),
        condition: sendable(condition),
        details: description,
        reason: null,
        mintedTokens: await mintedTokens(condition, tokenAddress),
        alternatives: otherReadings(condition, { tokenAddress, expireAt: BigInt(expireAt), now }),
        markets,
      },
      200,
    )
  })
}

/** A market that may be meant, as it can be sent. */
function alternativeView({ question, tokenAddress, expireAt, condition, description }: Alternative) {
  const seconds = BigInt(Math.floor(expireAt.getTime() / 1_000))
  return {
    question,
    tokenAddress,
    expireAt: isoTime(seconds),
    condition: sendable(condition),
    details: description,
  }
}

/** A condition as requests have it, which name a feed once. */
function sendable(condition: Condition) {
  const { symbol: _, ...fields } = conditionView(condition)
  return fields
}
