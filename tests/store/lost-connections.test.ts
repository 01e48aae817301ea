import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, inSnapshot } from '../../app/src/store/database.ts'
import { useNonce } from '../../app/src/store/idempotency.ts'
import { HISTORY_SCHEMA } from '../../app/src/store/migrate.ts'
import { nonces } from '../../app/src/store/schema/gateway.ts'
import { openStore, type Store } from '../../app/src/store/store.ts'
import { newPlace } from '../helpers/gateway/store.ts'
import { freePorts, until } from '../helpers/localnet/index.ts'

const PATH = `${process.env.PATH}:/usr/sbin`

describe('the store behind PgBouncer in session mode', () => {
  let pool: ChildProcess
  let folder: string
  let store: Store
  let remove: () => Promise<void>

  before(async function () {
    // Debian: apt-get install pgbouncer.
    const isThere = spawnSync('pgbouncer', ['--version'], { env: { ...process.env, PATH } }).status === 0
    if (!isThere) console.warn('      PgBouncer is not installed: its tests are skipped')
    if (!process.env.DATABASE_URL || !isThere) return this.skip()
    const place = await newPlace()
    remove = place.remove
    const url = new URL(place.databaseUrl ?? expect.fail())
    const port = await freePorts(1)
    folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'))
    const settings = [
      '[databases]',
      `* = host=${url.hostname} port=${url.port} user=${url.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = session',
    ]
    await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'))
    await chmod(folder, 0o755)
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
    pool = spawn('pgbouncer', [...user, join(folder, 'pgbouncer.ini')], {
      env: { ...process.env, PATH },
      stdio: 'ignore',
    })
    await until('PgBouncer', () => isOpen(port))
    url.port = String(port)
    store = await openStore({ databaseUrl: url.href, connections: 3 })
  })

  after(async () => {
    await store?.close()
    pool?.kill()
    await remove?.()
    if (folder) await rm(folder, { recursive: true })
  })

  it('has its schema and its time limits on every connection', async () => {
    const rows = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const result = await store.db.execute(
          sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
            current_setting('idle_in_transaction_session_timeout') AS idle, current_schema() AS schema, pg_sleep(0.1)`,
        )
        return result.rows[0]
      }),
    )
    for (const row of rows) {
      expect(row).to.include({ statement: '10s', lock: '3s', idle: '3s', schema: HISTORY_SCHEMA })
    }
  })
})

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (isReached: boolean) => {
      socket.destroy()
      resolve(isReached)
    }
    socket.on('connect', () => end(true)).on('error', () => end(false))
  })
}

const LATER = new Date('2100-01-01')

describe('the store on a Postgres that fails', () => {
  let server: pg.Client
  let databaseUrl: string
  let remove: () => Promise<void>
  const stores: Store[] = []
  const errors: Error[] = []

  before(async function () {
    if (!process.env.DATABASE_URL) return this.skip()
    const place = await newPlace()
    databaseUrl = place.databaseUrl as string
    remove = place.remove
    server = new pg.Client({ connectionString: process.env.DATABASE_URL })
    await server.connect()
  })

  afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

  after(async () => {
    await server?.end()
    await remove?.()
  })

  async function open(connections: number): Promise<Database> {
    const store = await openStore({ databaseUrl, connections, onError: (error) => errors.push(error) })
    stores.push(store)
    return store.db
  }

  /** Ends every connection to the database, as a restart does. */
  async function cutAll(): Promise<void> {
    const name = new URL(databaseUrl).pathname.slice(1)
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  }

  const failure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.fail('It succeeded'),
      (error) => error,
    )

  it('attack 82: survives losing a connection in the middle of a transaction', async () => {
    const db = await open(2)
    await failure(
      db.transaction(async (tx) => {
        await tx.execute(sql`SELECT 1`)
        await cutAll()
        await tx.execute(sql`SELECT 1`)
      }),
    )
    expect(errors).to.not.be.empty
    const use = () => useNonce(db, 'after', 'a-cut', LATER)
    expect(await use().catch(use)).to.equal(true)
  })

  it('has connections left after losing more of them than it has, before and in transactions', async () => {
    const db = await open(2)
    for (let round = 0; round < 5; round++) {
      // Whether a loss is known by now decides if these succeed: both are fine.
      await db.execute(sql`SELECT 1`).catch(() => {})
      await cutAll()
      await db.transaction((tx) => tx.execute(sql`SELECT 1`)).catch(() => {})
      await failure(
        db.transaction(async () => {
          await cutAll()
          throw new Error('stopped')
        }),
      )
    }
    const use = () => useNonce(db, 'after', 'many-cuts', LATER)
    // Two connections that were lost may still be in the pool.
    const used = await use().catch(use).catch(use)
    expect(used).to.equal(true)
  })

  it('releases the locks of a frozen transaction', async () => {
    const [frozen, healthy] = [await open(1), await open(1)]
    await useNonce(frozen, 'row', 'locked', LATER)
    const lock = (db: Database) => db.select().from(nonces).where(sql`wallet = 'row'`).for('update')
    let waited: unknown
    const outcome = await failure(
      frozen.transaction(async (tx) => {
        await lock(tx)
        // Meanwhile the other one waits for the row, once or twice as long as a wait for a lock may be.
        waited = await healthy.transaction(lock).catch(() => healthy.transaction(lock))
        await tx.execute(sql`SELECT 1`)
      }),
    )
    expect(outcome).to.be.an('error')
    expect(waited).to.have.lengthOf(1)
  })

  it('reads several things as they were at one moment', async () => {
    const db = await open(2)
    const [before, after] = await inSnapshot(db, async (snapshot) => {
      const first = await snapshot.$count(nonces)
      await useNonce(db, 'snapshot', crypto.randomUUID(), LATER)
      return [first, await snapshot.$count(nonces)]
    })
    expect(after).to.equal(before)
    expect(await db.$count(nonces)).to.equal(before + 1)
  })
})
