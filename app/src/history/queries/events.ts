// Queries of events, for streams and the history of wallets.

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
import { isAnyOf } from '../../store/bulk.ts'
import type { Database } from '../../store/database.ts'
import { lastIdElsewhere, otherSchemas } from '../../store/history-schema.ts'
import {
  type EventRow,
  events,
  type MarketRow,
  markets,
  projection,
  transactions,
} from '../../store/schema/history.ts'
import { type DetailsByKind, type EventKind, PUBLIC_KINDS } from '../../store/schema/history-types.ts'

export { PUBLIC_KINDS }

export type PublicKind = (typeof PUBLIC_KINDS)[number]

/** Kinds of events in the stream: those that the API shows, and announcements that the chain dropped one. */
export const STREAMED_KINDS = [...PUBLIC_KINDS, 'dropped'] as const satisfies EventKind[]

export type StreamedKind = (typeof STREAMED_KINDS)[number]

/** Kinds of events in the history of a wallet; a decision belongs to no wallet. */
const WALLET_KINDS = ['market', 'bet', 'payout', 'burn'] as const satisfies PublicKind[]

export type WalletKind = (typeof WALLET_KINDS)[number]

/** Selects events; addresses in base58. */
export interface EventFilter {
  /** Any of these; all if it is empty. */
  markets?: readonly string[] | undefined
  wallet?: string | undefined
}

const columns = {
  ...getTableColumns(events),
  finalized: transactions.finalized,
  question: markets.question,
  currency: markets.currency,
  decimals: markets.decimals,
  burnBps: markets.burnBps,
  developerBps: markets.developerBps,
  token: markets.token,
  condition: markets.condition,
  createdAt: markets.createdAt,
  expireAt: markets.expireAt,
}

/** The fields of every event, and those of its market that the API shows with it; a purchase has no market. */
type EventColumns = Omit<EventRow, 'kind' | 'details'> &
  Pick<MarketRow, 'question' | 'currency' | 'decimals' | 'burnBps' | 'developerBps'> &
  Pick<MarketRow, 'token' | 'condition' | 'createdAt' | 'expireAt'> & {
    /** Whether its transaction can no longer be dropped; null if it was dropped. */
    finalized: boolean | null
  }

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

/** A page of events. */
interface EventPage {
  /** Only events with a lower id. */
  before?: number | undefined
  offset: number
  limit: number
}

/** Events of a wallet, newest first. */
export async function walletEvents(
  db: Database,
  wallet: string,
  page: EventPage,
): Promise<LoggedEvent<WalletKind>[]> {
  const where = [eq(events.wallet, wallet), HAS_MARKET, inArray(events.kind, [...WALLET_KINDS])]
  return (await newestFirst(db, where, page)) as LoggedEvent<WalletKind>[]
}

/** Events that the API shows, of everyone, newest first. */
export async function recentEvents(db: Database, page: EventPage): Promise<LoggedEvent<PublicKind>[]> {
  const where = [HAS_MARKET, inArray(events.kind, [...PUBLIC_KINDS])]
  return (await newestFirst(db, where, page)) as LoggedEvent<PublicKind>[]
}

function newestFirst(db: Database, where: readonly SQL[], { before, offset, limit }: EventPage) {
  const older = before === undefined ? [] : [lt(events.id, before)]
  return select(db)
    .where(and(...where, ...older))
    .orderBy(desc(events.id))
    .limit(limit)
    .offset(offset)
}

/** An event of a known market, or of none. A dropped event counts: the creation of its market may be gone too. */
const HAS_MARKET = or(inArray(events.kind, ['burn', 'dropped']), isNotNull(markets.address)) as SQL

function select(db: Database) {
  return db
    .select(columns)
    .from(events)
    .leftJoin(markets, eq(markets.address, events.market))
    .leftJoin(transactions, eq(transactions.signature, events.signature))
    .$dynamic()
}

function conditions({ markets: addresses = [], wallet }: EventFilter): SQL[] {
  const where: SQL[] = []
  if (addresses.length > 0) where.push(isAnyOf(events.market, addresses))
  if (wallet !== undefined) where.push(eq(events.wallet, wallet))
  return where
}

/**
 * Id of the newest event in the store; other processes, also of other versions, may have written it since the last
 * pull.
 */
export async function newestEvent(db: Database): Promise<number> {
  const [row] = await db.select({ last: max(projection.lastEvent) }).from(projection)
  return Math.max(row?.last ?? 0, await lastIdElsewhere(db, await otherSchemas(db)))
}
