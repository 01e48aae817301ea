// The route that reads a question.

import { createRoute } from '@hono/zod-openapi'
import type { Condition } from '@prediction-market/sdk'
import { kindOf } from '@prediction-market/sdk/condition'
import { type Alternative, circulatingReading, type QuestionContext } from '@prediction-market/sdk/question'
import { FeedRefusedError, latestClose } from '@prediction-market/sdk/rules'
import { PublicKey } from '@solana/web3.js'
import type { MarketBook } from '../../book/book.ts'
import type { BookEntry } from '../../book/entry.ts'
import { decimal } from '../../json/json.ts'
import { remember } from '../../runtime/remember.ts'
import { forEachInSlices } from '../../runtime/slices.ts'
import { requireAnswered } from '../bets/checks.ts'
import type { GatewayApp } from '../http/context.ts'
import { ApiError } from '../http/errors/api-error.ts'
import { costsView } from '../http/fields/transaction.ts'
import { isoTime } from '../http/fields/views.ts'
import { answer } from '../http/respond.ts'
import { bodyErrors, jsonAnswer, jsonBody } from '../http/responses.ts'
import { conditionView, summaryView } from '../markets/views.ts'
import type { Services } from '../services.ts'
import { requireDuration, requireFuture, requireTimes } from './create-market.ts'
import { readQuestion, requireTokenAccounts, toSentence } from './read-question.ts'
import { QuestionAnswer, QuestionBody } from './schemas.ts'

/** The most markets in an answer. */
const MOST = 5

/** Open markets by what they ask, to find them without reading the whole book. */
class SameMarkets {
  readonly #byMeaning = new Map<string, Set<string>>()
  readonly #book: MarketBook

  constructor(book: MarketBook) {
    this.#book = book
    book.onChange((entry, before) => {
      if (entry?.status === before?.status) return
      if (before?.status === 'open') this.#remove(before)
      if (entry?.status === 'open') this.#add(entry)
    })
    void forEachInSlices([...book.find({ status: 'open' }, 'newest')], (entry) => {
      if (book.get(entry.id)?.status === 'open') this.#add(entry)
    })
  }

  /** Open markets with the same condition about the same token, those that expire at about the same time first. */
  find(condition: Condition, question: string, tokenAddress: string | null, expireAt: number): BookEntry[] {
    const ids = this.#byMeaning.get(meaningOf(condition, question, tokenAddress)) ?? []
    const distance = (entry: BookEntry) => Math.abs(entry.expireAt - expireAt)
    return [...ids]
      .flatMap((id) => this.#book.get(id) ?? [])
      .sort((one, other) => distance(one) - distance(other))
      .slice(0, MOST)
  }

  #add(entry: BookEntry): void {
    const meaning = meaningOf(entry.market.condition, entry.question, entry.token)
    remember(this.#byMeaning, meaning, () => new Set()).add(entry.id)
  }

  #remove(entry: BookEntry): void {
    const meaning = meaningOf(entry.market.condition, entry.question, entry.token)
    const ids = this.#byMeaning.get(meaning)
    ids?.delete(entry.id)
    if (ids?.size === 0) this.#byMeaning.delete(meaning)
  }
}

/** What a market asks: its condition, or the words of its question if attestors decide it. */
function meaningOf(condition: Condition, question: string, token: string | null): string {
  const parts = Object.entries(condition).map(([field, value]) => `${field}=${value}`)
  const words = condition.type === 'event' ? question.toLowerCase().replace(/\s+/g, ' ').trim() : ''
  return [token, ...parts.sort(), words].join('|')
}

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

export function questionRoute(app: GatewayApp, services: Services): void {
  const { book, callerClient, state, progress, feeds } = services
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

  /** The alternatives that `POST /v1/markets` would accept now. */
  const possible = async (alternatives: readonly Alternative[], now: bigint) => {
    const checked = await Promise.all(
      alternatives.map(async (alternative) => {
        const { condition, tokenAddress } = alternative
        const expireAt = secondsOf(alternative.expireAt)
        const token = tokenAddress === null ? null : new PublicKey(tokenAddress)
        try {
          requireAnswered(condition, answersEvents)
          const closeAt = requireTimes({ expireAt: Number(expireAt) }, condition, now, state.config)
          await feeds.requireForMarket({ condition, closeAt, expireAt, terms: state.config.settings })
          await requireTokenAccounts(callerClient, { condition, token }, false)
          return [alternative]
        } catch (error) {
          if (error instanceof ApiError || error instanceof FeedRefusedError) return []
          throw error
        }
      }),
    )
    return checked.flat()
  }

  app.openapi(route, async (c) => {
    const { question, tokenAddress = null, expireAt, ...planned } = c.req.valid('json')
    const now = state.now()
    requireFuture('expireAt', expireAt, now)
    const result = await readQuestion({ question, tokenAddress, expireAt }, { now, progress })
    const asked = { question, tokenAddress, expireAt: isoTime(BigInt(expireAt)) }
    if (!result.ok) {
      const alternatives = (await possible(result.alternatives, now)).map(alternativeView)
      const unknown = {
        closeAt: null,
        condition: null,
        details: null,
        mintedTokens: null,
        costs: null,
        markets: [],
      }
      return answer(c, { ...asked, ...unknown, reason: toSentence(result.reason), alternatives }, 200)
    }
    const { condition, description } = result
    requireAnswered(condition, answersEvents)
    requireDuration(state.config, condition, now, BigInt(expireAt))
    const { settings } = state.config
    const { currency = 'SOL', hasStake = false } = planned
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
        costs: costsView(await callerClient.markets.costs({ question, currency, hasStake }, settings)),
        alternatives: otherReadings(condition, { tokenAddress, expireAt: BigInt(expireAt), now }),
        markets,
      },
      200,
    )
  })
}

/** A market that may be meant, as it can be sent. */
function alternativeView({ question, tokenAddress, expireAt, condition, description }: Alternative) {
  return {
    question,
    tokenAddress,
    expireAt: isoTime(secondsOf(expireAt)),
    condition: sendable(condition),
    details: description,
  }
}

function secondsOf(moment: Date): bigint {
  return BigInt(Math.floor(moment.getTime() / 1_000))
}

/** A condition as requests have it, which name a feed once. */
function sendable(condition: Condition) {
  const { symbol: _, ...fields } = conditionView(condition)
  return fields
}
