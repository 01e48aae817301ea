// The log: every numbered event of the program, once. All replicas and releases share it. Times are unix seconds.
//
// Functions of the first migration write it (`history/log/append.ts`), under the lock of the row in `log_head`: ids have
// no gaps, and an event of a market comes behind the one before it.

import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, uniqueIndex } from 'drizzle-orm/pg-core'
import { ascii, bytes, whole } from './columns.ts'

/** The log's last id, and how far it was checked. One row. */
export const logHead = pgTable('log_head', {
  program: ascii('program').primaryKey(),
  /** The genesis hash of the chain that the events come from. */
  genesis: ascii('genesis').notNull(),
  lastId: whole('last_id').notNull().default(0),
  /** Every event up to this slot is final. Those up to the id need no further check. */
  finalSlot: whole('final_slot').notNull().default(0),
  finalId: whole('final_id').notNull().default(0),
  /** The program's signatures up to this one were listed and are final: the next list begins behind it. */
  listedSignature: ascii('listed_signature'),
  listedSlot: whole('listed_slot').notNull().default(0),
})

/** Addresses by number: rows that name one need 4 bytes for it. */
export const addresses = pgTable('addresses', {
  number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
  address: bytes('address').notNull().unique(),
  /** Decimals, if it is the mint of a market. */
  decimals: smallint('decimals'),
})

export const log = pgTable(
  'log',
  {
    id: whole('id').primaryKey(),
    slot: whole('slot').notNull(),
    /** The event's own time, or the block time if it has none. */
    time: whole('time').notNull(),
    /** The market, or the fee vault for a purchase of its SOL. */
    market: integer('market').notNull(),
    /** The event's number in its market, as the program counts. */
    sequence: integer('sequence').notNull(),
    /** The creator, bettor, payee or buyer; 0 for events of the whole market. */
    wallet: integer('wallet').notNull(),
    /** A code of `history/log/row.ts`. */
    kind: smallint('kind').notNull(),
    /** Whether the chain dropped it; also true for the row that says so. */
    isDropped: boolean('is_dropped').notNull(),
    /** Whether the logs lacked it, so that it follows from instructions: `data` is then JSON. */
    isRebuilt: boolean('is_rebuilt').notNull(),
    signature: bytes('signature').notNull(),
    /** The event's bytes without discriminator, market, number and wallet. A bet from a bankroll is followed by `BankrollBet`. */
    data: bytes('data').notNull(),
  },
  (table) => [
    uniqueIndex('log_sequence').on(table.market, table.sequence).where(isLive(table)),
    index('log_bets').on(table.market, table.time).where(isLiveBet(table)),
    index('log_wallet').on(table.wallet, table.id).where(sql`${table.wallet} > 0`),
    index('log_signature').on(signaturePrefix(table.signature)),
  ],
)

/** The first bytes of a signature: few have the same. */
export function signaturePrefix(signature: unknown): SQL {
  return sql`substr(${signature}, 1, 5)`
}

interface LiveColumns {
  isDropped: unknown
  kind: unknown
}

function isLive({ isDropped }: Pick<LiveColumns, 'isDropped'>): SQL {
  return sql`NOT ${isDropped}`
}

/** Bets that the chain has, written as in the index. */
export function isLiveBet({ isDropped, kind }: LiveColumns): SQL {
  return sql`${kind} = 1 AND NOT ${isDropped}`
}

/** How far the log is. */
export type LogHead = typeof logHead.$inferSelect
