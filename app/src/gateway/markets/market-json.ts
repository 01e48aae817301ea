// Caches the JSON of markets.

import type { BookEntry } from '../../book/entry.ts'
import type { ListedMarket } from '../../book/listed.ts'
import { encodeJson, type JsonBytes, type JsonText, writeJson } from '../../json/write.ts'
import type { Answered } from '../http/fields/answered.ts'
import type { MarketDetail, MarketSummary, OpenMarket } from './schemas.ts'
import { detailView, summaryView } from './views.ts'

interface CachedDetail {
  json: JsonBytes<Answered<typeof MarketDetail>>
  acceptingBets: boolean
  progressVersion: number
}

/** The progress of conditions. */
interface Progress {
  /** Changes whenever progress may have. */
  readonly version: number
  /** `undefined` if it is not known. */
  of(entry: BookEntry): Answered<typeof OpenMarket>['conditionProgress']
}

/** Caches the JSON of markets. Entries of the book are immutable, so each is written once. */
export class MarketJson {
  readonly #summaries = new WeakMap<ListedMarket, JsonText<Answered<typeof MarketSummary>>>()
  readonly #details = new WeakMap<BookEntry, CachedDetail>()

  /** A market in a list. */
  summary(market: ListedMarket): JsonText<Answered<typeof MarketSummary>> {
    const known = this.#summaries.get(market)
    if (known !== undefined) return known
    const json = writeJson(summaryView(market, market.pools))
    this.#summaries.set(market, json)
    return json
  }

  /**
   * A market with all its fields, in UTF-8.
   *
   * @param now - the chain's time in unix seconds, which decides whether bets are still accepted
   */
  detail(entry: BookEntry, now: bigint, progress: Progress): JsonBytes<Answered<typeof MarketDetail>> {
    const acceptingBets = entry.acceptsBets(now)
    const { version: progressVersion } = progress
    const known = this.#details.get(entry)
    if (known?.acceptingBets === acceptingBets && known.progressVersion === progressVersion) return known.json
    const { id, question, market } = entry
    const json = encodeJson(writeJson(detailView(id, question, market, acceptingBets, progress.of(entry))))
    this.#details.set(entry, { json, acceptingBets, progressVersion })
    return json
  }
}
