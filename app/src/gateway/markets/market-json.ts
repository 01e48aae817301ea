import type { BookEntry } from '../../book/entry.ts'
import type { ListedMarket } from '../../book/listed.ts'
import { writeJson } from '../../json/write.ts'
import { detailView, summaryView } from './views.ts'

interface CachedDetail {
  /** JSON in UTF-8. */
  json: Uint8Array<ArrayBuffer>
  acceptingBets: boolean
  progressVersion: number
}

/** The progress of conditions. */
interface Progress {
  /** Changes whenever progress may have. */
  readonly version: number
  /** As JSON; `undefined` if it is not known. */
  of(entry: BookEntry): string | undefined
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
   * A market with all its fields, in UTF-8.
   *
   * @param now - the chain's time in unix seconds, which decides whether bets are still accepted
   */
  detail(entry: BookEntry, now: bigint, progress: Progress): Uint8Array<ArrayBuffer> {
    const acceptingBets = entry.acceptsBets(now)
    const { version: progressVersion } = progress
    const known = this.#details.get(entry)
    if (known?.acceptingBets === acceptingBets && known.progressVersion === progressVersion) return known.json
    const fields = writeJson(detailView(entry.id, entry.question, entry.market, acceptingBets))
    const current = progress.of(entry)
    const json = Buffer.from(
      current === undefined ? fields : `${fields.slice(0, -1)},"conditionProgress":${current}}`,
    )
    this.#details.set(entry, { json, acceptingBets, progressVersion })
    return json
  }
}
