// The tables that are applied from the log. Times are unix seconds of the chain. Addresses and signatures of markets are
// in base58. Each version of the rules has these tables in its own schema (`history-schema.ts`).

import type { CurrencyId } from '@prediction-market/sdk'
import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import {
  ascii,
  bytes,
  bytewise,
  condition,
  listedCondition,
  listOrder,
  observation,
  searchGrams,
  sum,
  units,
  whole,
} from './columns.ts'
import type { Period } from './history-types.ts'

/** How far the log is applied to the tables below. One row. */
export const projection = pgTable('projection', {
  program: ascii('program').primaryKey(),
  /** The genesis hash of the chain that the log is about. */
  genesis: ascii('genesis').notNull(),
  /** Id of the last event that was applied. */
  applied: whole('applied').notNull(),
})

/** Every market, including those whose accounts were closed. */
export const markets = pgTable(
  'markets',
  {
    address: ascii('address').primaryKey(),
    /** Its number of `addresses`. */
    number: integer('number').notNull().unique(),
    /** Number of its last event that was applied. */
    sequence: integer('sequence').notNull(),
    creator: ascii('creator').notNull(),
    question: text('question').notNull(),
    /** The question as searches compare it. */
    searchText: bytewise('search_text').notNull().default(''),
    token: ascii('token'),
    /** Null for SOL. */
    mint: ascii('mint'),
    currency: ascii('currency').$type<CurrencyId>().notNull(),
    decimals: smallint('decimals').notNull(),
    condition: condition('condition').notNull(),
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
    /** Stake from which on the whole decide reward is earned in UTILITY; 0 in SOL. */
    rewardStake: units('reward_stake').notNull().default(sql`0`),
    /** Largest ratio of what is lost to the winning pool, in hundredths; 0 for none. */
    maxRatio: integer('max_ratio').notNull().default(0),
    /** Lamports that recording an observation has earned. */
    recordedReward: units('recorded_reward').notNull().default(sql`0`),
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
    observation: observation('observation'),
    /** The first price of a change, once it is recorded. */
    reference: observation('reference'),
    /** When a "not met" at expiry was recorded. */
    recordedAt: whole('recorded_at'),
    /** Number of the period of the deciding observation; 0 if no stake can have been late. */
    latePeriod: whole('late_period').notNull(),
    /** Late stakes: part of the pools, paid back in full. */
    lateYes: units('late_yes').notNull(),
    lateNo: units('late_no').notNull(),
    /** Counted stakes of the losing side that found no opponent: part of its pool, paid back. */
    unmatched: units('unmatched').notNull(),
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
    const { status, currency, creator, token, condition, searchText, closedAt } = table
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
    const open = index('markets_open').on(table.number).where(sql`${closedAt} IS NULL`)
    return [...listed, open, index('markets_search').using('gin', searchGrams(searchText)).where(isClosed)]
  },
)

/** The stakes of each wallet in each market, and what they were paid. */
export const positions = pgTable(
  'positions',
  {
    /** Id of the first bet's event, by which positions are sorted, and of the payout's; 0 until it is settled. */
    openedEvent: whole('opened_event').notNull(),
    settledEvent: whole('settled_event').notNull(),
    /** Numbers of `addresses`. */
    market: integer('market').notNull(),
    owner: integer('owner').notNull(),
    bets: integer('bets').notNull(),
    stakeYes: units('stake_yes').notNull(),
    stakeNo: units('stake_no').notNull(),
    /** For stakes that counted; 0 until the position is settled, and if it lost. */
    payout: units('payout').notNull(),
    /** Of late and unmatched stakes, or of all stakes of a void market; 0 until the position is settled. */
    refund: units('refund').notNull(),
    /** The latest of these stakes, by betting period (`history/market-row.ts`); empty once it is settled. */
    recent: bytes('recent').notNull(),
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
    /** Number of `addresses`. */
    wallet: integer('wallet').notNull(),
    /** Stakes of settled positions that other owners' stakes opposed, by the time of the decision. */
    volume: sum('volume').notNull(),
    /** Bets and stakes of settled positions, and payouts and refunds of them, by the time of the decision. */
    bets: integer('bets').notNull(),
    staked: sum('staked').notNull(),
    returned: sum('returned').notNull(),
    /** Settled positions with counted, opposed stakes; a refund is neither won nor lost. */
    decided: integer('decided').notNull(),
    /** Decided positions with a payout of at least the stakes that counted. */
    won: integer('won').notNull(),
  },
  (table) => [primaryKey({ columns: [table.currency, table.period, table.start, table.wallet] })],
)

export type MarketRow = typeof markets.$inferSelect
export type StoredPosition = typeof positions.$inferSelect
/** A wallet's totals in a period, as they are stored. */
export type StoredStats = typeof walletStats.$inferSelect
