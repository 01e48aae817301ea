// Queries of burned UTILITY: purchases in the burn auction, and what markets have burned.

import { CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { desc, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { type BurnRow, burns, markets } from '../../store/schema/history.ts'

/** Currencies that markets burn themselves. */
const BURNED_BY_MARKETS = CURRENCY_IDS.filter((id) => CURRENCIES[id].burnedBy === 'market')

/** Purchases in the burn auction, newest first. */
export function purchases(
  db: Database,
  page: { before?: number | undefined; offset: number; limit: number },
): Promise<BurnRow[]> {
  const where = page.before === undefined ? undefined : lt(burns.id, page.before)
  return db.select().from(burns).where(where).orderBy(desc(burns.id)).limit(page.limit).offset(page.offset)
}

/**
 * Base units of the utility token that UTILITY markets have burned: their burn shares, dust, and developer shares that
 * could not be paid.
 */
export async function burnedByMarkets(db: Database): Promise<bigint> {
  const { burnCollected, dust, developerBurned, developerCollected } = markets
  const developer = sql`case when ${developerBurned} then ${developerCollected} else 0 end`
  const [row] = await db
    .select({
      burned: sql<string>`coalesce(sum(${burnCollected} + ${developer} + coalesce(${dust}, 0)), 0)::text`,
    })
    .from(markets)
    .where(inArray(markets.currency, BURNED_BY_MARKETS))
  return BigInt(row?.burned ?? 0)
}
