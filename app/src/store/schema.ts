import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export * from './history/schema.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** API keys. What is kept of a key's secret is a hash: nothing here lets anyone call the gateway. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** Public: part of the key, shown in listings and logs. */
    id: text('id').primaryKey(),
    /** Lower-case hex SHA-256 of the whole key. */
    hash: text('hash').notNull(),
    /** The wallet that the key speaks for, in base58. */
    wallet: text('wallet').notNull(),
    name: text('name'),
    scopes: text('scopes').array().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('api_keys_wallet').on(table.wallet)],
)

/** Nonces of signed requests, kept for as long as their requests could be replayed. */
export const nonces = pgTable(
  'nonces',
  {
    wallet: text('wallet').notNull(),
    nonce: text('nonce').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wallet, table.nonce] }),
    index('nonces_expires_at').on(table.expiresAt),
  ],
)

/** Answers by `Idempotency-Key`, and requests that are being answered right now. */
export const idempotency = pgTable(
  'idempotency',
  {
    /** Who sent the request: keys of different callers never meet. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** Lower-case hex SHA-256 of method, path, query and body. */
    fingerprint: text('fingerprint').notNull(),
    /** The run that may write the answer; another one may take over once `claimedUntil` has passed. */
    run: text('run').notNull(),
    claimedUntil: instant('claimed_until').notNull(),
    /** Status and body of the answer; null while there is none. */
    status: integer('status'),
    body: text('body'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key] }),
    index('idempotency_expires_at').on(table.expiresAt),
  ],
)

/** Transactions that were sent to the chain, so that every replica can say what became of them. */
export const relayed = pgTable(
  'relayed',
  {
    /** The first signature, in base58. */
    signature: text('signature').primaryKey(),
    /** No block after this one can take it in. */
    lastValidBlockHeight: bigint('last_valid_block_height', { mode: 'number' }).notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('relayed_expires_at').on(table.expiresAt)],
)
