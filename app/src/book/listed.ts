import type { Stakes } from '@prediction-market/sdk'
import type { CurrencyId } from './currency.ts'
import type { Searchable } from './search.ts'
import type { Place } from './sorted.ts'

/** Volumes are compared across currencies at this many decimals. */
const VOLUME_DECIMALS = 24

/** A market as lists need it, on the chain or closed. */
export interface ListedMarket extends Place, Searchable {
  readonly currency: CurrencyId
  /** In base58, or `null`. */
  readonly token: string | null
  readonly creator: string
  /** Base units staked on yes and no. */
  readonly pools: Stakes
}

/** All stakes in whole units, comparable with those of other currencies. */
export function volumeOf([yes, no]: readonly [bigint, bigint], decimals: number): bigint {
  return (yes + no) * 10n ** BigInt(Math.max(0, VOLUME_DECIMALS - decimals))
}
