import { isNotNull, not } from 'drizzle-orm'
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
  unique,
} from 'drizzle-orm/pg-core'
import type { EventDetails, EventKind, Period, StoredCondition, StoredObservation } from './history-types.ts'

// Times are unix seconds of the chain. Addresses and signatures are in base58.

/** Base58 and identifiers, compared by their bytes: faster than by a locale, and the same on every server. */
const ascii = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
/** Base units: a u64, which int8 cannot hold. */
const units = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' })
/** A sum of base units over many markets, which may exceed a u64. */
const sum = (name: string) => numeric(name, { precision: 40, scale: 0, mode: 'bigint' })
const whole = (name: string) => bigint(name, { mode: 'number' })

/** The projector's checkpoint: one row, locked by the process that is writing the history. */
export const projection = pgTable('projection', {
  program: ascii('program').primaryKey(),
  /** The genesis hash of the chain that the rows come from. */
  genesis: ascii('genesis').notNull(),
  /** Version of the projector's rules; a projector with another version rebuilds all rows. */
  version: integer('version').notNull(),
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
})

/** Every successful transaction that was projected, also those without events. */
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

/** The log of events. */
export const events = pgTable(
  'events',
  {
    /** Increasing: no id below one that is visible is added later. There may be gaps. */
    id: whole('id').primaryKey(),
    signature: ascii('signature').notNull(),
    /** Position among the transaction's events. */
    index: smallint('index').notNull(),
    slot: whole('slot').notNull(),
    /** The event's own time, or the block time if it has none. */
    time: whole('time').notNull(),
    kind: text('kind').$type<EventKind>().notNull(),
    market: ascii('market').notNull(),
    /** The creator, bettor or payee; null for events of the whole market. */
    wallet: ascii('wallet'),
    details: jsonb('details').$type<EventDetails>().notNull(),
  },
  (table) => [
    unique('events_once').on(table.signature, table.index),
    index('events_market').on(table.market, table.id),
    index('events_wallet').on(table.wallet, table.id).where(isNotNull(table.wallet)),
  ],
)

/** Every market, including those whose accounts were closed. */
export const markets = pgTable('markets', {
  address: ascii('address').primaryKey(),
  creator: ascii('creator').notNull(),
  question: text('question').notNull(),
  token: ascii('token'),
  /** Null for SOL. */
  mint: ascii('mint'),
  currency: ascii('currency').$type<'SOL' | 'UTILITY'>().notNull(),
  decimals: smallint('decimals').notNull(),
  condition: jsonb('condition').$type<StoredCondition>().notNull(),
  createdAt: whole('created_at').notNull(),
  closeAt: whole('close_at').notNull(),
  expireAt: whole('expire_at').notNull(),
  burnBps: integer('burn_bps').notNull(),
  developerBps: integer('developer_bps').notNull(),
  maxConfidenceBps: integer('max_confidence_bps').notNull(),
  attestorSet: integer('attestor_set').notNull(),
  proofWindow: whole('proof_window').notNull(),
  voidDelay: whole('void_delay').notNull(),
  createdSignature: ascii('created_signature').notNull(),
  /** All stakes; unchanged by payouts. */
  poolYes: units('pool_yes').notNull(),
  poolNo: units('pool_no').notNull(),
  bets: integer('bets').notNull(),
  /** Number of wallets with a position. */
  bettors: integer('bettors').notNull(),
  status: text('status').$type<'open' | 'resolved' | 'void'>().notNull(),
  outcome: text('outcome').$type<'Yes' | 'No'>(),
  observation: jsonb('observation').$type<StoredObservation>(),
  /** When it was decided or voided. */
  resolvedAt: whole('resolved_at'),
  resolvedSignature: ascii('resolved_signature'),
  /** Fees, fixed by the decision; 0 before. */
  burn: units('burn').notNull(),
  developer: units('developer').notNull(),
  /** When the fees were collected. */
  collectedAt: whole('collected_at'),
  collectedSignature: ascii('collected_signature'),
  treasury: ascii('treasury'),
  /** Total paid to settled positions, refunds included, and their number. */
  paid: units('paid').notNull(),
  settled: integer('settled').notNull(),
  /** When its accounts were closed, and the dust that rounding left. */
  closedAt: whole('closed_at'),
  closedSignature: ascii('closed_signature'),
  dust: units('dust'),
})

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
    placedAt: whole('placed_at').notNull(),
  },
  (table) => [
    index('bets_market').on(table.market, table.id),
    index('bets_market_time').on(table.market, table.placedAt),
  ],
)

/** The stakes of each wallet in each market, and its payout: a refund if the market is void. */
export const positions = pgTable(
  'positions',
  {
    market: ascii('market').notNull(),
    owner: ascii('owner').notNull(),
    stakeYes: units('stake_yes').notNull(),
    stakeNo: units('stake_no').notNull(),
    bets: integer('bets').notNull(),
    /** Id of the first bet's event, by which positions are sorted. */
    openedEvent: whole('opened_event').notNull(),
    openedAt: whole('opened_at').notNull(),
    /** Null until the position is settled; 0 if it lost. */
    payout: units('payout'),
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
    currency: ascii('currency').$type<'SOL' | 'UTILITY'>().notNull(),
    period: ascii('period').$type<Period>().notNull(),
    /** First day of the period, in days since 1970; weeks begin on Monday. 0 for `all`. */
    start: integer('start').notNull(),
    wallet: ascii('wallet').notNull(),
    /** Amount and number of bets, by the time of each bet. */
    volume: sum('volume').notNull(),
    bets: integer('bets').notNull(),
    /** Stakes and payouts of settled positions, by the time of the decision. */
    staked: sum('staked').notNull(),
    returned: sum('returned').notNull(),
    /** Settled positions in decided markets; a refund counts as neither won nor lost. */
    decided: integer('decided').notNull(),
    /** Decided positions with a payout of at least their stake. */
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
/** A position of the history. */
export type PositionRow = typeof positions.$inferSelect
/** A wallet's totals in a period. */
export type WalletStatsRow = typeof walletStats.$inferSelect
