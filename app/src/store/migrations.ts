import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { HISTORY_TABLES } from './history/migration.ts'

/** One step of the schema. Once released, a migration never changes; a new one is added below it. */
interface Migration {
  id: string
  statements: readonly string[]
}

const MIGRATIONS: readonly Migration[] = [
  {
    id: '0001_keys_nonces_idempotency',
    statements: [
      `CREATE TABLE api_keys (
        id text PRIMARY KEY,
        hash text NOT NULL,
        wallet text NOT NULL,
        name text,
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz
      )`,
      'CREATE INDEX api_keys_wallet ON api_keys (wallet)',
      `CREATE TABLE nonces (
        wallet text NOT NULL,
        nonce text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (wallet, nonce)
      )`,
      'CREATE INDEX nonces_expires_at ON nonces (expires_at)',
      `CREATE TABLE idempotency (
        caller text NOT NULL,
        key text NOT NULL,
        fingerprint text NOT NULL,
        run text NOT NULL,
        claimed_until timestamptz NOT NULL,
        status integer,
        body text,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (caller, key)
      )`,
      'CREATE INDEX idempotency_expires_at ON idempotency (expires_at)',
    ],
  },
  { id: '0002_history', statements: HISTORY_TABLES },
  {
    id: '0003_relayed',
    statements: [
      `CREATE TABLE relayed (
        signature text PRIMARY KEY,
        last_valid_block_height bigint NOT NULL,
        expires_at timestamptz NOT NULL
      )`,
      'CREATE INDEX relayed_expires_at ON relayed (expires_at)',
    ],
  },
]

/** Another one for other tables. */
export function schemaVersion(): string {
  return createHash('sha256').update(JSON.stringify(MIGRATIONS)).digest('hex').slice(0, 16)
}

/** Any number, as long as every process takes the same: whoever holds it migrates, the others wait. */
const MIGRATION_LOCK = 7_246_081_935

/**
 * Brings the schema up to date: all of it or nothing. Runs at every start; processes that start at once
 * take turns, and the later ones find nothing left to do.
 */
export async function migrate(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(MIGRATION_LOCK))})`)
    await tx.execute(
      sql`CREATE TABLE IF NOT EXISTS schema_migrations (id text PRIMARY KEY, applied_at timestamptz NOT NULL)`,
    )
    for (const { id, statements } of MIGRATIONS) {
      const marked = await tx.execute(
        sql`INSERT INTO schema_migrations (id, applied_at) VALUES (${id}, now()) ON CONFLICT DO NOTHING RETURNING id`,
      )
      if (marked.rows.length === 0) continue
      for (const statement of statements) await tx.execute(sql.raw(statement))
    }
  })
}
