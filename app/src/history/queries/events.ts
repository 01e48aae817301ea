// Queries of events, for streams and the history of wallets.

import { and, asc, desc, eq, gt, inArray, isNotNull, lt, lte, max, or, type SQL, sql } from 'drizzle-orm'
import { arrayOf } from '../../store/bulk.ts'
import type { Database } from '../../store/database.ts'
import { type MarketRow, markets } from '../../store/schema/history.ts'
import { type DetailsByKind, type EventKind, PUBLIC_KINDS } from '../../store/schema/history-types.ts'
import { addresses, log, logHead } from '../../store/schema/log.ts'
import type { EventRow } from '../log/events.ts'
import { LOG_COLUMNS, numberOf, readDecimals, toEvent, wallets } from '../log/read.ts'
import { addressBytes, codesOf } from '../log/row.ts'

export { PUBLIC_KINDS }

export type PublicKind = (typeof PUBLIC_KINDS)[number]

/** Kinds of events in the stream: those that the API shows, and announcements that the chain dropped some. */
export const STREAMED_KINDS = [...PUBLIC_KINDS, 'dropped'] as const satisfies EventKind[]

export type StreamedKind = (typeof STREAMED_KINDS)[number]

/** Kinds of events in the history of a wallet; a decision belongs to no wallet. */
const WALLET_KINDS = ['market', 'bet', 'payout', 'burn'] as const satisfies PublicKind[]

export type WalletKind = (typeof WALLET_KINDS)[number]

/** Selects events; addresses in base58. */
export interface EventFilter {
  /** Any of these; all if it is empty. */
  markets?: readonly string[] | undefined
  /** Also announcements of dropped events, which may be the wallet's. */
  wallet?: string | undefined
}

const marketColumns = {
  question: markets.question,
  currency: markets.currency,
  decimals: markets.decimals,
  burnBps: markets.burnBps,
  developerBps: markets.developerBps,
  maxRatio: markets.maxRatio,
  token: markets.token,
  condition: markets.condition,
  createdAt: markets.createdAt,
  expireAt: markets.expireAt,
}

/** The fields of every event, and those of its market that the API shows with it; a purchase has no market. */
type EventColumns = Omit<EventRow, 'kind' | 'details'> &
  Pick<MarketRow, keyof typeof marketColumns> & {
    /** Whether its transaction can no longer be dropped. */
    finalized: boolean
  }

/** An event of one of some kinds. */
export type LoggedEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: EventColumns & { kind: K; details: DetailsByKind[K] }
}[Kind]

/** Events with an id greater than `after`, oldest first; without those that the chain has dropped. */
export async function eventsAfter(
  db: Database,
  after: number,
  limit: number,
  options: { upTo?: number; filter?: EventFilter; kinds?: readonly EventKind[] } = {},
): Promise<LoggedEvent[]> {
  const { upTo, filter, kinds } = options
  const where = [gt(log.id, after), IS_SHOWN, ...conditions(filter ?? {})]
  if (upTo !== undefined) where.push(lte(log.id, upTo))
  if (kinds) where.push(inArray(log.kind, codesOf(kinds)))
  return toLogged(
    db,
    await select(db)
      .where(and(...where))
      .orderBy(asc(log.id))
      .limit(limit),
  )
}

/** A page of events, newest first. */
export interface EventPage {
  /** Only events with a lower id. */
  before?: number | undefined
  offset: number
  limit: number
}

/** Events of a wallet, newest first; only those of a market if one is named. */
export async function walletEvents(
  db: Database,
  wallet: string,
  { market, ...page }: EventPage & { market?: string | undefined },
): Promise<LoggedEvent<WalletKind>[]> {
  const where = [sql`${log.wallet} = ${numberOf(wallet)}`, IS_SHOWN, inArray(log.kind, codesOf(WALLET_KINDS))]
  if (market !== undefined) where.push(sql`${log.market} = ${numberOf(market)}`)
  return (await newestFirst(db, where, page)) as LoggedEvent<WalletKind>[]
}

/** Events that the API shows, of everyone, newest first. */
export async function recentEvents(db: Database, page: EventPage): Promise<LoggedEvent<PublicKind>[]> {
  const where = [IS_SHOWN, inArray(log.kind, codesOf(PUBLIC_KINDS))]
  return (await newestFirst(db, where, page)) as LoggedEvent<PublicKind>[]
}

async function newestFirst(db: Database, where: readonly SQL[], { before, offset, limit }: EventPage) {
  const older = before === undefined ? [] : [lt(log.id, before)]
  const rows = await select(db)
    .where(and(...where, ...older))
    .orderBy(desc(log.id))
    .limit(limit)
    .offset(offset)
  return toLogged(db, rows)
}

/** An event of a known market, or of none, that the chain has; and announcements of those that it has not. */
const IS_SHOWN = or(
  and(sql`NOT ${log.isDropped}`, or(inArray(log.kind, codesOf(['burn'])), isNotNull(markets.number))),
  inArray(log.kind, codesOf(['dropped'])),
) as SQL

function select(db: Database) {
  return db
    .select({
      ...LOG_COLUMNS,
      ...marketColumns,
      finalized: sql<boolean>`${log.slot} <= (SELECT final_slot FROM log_head)`,
    })
    .from(log)
    .innerJoin(addresses, eq(addresses.number, log.market))
    .leftJoin(wallets, eq(wallets.number, log.wallet))
    .leftJoin(markets, eq(markets.number, log.market))
    .$dynamic()
}

type SelectedRow = Awaited<ReturnType<typeof select>>[number]

async function toLogged(db: Database, rows: readonly SelectedRow[]): Promise<LoggedEvent[]> {
  const decimals = await readDecimals(db)
  return rows.map((row) => {
    const { question, currency, decimals: ofMarket, burnBps, developerBps, maxRatio, ...rest } = row
    const { token, condition, createdAt, expireAt, finalized, ...logged } = rest
    const market = { question, currency, decimals: ofMarket, burnBps, developerBps, maxRatio }
    const times = { token, condition, createdAt, expireAt, finalized }
    return { ...toEvent(logged, decimals), ...market, ...times } as LoggedEvent
  })
}

function conditions({ markets: wanted = [], wallet }: EventFilter): SQL[] {
  const where: SQL[] = []
  if (wanted.length > 0) {
    const asked = arrayOf(wanted.map(addressBytes), 'bytea')
    where.push(sql`${log.market} IN (SELECT number FROM addresses WHERE address = ANY(${asked}))`)
  }
  if (wallet !== undefined) {
    const isOf = sql`${log.wallet} = ${numberOf(wallet)}`
    where.push(or(isOf, inArray(log.kind, codesOf(['dropped']))) as SQL)
  }
  return where
}

/** Id of the newest event in the log; other processes may have appended it. */
export async function newestEvent(db: Database): Promise<number> {
  const [row] = await db.select({ last: max(logHead.lastId) }).from(logHead)
  return row?.last ?? 0
}
