import { and, asc, desc, eq, gt, inArray, lt, lte, max, type SQL } from 'drizzle-orm'
import type { Database } from '../../store/database.ts'
import { events, markets, projection } from '../../store/history/schema.ts'
import type { DetailsByKind, EventKind } from '../../store/history/types.ts'

/** What is told to everyone: the other kinds are book-keeping. */
export const TOLD = ['market', 'bet', 'resolution', 'payout'] as const satisfies EventKind[]

/** A kind of event that is told to everyone. */
export type ToldKind = (typeof TOLD)[number]

/** Which events. */
export interface EventFilter {
  /** Address in base58. */
  market?: string | undefined
  /** Address in base58. */
  wallet?: string | undefined
}

const columns = {
  id: events.id,
  signature: events.signature,
  slot: events.slot,
  time: events.time,
  kind: events.kind,
  market: events.market,
  wallet: events.wallet,
  details: events.details,
  question: markets.question,
  currency: markets.currency,
  decimals: markets.decimals,
  status: markets.status,
  burnBps: markets.burnBps,
  developerBps: markets.developerBps,
}

/** What every event has, with what it takes of its market to tell it. */
interface Logged {
  id: number
  signature: string
  slot: number
  /** Unix seconds. */
  time: number
  market: string
  wallet: string | null
  question: string
  currency: 'SOL' | 'UTILITY'
  decimals: number
  /** Of the market now. */
  status: 'open' | 'resolved' | 'void'
  burnBps: number
  developerBps: number
}

/** An event of some kinds. */
export type LoggedEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: Logged & { kind: K; details: DetailsByKind[K] }
}[Kind]

/** Events after one of them, oldest first. */
export async function eventsAfter(
  db: Database,
  after: number,
  limit: number,
  options: { upTo?: number; filter?: EventFilter; kinds?: readonly EventKind[] } = {},
): Promise<LoggedEvent[]> {
  const { upTo, filter, kinds } = options
  const where = [gt(events.id, after), ...conditions(filter ?? {})]
  if (upTo !== undefined) where.push(lte(events.id, upTo))
  if (kinds) where.push(inArray(events.kind, [...kinds]))
  const rows = await select(db)
    .where(and(...where))
    .orderBy(asc(events.id))
    .limit(limit)
  return rows as LoggedEvent[]
}

/** Events of a wallet, newest first. */
export async function eventsOf(
  db: Database,
  wallet: string,
  page: { before?: number | undefined; offset: number; limit: number },
): Promise<LoggedEvent<ToldKind>[]> {
  const where = [eq(events.wallet, wallet), inArray(events.kind, [...TOLD])]
  if (page.before !== undefined) where.push(lt(events.id, page.before))
  const rows = await select(db)
    .where(and(...where))
    .orderBy(desc(events.id))
    .limit(page.limit)
    .offset(page.offset)
  return rows as LoggedEvent<ToldKind>[]
}

function select(db: Database) {
  return db.select(columns).from(events).innerJoin(markets, eq(markets.address, events.market))
}

function conditions({ market, wallet }: EventFilter): SQL[] {
  const where: SQL[] = []
  if (market !== undefined) where.push(eq(events.market, market))
  if (wallet !== undefined) where.push(eq(events.wallet, wallet))
  return where
}

/** The newest event there is in the store, whichever process has written it. */
export async function newestEvent(db: Database): Promise<number> {
  const [row] = await db.select({ last: max(projection.lastEvent) }).from(projection)
  return row?.last ?? 0
}
