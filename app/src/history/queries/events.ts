import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  max,
  or,
  type SQL,
} from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { type EventRow, events, type MarketRow, markets, projection } from '../../store/schema/history.ts'
import type { DetailsByKind, EventKind } from '../../store/schema/history-types.ts'

/** Kinds of events that the API shows; the others are internal. */
export const PUBLIC_KINDS = ['market', 'bet', 'resolution', 'payout', 'burn'] as const satisfies EventKind[]

export type PublicKind = (typeof PUBLIC_KINDS)[number]

/** Selects events; addresses in base58. */
export interface EventFilter {
  market?: string | undefined
  wallet?: string | undefined
}

const columns = {
  ...getTableColumns(events),
  question: markets.question,
  currency: markets.currency,
  decimals: markets.decimals,
  burnBps: markets.burnBps,
  developerBps: markets.developerBps,
}

/** The fields of every event, and those of its market that the API shows with it; a purchase has no market. */
type EventColumns = Omit<EventRow, 'kind' | 'details'> &
  Pick<MarketRow, 'question' | 'currency' | 'decimals' | 'burnBps' | 'developerBps'>

/** An event of one of some kinds. */
export type LoggedEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: EventColumns & { kind: K; details: DetailsByKind[K] }
}[Kind]

/** Events with an id greater than `after`, oldest first. */
export async function eventsAfter(
  db: Database,
  after: number,
  limit: number,
  options: { upTo?: number; filter?: EventFilter; kinds?: readonly EventKind[] } = {},
): Promise<LoggedEvent[]> {
  const { upTo, filter, kinds } = options
  const where = [gt(events.id, after), HAS_MARKET, ...conditions(filter ?? {})]
  if (upTo !== undefined) where.push(lte(events.id, upTo))
  if (kinds) where.push(inArray(events.kind, [...kinds]))
  const rows = await select(db)
    .where(and(...where))
    .orderBy(asc(events.id))
    .limit(limit)
  return rows as LoggedEvent[]
}

/** Events of a wallet, newest first. */
export async function walletEvents(
  db: Database,
  wallet: string,
  page: { before?: number | undefined; offset: number; limit: number },
): Promise<LoggedEvent<PublicKind>[]> {
  const where = [eq(events.wallet, wallet), HAS_MARKET, inArray(events.kind, [...PUBLIC_KINDS])]
  if (page.before !== undefined) where.push(lt(events.id, page.before))
  const rows = await select(db)
    .where(and(...where))
    .orderBy(desc(events.id))
    .limit(page.limit)
    .offset(page.offset)
  return rows as LoggedEvent<PublicKind>[]
}

/** An event whose market is known, or that is of none. */
const HAS_MARKET = or(eq(events.kind, 'burn'), isNotNull(markets.address)) as SQL

function select(db: Database) {
  return db.select(columns).from(events).leftJoin(markets, eq(markets.address, events.market))
}

function conditions({ market, wallet }: EventFilter): SQL[] {
  const where: SQL[] = []
  if (market !== undefined) where.push(eq(events.market, market))
  if (wallet !== undefined) where.push(eq(events.wallet, wallet))
  return where
}

/** Id of the newest event in the store; other processes may have written it since this one's last pull. */
export async function newestEvent(db: Database): Promise<number> {
  const [row] = await db.select({ last: max(projection.lastEvent) }).from(projection)
  return row?.last ?? 0
}
