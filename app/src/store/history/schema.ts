import { isNotNull, not } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import type { EventDetails, EventKind, Period, StoredCondition, StoredObservation } from './types.ts'

// Every time is a unix second of the chain, every amount a number of base units: a u64, which int8 cannot
// hold. Addresses and signatures are in base58.

const units = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' })
/** Of many amounts together: no u64 any more. */
const sum = (name: string) => numeric(name, { precision: 40, scale: 0, mode: 'bigint' })
const whole = (name: string) => bigint(name, { mode: 'number' })

/** How far the projection has come: one row. Whoever projects holds its lock while it writes. */
export const projection = pgTable('projection', {
  program: text('program').primaryKey(),
  /** The chain that the rows were made from, by the hash of its genesis. */
  genesis: text('genesis').notNull(),
  /** Of the rules by which rows are made; other rules make all of them anew. */
  version: integer('version').notNull(),
  /** The latest id of `events`. Ids are given out under this row's lock: in the order in which they show. */
  lastEvent: whole('last_event').notNull(),
  /** The latest transaction that was projected. */
  headSignature: text('head_signature'),
  headSlot: whole('head_slot').notNull(),
  /** The latest transaction that is known to be final, and the slot up to which finality was looked at. */
  finalSignature: text('final_signature'),
  finalSlot: whole('final_slot').notNull(),
})

/** Every successful transaction that was projected, also those without a row of their own elsewhere. */
export const transactions = pgTable(
  'transactions',
  {
    signature: text('signature').primaryKey(),
    slot: whole('slot').notNull(),
    /** When its block was made. */
    time: whole('time').notNull(),
    /** Whether it can no longer be dropped. */
    finalized: boolean('finalized').notNull(),
  },
  (table) => [index('transactions_unfinalized').on(table.slot).where(not(table.finalized))],
)

/** What happened, in one order for all. */
export const events = pgTable(
  'events',
  {
    /** Increasing; a reader that has seen one never finds a smaller one later. Gaps mean nothing. */
    id: whole('id').primaryKey(),
    signature: text('signature').notNull(),
    /** Which of the transaction's events it is. */
    index: smallint('index').notNull(),
    slot: whole('slot').notNull(),
    /** As the event tells it, of the block where it does not. */
    time: whole('time').notNull(),
    kind: text('kind').$type<EventKind>().notNull(),
    market: text('market').notNull(),
    /** Who created, bet or was paid; null where it concerns everyone. */
    wallet: text('wallet'),
    details: jsonb('details').$type<EventDetails>().notNull(),
  },
  (table) => [
    unique('events_once').on(table.signature, table.index),
    index('events_market').on(table.market, table.id),
    index('events_wallet').on(table.wallet, table.id).where(isNotNull(table.wallet)),
  ],
)

/** Every market that ever was, closed ones too. */
export const markets = pgTable('markets', {
  address: text('address').primaryKey(),
  creator: text('creator').notNull(),
  question: text('question').notNull(),
  token: text('token'),
  /** Null for SOL. */
  mint: text('mint'),
  currency: text('currency').$type<'SOL' | 'UTILITY'>().notNull(),
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
  createdSignature: text('created_signature').notNull(),
  /** All stakes; they stay after payouts. */
  poolYes: units('pool_yes').notNull(),
  poolNo: units('pool_no').notNull(),
  bets: integer('bets').notNull(),
  /** Wallets that bet. */
  bettors: integer('bettors').notNull(),
  status: text('status').$type<'open' | 'resolved' | 'void'>().notNull(),
  outcome: text('outcome').$type<'Yes' | 'No'>(),
  observation: jsonb('observation').$type<StoredObservation>(),
  /** When it was decided or voided. */
  resolvedAt: whole('resolved_at'),
  resolvedSignature: text('resolved_signature'),
  /** Fixed by the decision, 0 before. */
  burn: units('burn').notNull(),
  developer: units('developer').notNull(),
  /** When the fees were burned and paid. */
  collectedAt: whole('collected_at'),
  collectedSignature: text('collected_signature'),
  treasury: text('treasury'),
  /** Paid to settled positions so far, refunds included, and to how many. */
  paid: units('paid').notNull(),
  settled: integer('settled').notNull(),
  /** When its accounts were closed, and what rounding had left. */
  closedAt: whole('closed_at'),
  closedSignature: text('closed_signature'),
  dust: units('dust'),
})

/** Every bet. */
export const bets = pgTable(
  'bets',
  {
    /** Of its event. */
    id: whole('id').primaryKey(),
    signature: text('signature').notNull(),
    index: smallint('index').notNull(),
    slot: whole('slot').notNull(),
    market: text('market').notNull(),
    owner: text('owner').notNull(),
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

/** Everyone's stakes in every market, and what they were paid: payouts, and refunds where the market is void. */
export const positions = pgTable(
  'positions',
  {
    market: text('market').notNull(),
    owner: text('owner').notNull(),
    stakeYes: units('stake_yes').notNull(),
    stakeNo: units('stake_no').notNull(),
    bets: integer('bets').notNull(),
    /** The event of the first bet: newer positions have greater ones. */
    openedEvent: whole('opened_event').notNull(),
    openedAt: whole('opened_at').notNull(),
    /** Null until it is settled; 0 for who lost. */
    payout: units('payout'),
    /** The wallet or token account that was paid. */
    recipient: text('recipient'),
    settledAt: whole('settled_at'),
    settledSignature: text('settled_signature'),
  },
  (table) => [
    primaryKey({ columns: [table.market, table.owner] }),
    index('positions_owner').on(table.owner, table.openedEvent),
  ],
)

/** What wallets did in a day, week and month of UTC and in all, by currency. */
export const walletStats = pgTable(
  'wallet_stats',
  {
    currency: text('currency').$type<'SOL' | 'UTILITY'>().notNull(),
    period: text('period').$type<Period>().notNull(),
    /** Its first day, in days since 1970; weeks begin on Monday. 0 for `all`. */
    start: integer('start').notNull(),
    wallet: text('wallet').notNull(),
    /** Staked, and in how many bets, by the time of each bet. */
    volume: sum('volume').notNull(),
    bets: integer('bets').notNull(),
    /** Of positions settled, by the time of the decision: what was staked on them and what they were paid. */
    staked: sum('staked').notNull(),
    returned: sum('returned').notNull(),
    /** Positions settled in decided markets; a refund is neither won nor lost. */
    decided: integer('decided').notNull(),
    /** Those that were paid at least what was staked on them. */
    won: integer('won').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.period, table.start, table.wallet] })],
)
