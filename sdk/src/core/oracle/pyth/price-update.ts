// The type of a Pyth price update.

import type { Price } from '../../rules/price.ts'

/** One update of a Pyth price feed. */
export interface PriceUpdate extends Price {
  /** 64 lower-case hexadecimal digits. */
  feedId: string
  emaPrice: bigint
  emaConf: bigint
  /** The update as Pyth signed it for its receiver program; simulated updates have none. */
  signed?: Uint8Array
}
