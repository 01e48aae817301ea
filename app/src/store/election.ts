import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from './database.ts'
import * as schema from './schema/index.ts'

/** A process that may lead: one of those that share a database writes what follows from the chain. */
export interface Candidate {
  /**
   * Called when this process becomes the leader, and when it no longer is.
   *
   * @param session - the session that holds the lock; what is written in it, only the leader can have written
   */
  onLead(session: Database | undefined): void
  /** Called when the leader has announced a change, or an announcement may have been missed. */
  onNews(): unknown
}

/** Takes part in the election of a leader until it is stopped. */
export type Elect = (candidate: Candidate) => Election

/** The part of one process in an election. */
export interface Election {
  /** Gives up the lock, if this process has it, and takes no more part. */
  stop(): Promise<void>
}

/** Key of the advisory lock that the leader holds, beside that of the tables that it writes. */
const LOCK_KEY = 724_608_194

/** How often the leader shows that it is alive, and the others try to replace it. */
const BEAT_MS = 1_000

/** How long the server waits for such a sign. A process that stands still is replaced a beat later. */
const SILENCE_MS = 3_000

/** How long a statement of the session may take, and wait for a lock that the leader before has left behind. */
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
 * Elects one leader among the processes that use a Postgres, by an advisory lock on a session of its own. The server
 * ends a session that is silent, and with it the lock: neither a frozen process nor a cut connection keeps it.
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

/** Takes part as long as the session lasts. */
async function takePart(
  connectionString: string,
  { onLead, onNews }: Candidate,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: STATEMENT_MS,
    query_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    keepAlive: true,
    application_name: 'prediction-market leader',
  })
  // The next beat fails and says so; without a listener, losing the connection would end the process.
  client.on('error', () => {})
  client.on('notification', onNews)
  let isLeader = false
  try {
    await client.connect()
    await client.query(`SET idle_session_timeout = ${SILENCE_MS}`)
    const { rows } = await client.query('SELECT quote_ident(current_schema()) AS channel')
    await client.query(`LISTEN ${rows[0].channel}`)
    onNews()
    while (!signal.aborted) {
      if (isLeader) await client.query('SELECT 1')
      else if (await takeLock(client)) {
        isLeader = true
        onLead(drizzle(client, { schema }) as unknown as Database)
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
