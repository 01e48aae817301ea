// Settings of the burn auction: their defaults and their checks.

import { InvalidInputError } from '../errors.ts'
import { MAX_HALF_LIFE, MAX_SMALLEST_LOT, MIN_HALF_LIFE, MIN_SMALLEST_LOT } from '../limits.ts'
import { requireInteger, requireU64 } from '../numbers.ts'
import type { AuctionSettings } from '../shapes.ts'

/**
 * The default auction: it starts at the token's whole supply for one SOL, and the price halves about every three hours.
 */
export const DEFAULT_AUCTION: AuctionSettings = {
  firstPrice: 0n,
  halfLife: 54_000,
  smallestLot: 1_000_000_000n,
}

/** Checks the settings of the burn auction and encodes them. */
export function encodeAuction(settings: Partial<AuctionSettings> = {}): object {
  const { firstPrice, halfLife, smallestLot } = { ...DEFAULT_AUCTION, ...settings }
  const lot = requireU64('auction.smallestLot', smallestLot, BigInt(MIN_SMALLEST_LOT))
  if (lot > BigInt(MAX_SMALLEST_LOT)) {
    throw new InvalidInputError('auction.smallestLot', `must be at most ${MAX_SMALLEST_LOT} lamports`)
  }
  return {
    firstPrice: requireU64('auction.firstPrice', firstPrice),
    halfLife: requireInteger('auction.halfLife', halfLife, MIN_HALF_LIFE, MAX_HALF_LIFE),
    smallestLot: lot,
  }
}
