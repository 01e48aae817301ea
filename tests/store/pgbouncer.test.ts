import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { sql } from 'drizzle-orm'
import { HISTORY_SCHEMA } from '../../app/src/store/migrate.ts'
import { openStore, type Store } from '../../app/src/store/store.ts'
import { newPlace } from '../helpers/gateway/store.ts'
import { freePorts, until } from '../helpers/localnet/index.ts'

const PATH = `${process.env.PATH}:/usr/sbin`

describe('the store behind PgBouncer in session mode', function () {
  this.timeout(60_000)
  let pool: ChildProcess
  let folder: string
  let store: Store
  let remove: () => Promise<void>

  before(async function () {
    // Debian: apt-get install pgbouncer.
    const isThere = spawnSync('pgbouncer', ['--version'], { env: { ...process.env, PATH } }).status === 0
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
