// The value order of markets, with a fixed price of UTILITY.

import { rankBy } from '../../app/src/book/market-value.ts'

/** Ranks markets with UTILITY at ten lamports for each base unit. */
export const rankOf = rankBy(() => ({ last: null, price: { value: (10n ** 8n) << 32n, floor: 0n } }))
