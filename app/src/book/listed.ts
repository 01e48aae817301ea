// The fields of a market that lists filter and sort by.

import type { Condition, CurrencyId, Outcome, Stakes } from '@prediction-market/sdk'
import { findFeedById } from '@prediction-market/sdk/feeds'
import { least } from '../runtime/bigint.ts'
import { VOLUME_DECIMALS } from '../store/schema/columns.ts'
import type { SortKey } from './sort.ts'

/** A market as lists show it, on the chain or closed. */
export interface ListedMarket extends SortKey, Searchable {
  readonly currency: CurrencyId
  readonly type: Condition['type']
  /** The Pyth feed that its condition reads; null if it reads none. */
  readonly feed: string | null
  /** In base58. */
  readonly token: string | null
  /** In base58. */
  readonly creator: string
  readonly condition: Condition
  /** Unix seconds. */
  readonly expireAt: number
  /** Base units staked on Yes and No. */
  readonly pools: Stakes
  /** All stakes at a common number of decimals, comparable across currencies. */
  readonly volume: bigint
  /** The side that won; null if there is none. */
  readonly outcome: Outcome | null
}

/**
 * All stakes, and the matched ones (the smaller pool), at a common number of decimals, comparable across currencies.
 */
export function volumesOf({ Yes, No }: Stakes, decimals: number): Pick<ListedMarket, 'volume' | 'matched'> {
  const scale = 10n ** BigInt(Math.max(0, VOLUME_DECIMALS - decimals))
  return { volume: (Yes + No) * scale, matched: least(Yes, No) * scale }
}

/** The Pyth feed that a condition reads; the same text for all markets of a known feed. */
export function feedOf(condition: Pick<Condition, 'type'> & { feed?: string }): string | null {
  const { feed } = condition
  if (feed === undefined) return null
  return findFeedById(feed)?.id ?? flatText(feed)
}

/** The words of a search, normalized. */
export type SearchTerms = readonly string[]

interface Searchable {
  readonly question: string
  /** The normalized question, set on the first search. */
  searchText?: string | undefined
}

/** The words of a search; none if it is blank. */
export function searchTerms(search: string): SearchTerms {
  return normalize(search).match(/\S+/g) ?? []
}

/** Whether a question contains all terms, in any order. Case and width of letters do not matter. */
export function matchesSearch(market: Searchable, terms: SearchTerms): boolean {
  market.searchText ??= normalize(market.question)
  const { searchText } = market
  return terms.every((term) => searchText.includes(term))
}

/** A text as searches compare it. */
export function normalize(text: string): string {
  // Most questions are ASCII, which needs no Unicode normalization.
  return (/^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFKC')).toLowerCase()
}

/**
 * A copy of a text in one piece, for texts that are kept in large numbers. An address in base58 is built character by
 * character, and V8 keeps every step of that: 1.4 KB for 44 characters.
 *
 * @param text - in ASCII
 */
export function flatText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
