// The fields of a market that lists filter and sort by.

import type { Condition, CurrencyId, Outcome, Stakes } from '@prediction-market/sdk'
import { findFeedById } from '@prediction-market/sdk/feeds'
import { least } from '../runtime/bigint.ts'
import { flatText } from '../runtime/flat-text.ts'
import { VOLUME_DECIMALS } from '../store/schema/list-order.ts'
import type { Searchable } from './search.ts'
import type { SortKey } from './sort.ts'

/** A market as lists show it, on the chain or closed. */
export interface ListedMarket extends SortKey, Searchable {
  readonly currency: CurrencyId
  /** The type of its condition. */
  readonly type: Condition['type']
  /** The Pyth feed that its condition reads; null if it reads none. */
  readonly feed: string | null
  /** In base58. */
  readonly token: string | null
  /** In base58. */
  readonly creator: string
  readonly condition: Condition
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
