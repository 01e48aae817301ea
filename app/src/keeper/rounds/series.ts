// Parses and checks the series of rounds that a keeper opens, and words their questions.

import type { CurrencyId, Market } from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { findFeed, type PriceFeed } from '@prediction-market/sdk/feeds'
import {
  closeReward,
  decisionReward,
  type Round,
  type RoundGrid,
  shortestChange,
  voidReward,
} from '@prediction-market/sdk/rules'

/** A series of rounds: markets about whether a price goes up, one after the other. */
export interface RoundSeries extends RoundGrid {
  feed: PriceFeed
  currency: CurrencyId
}

const DAY = 86_400

const SECONDS = { m: 60, h: 3_600, d: DAY } as const

const SERIES =
  /^(?<number>[1-9]\d{0,2}):(?<feed>[^:]+):(?<count>[1-9]\d{0,3})(?<unit>[mhd]):(?<currency>[^:]+)$/

/**
 * Reads series such as `1:SOL/USD:5m:SOL,2:BTC/USD:15m:UTILITY`: number, feed, length and currency of each.
 *
 * @throws Error that says what is wrong with the first bad one
 */
export function readSeries(text: string): RoundSeries[] {
  const all = text.split(',').map((part) => readOne(part.trim()))
  const twice = all.find(({ number }, index) => all.findIndex((other) => other.number === number) < index)
  if (twice) throw new Error(`has two series with the number ${twice.number}`)
  return all
}

function readOne(text: string): RoundSeries {
  const { number, feed: name = '', count, unit, currency: id } = SERIES.exec(text)?.groups ?? {}
  if (!unit) throw new Error(`must be NUMBER:FEED:LENGTH:CURRENCY, such as 1:SOL/USD:5m:SOL, got ${text}`)
  const feed = findFeed(name)
  if (!feed) throw new Error(`names an unknown feed: ${name}`)
  const currency = CURRENCY_IDS.find((known) => known === id)
  if (!currency) throw new Error(`names a currency other than ${CURRENCY_IDS.join(', ')}: ${id}`)
  const length = Number(count) * SECONDS[unit as keyof typeof SECONDS]
  if (DAY % length !== 0) throw new Error(`has a length that does not divide a day: ${count}${unit}`)
  return { number: Number(number), feed, length, currency }
}

/**
 * Checks the lengths of series against the settings of the program.
 *
 * @throws Error if the rounds of a series are shorter than the program allows
 */
export function requireLengths(
  series: readonly RoundSeries[],
  settings: Pick<Settings, 'closeMargin'>,
): void {
  const shortest = shortestChange(settings)
  const short = series.find(({ length }) => length < shortest)
  if (!short) return
  const { closeMargin } = settings
  const margins = `${shortest / closeMargin} close margins of ${closeMargin} s`
  throw new Error(`ROUNDS: series ${short.number} is shorter than ${margins}`)
}

/** The question of a round, as people ask it. */
export function roundQuestion(
  symbol: string,
  { referenceAt, expireAt }: Pick<Round, 'referenceAt' | 'expireAt'>,
): string {
  const [first, second] = [referenceAt, expireAt].map((at) => new Date(Number(at) * 1_000))
  const isOneDay = dayOf(first as Date) === dayOf(second as Date)
  return isOneDay
    ? `Will ${symbol} be higher at ${timeOf(second as Date)} than at ${timeOf(first as Date)} UTC?`
    : `Will ${symbol} be higher at ${momentOf(second as Date)} than at ${momentOf(first as Date)}?`
}

/** Whether a market is a round that nobody has bet on and nobody has decided. */
export function isEmptyRound({
  status,
  condition,
  openPositions,
  pools,
}: Pick<Market, 'status' | 'condition' | 'openPositions' | 'pools'>): boolean {
  return status === 'open' && 'referenceAt' in condition && openPositions === 0 && pools.Yes + pools.No === 0n
}

/**
 * Lamports that a decided round pays to keepers in all, which is what its opener loses by it: an empty round pays
 * nothing, and staking for the rest burns more than it earns. All stakes count, since late ones need a clock that is
 * far behind.
 */
export function roundRewards(
  market: Pick<Market, 'terms' | 'pools' | 'mint' | 'recordedReward' | 'answer'>,
): bigint {
  const { recordedReward, terms, pools, answer } = market
  const decision = answer === null ? voidReward(market) : decisionReward(market)
  return recordedReward + decision + closeReward(terms, pools)
}

function momentOf(date: Date): string {
  return `${timeOf(date)} UTC on ${dayOf(date)}`
}

function timeOf(date: Date): string {
  return date.toISOString().slice(11, 16)
}

function dayOf(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
