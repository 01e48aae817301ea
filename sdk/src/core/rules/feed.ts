// Checks whether a price feed can decide a market. While a feed does not publish, no price can cross a target, so No
// would be a free bet. The program cannot know schedules: clients check before they open a market or bet.

import { feedText } from '../condition/feed-text.ts'
import { formatMoment } from '../condition/time.ts'
import { MAX_PRICE_DELAY } from '../limits.ts'
import type { TermsOf } from '../shapes.ts'
import type { FeedRefusal } from './feed-refused.ts'
import { isPrecise, type Price } from './price.ts'
import { type FeedSchedule, firstClosed } from './schedule.ts'

/** The current state of a feed; `null` where the source does not say. */
export interface FeedReading {
  /** The latest update. */
  price: Pick<Price, 'price' | 'conf' | 'publishTime'> | null
  /** `null` also if the feed is never closed. */
  schedule: FeedSchedule | null
}

/** A market to be opened on a feed. */
export interface FeedMarket {
  condition: { feed: string; referenceAt?: bigint | undefined }
  closeAt: bigint
  expireAt: bigint
  terms: Pick<TermsOf<unknown>, 'maxConfidenceBps'>
}

/** Seconds that an update may take from its publisher to a reader, even if a betting period is shorter. */
const DELIVERY = 10n

/**
 * Why a market on a feed is refused: the feed is scheduled to be closed between the end of betting and the last second
 * in which a price counts, or its confidence interval is too wide now. `null` if it is accepted.
 */
export function marketRefusal({ price, schedule }: FeedReading, market: FeedMarket): FeedRefusal | null {
  const { condition, closeAt, expireAt, terms } = market
  const feed = feedText(condition.feed)
  const closed = schedule && firstClosed(schedule, closeAt, expireAt + BigInt(MAX_PRICE_DELAY))
  if (closed !== null) {
    return {
      code: 'FeedClosed',
      message:
        `expireAt: ${feed} is scheduled to be closed at ${formatMoment(closed)}; it must publish from the end of ` +
        `betting until ${MAX_PRICE_DELAY} seconds after the expiry, so that both answers can be proven`,
    }
  }
  if (!price || isPrecise(price, terms)) return null
  return {
    code: 'FeedUncertain',
    message: `The price of ${feed} is too uncertain now: its confidence interval is wider than ${
      terms.maxConfidenceBps / 100
    } % of the price`,
  }
}

/**
 * Why a bet on a feed is refused: the feed is scheduled to be closed at the expiry or at the reference of a change, or
 * its last update is older than a betting period. `null` if it is accepted.
 *
 * @param now - the chain's clock, in unix seconds
 */
export function betRefusal(
  { price, schedule }: FeedReading,
  {
    condition,
    expireAt,
    terms,
  }: Pick<FeedMarket, 'condition' | 'expireAt'> & { terms: Pick<TermsOf<unknown>, 'period'> },
  now: bigint,
): FeedRefusal | null {
  const feed = feedText(condition.feed)
  const { referenceAt } = condition
  const seconds: [name: string, second: bigint][] = [['the expiry', expireAt]]
  if (referenceAt !== undefined) seconds.unshift(['the reference', referenceAt])
  const closed = schedule && seconds.find(([, second]) => firstClosed(schedule, second, second) !== null)
  if (closed) {
    const [name, second] = closed
    const result = referenceAt === undefined ? 'only No could be proven' : 'it would have no answer'
    return {
      code: 'FeedClosed',
      message: `${feed} is scheduled to be closed at ${name}, ${formatMoment(second)}: ${result}`,
    }
  }
  const period = BigInt(terms.period)
  const age = price ? now - BigInt(price.publishTime) : 0n
  if (age <= (period > DELIVERY ? period : DELIVERY)) return null
  return {
    code: 'FeedStale',
    message:
      `The last update of ${feed} is ${age} seconds old, more than a betting period of ${period} seconds: ` +
      'bets are refused until it publishes again',
  }
}
