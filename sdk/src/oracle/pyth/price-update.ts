import type { Price } from '../../rules/price.ts'

/** One update of a Pyth price feed. */
export interface PriceUpdate extends Price {
  /** 64 lower-case hexadecimal digits. */
  feedId: string
  /** When the feed published before; `prevPublishTime < T ≤ publishTime` holds for one update for every T. */
  prevPublishTime: number
  emaPrice: bigint
  emaConf: bigint
  /** The update as Pyth signed it for its receiver program; simulated updates have none. */
  signed?: Uint8Array
}
