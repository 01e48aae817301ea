import type { MarketOf } from '../accounts/shapes.ts'
import type { Moment } from '../condition/time.ts'
import type { Condition } from '../condition/types.ts'
import { requireSeconds } from '../numbers.ts'
import type { FeedReading } from '../rules/feed.ts'
import { FeedRefusedError } from '../rules/feed-refused.ts'
import { latestClose } from '../rules/terms.ts'
import type { SettingsOf } from '../shapes.ts'
import type { PriceSource } from './pyth/price-source.ts'

/** Checks price feeds before markets are opened on them and bets are placed, if there is a price source. */
export class FeedCheck {
  constructor(private readonly prices: PriceSource | undefined) {}

  /**
   * @param now - fetches the chain's clock
   * @throws FeedRefusedError if the feed of a new market is closed when it is decided, or too uncertain now
   */
  async market(
    { expireAt, closeAt }: { expireAt: Moment; closeAt?: Moment | undefined },
    condition: Condition,
    settings: SettingsOf<unknown>,
    now: () => Promise<bigint>,
  ): Promise<void> {
    if (!this.prices || !('feed' in condition)) return
    const end = requireSeconds('expireAt', expireAt)
    const close = closeAt
      ? requireSeconds('closeAt', closeAt)
      : latestClose(settings, condition, await now(), end)
    const market = { condition, closeAt: close, expireAt: end, terms: settings }
    const { marketRefusal } = await import('../rules/feed.ts')
    const refusal = marketRefusal(await read(this.prices, condition.feed), market)
    if (refusal) throw new FeedRefusedError(refusal)
  }

  /**
   * @param now - fetches the chain's clock
   * @throws FeedRefusedError if the feed of a market has stopped publishing, or is scheduled to be closed at its expiry
   */
  async bet({ condition, expireAt, terms }: MarketOf<unknown>, now: () => Promise<bigint>): Promise<void> {
    if (!this.prices || !('feed' in condition)) return
    const [reading, second] = await Promise.all([read(this.prices, condition.feed), now()])
    const { betRefusal } = await import('../rules/feed.ts')
    const refusal = betRefusal(reading, { condition, expireAt, terms }, second)
    if (refusal) throw new FeedRefusedError(refusal)
  }
}

async function read(prices: PriceSource, feed: string): Promise<FeedReading> {
  const [price, schedule] = await Promise.all([prices.latest(feed), prices.schedule?.(feed)])
  const { parseSchedule } = await import('../rules/feed.ts')
  return { price, schedule: schedule ? parseSchedule(schedule) : null }
}
