// The tables of the gateway: API keys, nonces, responses, sent transactions, unpaid fees and webhooks.

import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** API keys. Only a hash of each secret is stored: nothing here lets anyone call the gateway. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** Public: part of the key, shown in listings and logs. */
    id: text('id').primaryKey(),
    /** Lower-case hex SHA-256 of the whole key. */
    hash: text('hash').notNull(),
    /** The wallet that the key acts for, in base58. */
    wallet: text('wallet').notNull(),
    name: text('name'),
    scopes: text('scopes').array().notNull(),
    /** Public half of the delegate key that is derived from the secret, in base58; null without the scope `bet`. */
    delegate: text('delegate'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('api_keys_wallet').on(table.wallet)],
)

/** Used nonces of signed requests, kept for as long as the requests could be replayed. */
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

/** Responses by `Idempotency-Key`, and requests in progress. */
export const idempotency = pgTable(
  'idempotency',
  {
    /** The caller: keys are separate for each. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** Lower-case hex SHA-256 of method, path, query and body. */
    fingerprint: text('fingerprint').notNull(),
    /** Id of the run that may store the response; another run may take over after `claimedUntil`. */
    run: text('run').notNull(),
    claimedUntil: instant('claimed_until').notNull(),
    /** Status and body of the response; null while it is in progress. */
    status: integer('status'),
    body: text('body'),
    /** The transaction that this request sends, signed, in base64: stored before it is sent. */
    transaction: text('transaction'),
    /** No block after this height can include it. */
    lastValidBlockHeight: bigint('last_valid_block_height', { mode: 'number' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key] }),
    index('idempotency_expires_at').on(table.expiresAt),
  ],
)

/** Transactions that the gateway has sent, so that every replica can report their status. */
export const relayed = pgTable(
  'relayed',
  {
    /** The first signature, in base58. */
    signature: text('signature').primaryKey(),
    /** No block after this height can include it. */
    lastValidBlockHeight: bigint('last_valid_block_height', { mode: 'number' }).notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('relayed_expires_at').on(table.expiresAt)],
)

/** Network fees that the gateway has paid for one-call bets and no bankroll has paid back. */
export const unpaidFees = pgTable(
  'unpaid_fees',
  {
    /** The transaction, in base58. */
    signature: text('signature').primaryKey(),
    /** The owner of the bankroll, in base58. */
    wallet: text('wallet').notNull(),
    /** The whole fee until the transaction is confirmed. */
    lamports: bigint('lamports', { mode: 'bigint' }).notNull(),
    /** Until then the bet counts as in flight, and afterwards its fee as lost. */
    inFlightUntil: instant('in_flight_until').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('unpaid_fees_wallet').on(table.wallet),
    index('unpaid_fees_expires_at').on(table.expiresAt),
  ],
)

export type ApiKeyRow = typeof apiKeys.$inferSelect

/** Webhooks: URLs to which events are sent. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    /** The wallet that registered it, in base58. */
    owner: text('owner').notNull(),
    url: text('url').notNull(),
    /** Base64 of the key that signs deliveries: whoever reads it can forge them. */
    secret: text('secret').notNull(),
    /** Only events of these markets, in base58; all if it is empty. */
    markets: text('markets').array().notNull(),
    /** Only events of this wallet, in base58. */
    wallet: text('wallet'),
    /** Only events of these types; all if it is empty. */
    types: text('types').array().notNull(),
    /** Id of the last event that was delivered, or passed over by a filter. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** Failed attempts in a row. */
    failures: integer('failures').notNull(),
    failingSince: instant('failing_since'),
    /** Nothing is sent before this time. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** Whether it answers slowly, or has answered nothing yet, so that it shares the places of slow ones. */
    isSlow: boolean('is_slow').notNull().default(false),
    /** When it was disabled after too many failures; nothing is sent until a replay. */
    disabledAt: instant('disabled_at'),
    /** The run that sends now, and the time until which no other may. */
    run: text('run'),
    claimedUntil: instant('claimed_until').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('webhooks_owner').on(table.owner), index('webhooks_due').on(table.nextAttemptAt)],
)

/** Attempts to deliver events, for their owners to look at. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    webhook: text('webhook').notNull(),
    event: bigint('event', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    /** Status of the answer; null if there was none. */
    status: integer('status'),
    /** Why it failed; null if it was delivered. */
    error: text('error'),
    milliseconds: integer('milliseconds').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('webhook_deliveries_webhook').on(table.webhook, table.at),
    index('webhook_deliveries_expires_at').on(table.expiresAt),
  ],
)

export type WebhookRow = typeof webhooks.$inferSelect

/** A stored attempt to deliver an event. */
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect
