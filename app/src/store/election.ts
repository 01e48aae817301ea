// Elects the one process that writes the history.

import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from './database.ts'
import { sessionSettings } from './migrate.ts'

/** A process that may lead: of those that share a database, only the leader writes the history. */
export interface Candidate {
  /**
   * Called when this process becomes the leader, and when it no longer is.
   *
   * @param session - the session that holds the lock: only the leader can write in it
   */
  onLead(session: Database | undefined): void
  /** Called when the leader has announced a change, or an announcement may have been missed. */
  onNews(): unknown
}

/** Takes part in the election of a leader until it is stopped. */
export type Elect = (candidate: Candidate) => Election

/** One process's participation in an election. */
export interface Election {
  /** Releases the lock, if this process has it, and leaves the election. */
  stop(): Promise<void>
}

/** Key of the advisory lock that the leader holds, beside that of the tables that it writes. */
const LOCK_KEY = 724_608_194

/** Milliseconds between two signs of life of the leader, and between two attempts of others to replace it. */
const BEAT_MS = 1_000

/** Milliseconds that the server waits for a sign of life. A frozen process is replaced a beat later. */
const SILENCE_MS = 3_000

/** Milliseconds that a statement of the session may take, including the wait for a lock of the previous leader. */
const STATEMENT_MS = 5_000
const LOCK_MS = 4_000

/** An embedded database has one process, which leads. */
export const electAlways =
  (session: Database): Elect =>
  (candidate) => {
    candidate.onLead(session)
    return { stop: async () => candidate.onLead(undefined) }
  }

/**
 * Elects one leader among the processes that use a Postgres, by an advisory lock on a separate session. The server ends
 * a silent session, which releases the lock: neither a frozen process nor a lost connection keeps it.
 */
export function electOnPostgres(connectionString: string, onError: (error: Error) => void): Elect {
  return (candidate) => {
    const stopping = new AbortController()
    const { signal } = stopping
    const running = (async () => {
      while (!signal.aborted) {
        await takePart(connectionString, candidate, signal).catch(onError)
        await sleep(BEAT_MS, undefined, { signal }).catch(() => {})
      }
    })()
    return {
      stop() {
        stopping.abort()
        return running
      },
    }
  }
}

/** Takes part in the election as long as the session lasts. */
async function takePart(
  connectionString: string,
  { onLead, onNews }: Candidate,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: STATEMENT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: 'prediction-market leader',
  })
  // The next beat reports the failure; without a listener, losing the connection would end the process.
  client.on('error', () => {})
  client.on('notification', onNews)
  let isLeader = false
  try {
    await client.connect()
    await client.query(sessionSettings({ idle_session_timeout: SILENCE_MS, lock_timeout: LOCK_MS }))
    const { rows } = await client.query('SELECT quote_ident(current_schema()) AS channel')
    await client.query(`LISTEN ${rows[0].channel}`)
    onNews()
    while (!signal.aborted) {
      if (isLeader) await client.query('SELECT 1')
      else if (await takeLock(client)) {
        isLeader = true
        onLead(drizzle(client) as unknown as Database)
      }
      await sleep(BEAT_MS, undefined, { signal }).catch(() => {})
    }
  } finally {
    if (isLeader) onLead(undefined)
    await client.end().catch(() => {})
  }
}

async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT pg_try_advisory_lock(${LOCK_KEY}, hashtext(current_schema())) AS taken`,
  )
  return rows[0].taken
}
