// Queries of burned UTILITY: purchases in the burn auction, and what markets have burned.

import { findFeeVault } from '@prediction-market/sdk/accounts'
import { CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { PublicKey } from '@solana/web3.js'
import { and, desc, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { markets } from '../../store/schema/history.ts'
import { log, logHead } from '../../store/schema/log.ts'
import type { EventOf } from '../log/events.ts'
import { isMarket, readDecimals, selectLog, toEvent } from '../log/read.ts'
import { codesOf } from '../log/row.ts'
import type { EventPage } from './events.ts'

/** Currencies that markets burn themselves. */
const BURNED_BY_MARKETS = CURRENCY_IDS.filter((id) => CURRENCIES[id].burnedBy === 'market')

/** Purchases in the burn auction, newest first. */
export async function purchases(db: Database, page: EventPage): Promise<EventOf<'burn'>[]> {
  const older = page.before === undefined ? undefined : lt(log.id, page.before)
  const [head] = await db.select({ program: logHead.program }).from(logHead)
  if (!head) return []
  const vault = findFeeVault(new PublicKey(head.program)).toBase58()
  const isPurchase = inArray(log.kind, codesOf(['burn']))
  const isShown = and(isMarket(vault), isPurchase, sql`NOT ${log.isDropped}`, older)
  const rows = await selectLog(db, isShown).orderBy(desc(log.id)).limit(page.limit).offset(page.offset)
  const decimals = await readDecimals(db)
  return rows.map((row) => toEvent(row, decimals) as EventOf<'burn'>)
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
