import { type Fetched, type Market, type MarketStatus, toMarketId } from '@prediction-market/sdk'
import { type CurrencyId, currencyOf, detailView, summaryView } from '../gateway/views/market.ts'
import { writeJson } from '../json/write.ts'
import { type ListedMarket, volumeOf } from './listed.ts'

/** A market in the book, with the texts of its answers once they have been asked for. */
export class BookEntry implements ListedMarket {
  readonly status: MarketStatus
  readonly currency: CurrencyId
  /** In base58, or `null`. */
  readonly token: string | null
  readonly creator: string
  /** Unix seconds. */
  readonly createdAt: number
  /** Unix seconds. */
  readonly expireAt: number
  /** All stakes in whole units, comparable with those of other currencies. */
  readonly volume: bigint
  comparable: string | undefined
  #summary: string | undefined
  #detail: { text: string; acceptingBets: boolean; progress: string | undefined } | undefined

  constructor(
    readonly market: Fetched<Market>,
    readonly question: string,
    readonly id = toMarketId(market.address),
  ) {
    this.status = market.status
    this.currency = currencyOf(market)
    this.token = market.token?.toBase58() ?? null
    this.creator = market.creator.toBase58()
    this.createdAt = Number(market.createdAt)
    this.expireAt = Number(market.expireAt)
    this.volume = volumeOf(market.pools, market.decimals)
  }

  /** Whether a bet that arrives now would be in time. */
  acceptsBets(now: bigint): boolean {
    return this.market.status === 'open' && now < this.market.closeAt
  }

  /** The market in a list, as JSON. */
  summary(): string {
    this.#summary ??= writeJson(summaryView(this, this.market.pools))
    return this.#summary
  }

  /**
   * The market in full, as JSON: written once, and again when something is other than before.
   *
   * @param now - the chain's time, which says whether bets are still taken
   * @param progress - JSON of how far its condition is, if that is known
   */
  detail(now: bigint, progress: string | undefined): string {
    const acceptingBets = this.acceptsBets(now)
    const known = this.#detail
    if (known && known.acceptingBets === acceptingBets && known.progress === progress) return known.text
    const fields = writeJson(detailView(this.id, this.question, this.market, acceptingBets))
    const text = progress === undefined ? fields : `${fields.slice(0, -1)},"conditionProgress":${progress}}`
    this.#detail = { text, acceptingBets, progress }
    return text
  }
}

/**
 * Whether a state of a market is from before another one. Nodes lag and answers overtake each other, but a
 * market moves in one direction only: stakes come in, it is decided, stakes go out.
 */
export function isOlder(market: Market, than: Market): boolean {
  if (market.status !== than.status) return market.status === 'open'
  const staked = market.pools[0] + market.pools[1] - than.pools[0] - than.pools[1]
  if (staked !== 0n) return staked < 0n
  if (market.feesCollected !== than.feesCollected) return than.feesCollected
  return market.paid < than.paid
}
