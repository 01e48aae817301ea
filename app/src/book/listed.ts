import type { CurrencyId, Outcome, Stakes } from '@prediction-market/sdk'
import { VOLUME_DECIMALS } from '../store/schema/list-order.ts'
import type { Searchable } from './search.ts'
import type { SortKey } from './sort.ts'

/** A market as lists show it, on the chain or closed. */
export interface ListedMarket extends SortKey, Searchable {
  readonly currency: CurrencyId
  /** In base58. */
  readonly token: string | null
  /** In base58. */
  readonly creator: string
  /** Base units staked on Yes and No. */
  readonly pools: Stakes
  /** The side that won; null if there is none. */
  readonly outcome: Outcome | null
}

/** All stakes at a common number of decimals, comparable across currencies. */
export function volumeOf([yes, no]: Stakes, decimals: number): bigint {
  return (yes + no) * 10n ** BigInt(Math.max(0, VOLUME_DECIMALS - decimals))
}
