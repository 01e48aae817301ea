import type { BookEntry } from '../../book/entry.ts'
import type { ListedMarket } from '../../book/listed.ts'
import { writeJson } from '../../json/write.ts'
import { detailView, summaryView } from './market.ts'

interface CachedDetail {
  json: string
  acceptingBets: boolean
  progress: string | undefined
}

/** Caches the JSON of markets. Entries of the book are immutable, so each is written once. */
export class MarketJson {
  readonly #summaries = new WeakMap<ListedMarket, string>()
  readonly #details = new WeakMap<BookEntry, CachedDetail>()

  /** A market in a list. */
  summary(market: ListedMarket): string {
    const known = this.#summaries.get(market)
    if (known !== undefined) return known
    const json = writeJson(summaryView(market, market.pools))
    this.#summaries.set(market, json)
    return json
  }

  /**
   * A market with all its fields.
   *
   * @param now - the chain's time in unix seconds, which decides whether bets are still accepted
   * @param progress - JSON of the condition's progress, if it is known
   */
  detail(entry: BookEntry, now: bigint, progress: string | undefined): string {
    const acceptingBets = entry.acceptsBets(now)
    const known = this.#details.get(entry)
    if (known && known.acceptingBets === acceptingBets && known.progress === progress) return known.json
    const fields = writeJson(detailView(entry.id, entry.question, entry.market, acceptingBets))
    const json = progress === undefined ? fields : `${fields.slice(0, -1)},"conditionProgress":${progress}}`
    this.#details.set(entry, { json, acceptingBets, progress })
    return json
  }
}
