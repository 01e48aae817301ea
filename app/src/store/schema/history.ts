// The tables of the history. Times are unix seconds of the chain. Addresses and signatures are in base58.
//
// Each version of the history has these tables in its own schema (`history-schema.ts`). Other versions read the ids of
// events: the columns of `event_ids` in `events`, and `last_event` in `projection`, keep their names and meanings.

import type { CurrencyId } from '@prediction-market/sdk'
import { and, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type {
  EventDetails,
  EventKind,
  Period,
  StoredCondition,
  StoredObservation,
  StoredRecent,
} from './history-types.ts'
import { listOrder } from './list-order.ts'
import { listedCondition } from './listed-condition.ts'
import { searchGrams } from './search-grams.ts'

/** Text that is compared by its bytes: faster than by a locale, and the same on every server. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
/** Base58 and identifiers. */
const ascii = bytewise
/** Base units: a u64, which int8 cannot hold. */
const units = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' })
/** A sum of base units over many markets, which may exceed a u64. */
const sum = (name: string) => numeric(name, { precision: 40, scale: 0, mode: 'bigint' })
const whole = (name: string) => bigint(name, { mode: 'number' })

/** The projector's checkpoint: one row, locked by the leader while it writes the history. */
export const projection = pgTable('projection', {
  program: ascii('program').primaryKey(),
  /** The genesis hash of the chain that the rows come from. */
  genesis: ascii('genesis').notNull(),
  /** Whether the next start removes all rows and rebuilds them. */
  rebuildRequested: boolean('rebuild_requested').notNull().default(false),
  /** The latest id of `events`. Ids are assigned under this row's lock, so they become visible in order. */
  lastEvent: whole('last_event').notNull(),
  /** How many times transactions were removed, so that readers notice it. */
  removals: integer('removals').notNull(),
  /** The latest transaction that was projected. */
  headSignature: ascii('head_signature'),
  headSlot: whole('head_slot').notNull(),
  /** The latest transaction that is known to be final, and its slot. */
  finalSignature: ascii('final_signature'),
  finalSlot: whole('final_slot').notNull(),
  /** Whether transactions below the latest id are still being projected again. */
  rebuilding: boolean('rebuilding').notNull().default(false),
  /** Counts leaders: one that was replaced has an earlier term, and can no longer write. */
  term: integer('term').notNull().default(0),
  /** The slot up to which every transaction is projected or set aside, and when the leader last checked. */
  completeSlot: whole('complete_slot').notNull().default(0),
  completedAt: whole('completed_at').notNull().default(0),
})

/** Every successful transaction that was projected or set aside, also those without events. */
export const transactions = pgTable(
  'transactions',
  {
    signature: ascii('signature').primaryKey(),
    slot: whole('slot').notNull(),
    /** Block time. */
    time: whole('time').notNull(),
    /** Whether it can no longer be dropped. */
    finalized: boolean('finalized').notNull(),
  },
  (table) => [index('transactions_unfinalized').on(table.slot).where(not(table.finalized))],
)

/** Transactions of `transactions` that are set aside: why they cannot be read or projected, and when to try again. */
export const unread = pgTable('unread', {
  signature: ascii('signature').primaryKey(),
  reason: text('reason').notNull(),
  attempts: integer('attempts').notNull(),
  /** When it is tried again, in unix seconds of the server's clock. */
  retryAt: whole('retry_at').notNull(),
})

/** The ids of events before a rebuild: each event keeps its id when it is projected again. */
export const eventIds = pgTable(
  'event_ids',
  {
    id: whole('id').primaryKey(),
    signature: ascii('signature').notNull(),
    index: smallint('index').notNull(),
    kind: text('kind').$type<EventKind>().notNull(),
    market: ascii('market').notNull(),
    wallet: ascii('wallet'),
  },
  (table) => [index('event_ids_signature').on(table.signature)],
)

/** The log of events. */
export const events = pgTable(
  'events',
  {
    /**
     * Increasing: no new event gets an id below one that is visible. An event keeps its id when its transaction
     * moves to another slot and after a rebuild. There may be gaps.
     */
    id: whole('id').primaryKey(),
    signature: ascii('signature').notNull(),
    /** Position among the transaction's events. */
    index: smallint('index').notNull(),
    slot: whole('slot').notNull(),
    /** The event's own time, or the block time if it has none. */
    time: whole('time').notNull(),
    kind: text('kind').$type<EventKind>().notNull(),
    /** The market, or the fee vault for a purchase of its SOL. */
    market: ascii('market').notNull(),
    /** The creator, bettor, payee or buyer; null for events of the whole market. */
    wallet: ascii('wallet'),
    details: jsonb('details').$type<EventDetails>().notNull(),
  },
  (table) => [
    uniqueIndex('events_once').on(table.signature, table.index).where(sql`${table.kind} <> 'dropped'`),
    index('events_market').on(table.market, table.id),
    index('events_wallet').on(table.wallet, table.id).where(isNotNull(table.wallet)),
  ],
)

/** Every market, including those whose accounts were closed. */
export const markets = pgTable(
  'markets',
  {
    address: ascii('address').primaryKey(),
    creator: ascii('creator').notNull(),
    question: text('question').notNull(),
    /** The question as searches compare it. */
    searchText: bytewise('search_text').notNull().default(''),
    token: ascii('token'),
    /** Null for SOL. */
    mint: ascii('mint'),
    currency: ascii('currency').$type<CurrencyId>().notNull(),
    decimals: smallint('decimals').notNull(),
    condition: jsonb('condition').$type<StoredCondition>().notNull(),
    createdAt: whole('created_at').notNull(),
    closeAt: whole('close_at').notNull(),
    expireAt: whole('expire_at').notNull(),
    pythReceiver: ascii('pyth_receiver').notNull(),
    /** Length of a betting period. */
    period: integer('period').notNull(),
    burnBps: integer('burn_bps').notNull(),
    developerBps: integer('developer_bps').notNull(),
    maxConfidenceBps: integer('max_confidence_bps').notNull(),
    attestorSet: integer('attestor_set').notNull(),
    proofWindow: whole('proof_window').notNull(),
    voidDelay: whole('void_delay').notNull(),
    closeMargin: integer('close_margin').notNull().default(0),
    /** Lamports for whoever decides it, and for whoever settles a position. */
    decideReward: units('decide_reward').notNull().default(sql`0`),
    settleReward: units('settle_reward').notNull().default(sql`0`),
    createdSignature: ascii('created_signature').notNull(),
    /** All stakes; unchanged by payouts. */
    poolYes: units('pool_yes').notNull(),
    poolNo: units('pool_no').notNull(),
    bets: integer('bets').notNull(),
    /** Number of wallets with a position. */
    bettors: integer('bettors').notNull(),
    status: text('status').$type<'open' | 'resolved' | 'void'>().notNull(),
    /** The winning side. */
    outcome: text('outcome').$type<'Yes' | 'No'>(),
    /** The answer, if it is known; a void market can have one, on which no stake counted. */
    answer: text('answer').$type<'Yes' | 'No'>(),
    /** What decided it; while it is open, the recorded "not met" at expiry. */
    observation: jsonb('observation').$type<StoredObservation>(),
    /** The first price of a change, once it is recorded. */
    reference: jsonb('reference').$type<StoredObservation>(),
    /** When a "not met" at expiry was recorded. */
    recordedAt: whole('recorded_at'),
    /** Number of the period of the deciding observation; 0 if no stake can have been late. */
    latePeriod: whole('late_period').notNull(),
    /** Late stakes: part of the pools, paid back in full. */
    lateYes: units('late_yes').notNull(),
    lateNo: units('late_no').notNull(),
    /** When it was decided or voided. */
    resolvedAt: whole('resolved_at'),
    resolvedSignature: ascii('resolved_signature'),
    /** Fees, fixed by the decision; 0 before. */
    burn: units('burn').notNull(),
    developer: units('developer').notNull(),
    /** The part of the fees that was collected, and when the last of it was. */
    burnCollected: units('burn_collected').notNull(),
    developerCollected: units('developer_collected').notNull(),
    collectedAt: whole('collected_at'),
    collectedSignature: ascii('collected_signature'),
    treasury: ascii('treasury'),
    /** Whether the developer share was treated like the burn share: the treasury could not be paid for 30 days. */
    developerBurned: boolean('developer_burned').notNull().default(false),
    /** Total paid to settled positions, refunds included; the refunds alone; and the number of positions. */
    paid: units('paid').notNull(),
    refunded: units('refunded').notNull(),
    settled: integer('settled').notNull(),
    /** When its accounts were closed, and the dust that rounding left. */
    closedAt: whole('closed_at'),
    closedSignature: ascii('closed_signature'),
    dust: units('dust'),
    /** Whether its creator cancelled it before anyone had staked. */
    cancelled: boolean('cancelled').notNull(),
  },
  (table) => {
    const { status, currency, creator, token, condition, searchText, closedAt, address } = table
    const order = listOrder(table)
    const isClosed = isNotNull(closedAt)
    const { type, feed, isHidden, isShown } = listedCondition(condition)
    // Lists read closed markets by status and currency, of everyone, a creator, a token, a type or a feed, in each
    // order.
    const listed = (['newest', 'expiring', 'volume'] as const).flatMap((sort) => {
      const keys = [status, currency, ...order[sort]] as const
      const shown = and(isClosed, isShown) as SQL
      const hidden = and(isClosed, isHidden) as SQL
      return [
        index(`markets_closed_${sort}`)
          .on(...keys)
          .where(shown),
        index(`markets_creator_${sort}`)
          .on(creator, ...keys)
          .where(shown),
        index(`markets_token_${sort}`)
          .on(token, ...keys)
          .where(and(shown, isNotNull(token)) as SQL),
        index(`markets_type_${sort}`)
          .on(type, ...keys)
          .where(shown),
        index(`markets_feed_${sort}`)
          .on(feed, ...keys)
          .where(and(shown, sql`${feed} IS NOT NULL`) as SQL),
        index(`markets_hidden_${sort}`)
          .on(...keys)
          .where(hidden),
        index(`markets_hidden_creator_${sort}`)
          .on(creator, ...keys)
          .where(hidden),
      ]
    })
    return [
      ...listed,
      index('markets_search').using('gin', searchGrams(searchText)).where(isClosed),
      index('markets_not_closed').on(address).where(isNull(closedAt)),
    ]
  },
)

/** Every bet. */
export const bets = pgTable(
  'bets',
  {
    /** Id of its event. */
    id: whole('id').primaryKey(),
    signature: ascii('signature').notNull(),
    index: smallint('index').notNull(),
    slot: whole('slot').notNull(),
    market: ascii('market').notNull(),
    owner: ascii('owner').notNull(),
    outcome: text('outcome').$type<'Yes' | 'No'>().notNull(),
    amount: units('amount').notNull(),
    /** The market's pools after the bet. */
    poolYes: units('pool_yes').notNull(),
    poolNo: units('pool_no').notNull(),
    /** Number of the betting period that it was placed in. */
    period: whole('period').notNull(),
    placedAt: whole('placed_at').notNull(),
  },
  (table) => [
    index('bets_market').on(table.market, table.id),
    index('bets_market_time').on(table.market, table.placedAt),
  ],
)

/** Every purchase in the burn auction. */
export const burns = pgTable(
  'burns',
  {
    /** Id of its event. */
    id: whole('id').primaryKey(),
    signature: ascii('signature').notNull(),
    slot: whole('slot').notNull(),
    buyer: ascii('buyer').notNull(),
    lamports: units('lamports').notNull(),
    /** Base units of the utility token that were burned. */
    tokens: units('tokens').notNull(),
    /** Token base units for one SOL, with 32 fractional bits. */
    price: sum('price').notNull(),
    boughtAt: whole('bought_at').notNull(),
  },
  (table) => [index('burns_signature').on(table.signature)],
)

/** The stakes of each wallet in each market, and what they were paid. */
export const positions = pgTable(
  'positions',
  {
    market: ascii('market').notNull(),
    owner: ascii('owner').notNull(),
    stakeYes: units('stake_yes').notNull(),
    stakeNo: units('stake_no').notNull(),
    /** The latest of these stakes, by betting period. */
    recent: jsonb('recent').$type<StoredRecent>().notNull(),
    bets: integer('bets').notNull(),
    /** Id of the first bet's event, by which positions are sorted. */
    openedEvent: whole('opened_event').notNull(),
    openedAt: whole('opened_at').notNull(),
    /** For stakes that counted; null until the position is settled, 0 if it lost. */
    payout: units('payout'),
    /** Of late stakes, or of all stakes of a void market; null until the position is settled. */
    refund: units('refund'),
    /** The wallet or token account that was paid. */
    recipient: ascii('recipient'),
    settledAt: whole('settled_at'),
    settledSignature: ascii('settled_signature'),
  },
  (table) => [
    primaryKey({ columns: [table.market, table.owner] }),
    index('positions_owner').on(table.owner, table.openedEvent),
  ],
)

/** Totals by currency and wallet for each day, week and month in UTC, and overall. */
export const walletStats = pgTable(
  'wallet_stats',
  {
    currency: ascii('currency').$type<CurrencyId>().notNull(),
    period: ascii('period').$type<Period>().notNull(),
    /** First day of the period, in days since 1970; weeks begin on Monday. 0 for `all`. */
    start: integer('start').notNull(),
    wallet: ascii('wallet').notNull(),
    /** Stakes of settled positions that other owners' stakes opposed, by the time of the decision. */
    volume: sum('volume').notNull(),
    /** Number of bets, by the time of each bet. */
    bets: integer('bets').notNull(),
    /** Stakes of settled positions, and payouts and refunds of them, by the time of the decision. */
    staked: sum('staked').notNull(),
    returned: sum('returned').notNull(),
    /** Settled positions with counted, opposed stakes; a refund is neither won nor lost. */
    decided: integer('decided').notNull(),
    /** Decided positions with a payout of at least the stakes that counted. */
    won: integer('won').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.period, table.start, table.wallet] })],
)

/** The projector's checkpoint. */
export type Checkpoint = typeof projection.$inferSelect
/** An event of the log. */
export type EventRow = typeof events.$inferSelect
/** A market of the history. */
export type MarketRow = typeof markets.$inferSelect
/** A bet of the history. */
export type BetRow = typeof bets.$inferSelect
/** A purchase in the burn auction. */
export type BurnRow = typeof burns.$inferSelect
/** A position of the history. */
export type PositionRow = typeof positions.$inferSelect
/** A wallet's totals in a period. */
export type WalletStatsRow = typeof walletStats.$inferSelect
