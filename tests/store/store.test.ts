import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { findApiKey, insertApiKey } from '../../app/src/store/api-keys.ts'
import type { Database } from '../../app/src/store/database.ts'
import { startPglite } from '../../app/src/store/embedded.ts'
import {
  type Attempt,
  claim,
  complete,
  lastBlocksOf,
  release,
  rememberRelayed,
  storeTransaction,
  useNonce,
} from '../../app/src/store/idempotency.ts'
import gatewayJournal from '../../app/src/store/migrations/gateway/meta/_journal.json' with { type: 'json' }
import historyJournal from '../../app/src/store/migrations/history/meta/_journal.json' with { type: 'json' }
import * as gatewayTables from '../../app/src/store/schema/gateway.ts'
import * as historyTables from '../../app/src/store/schema/history.ts'
import { openStore, type Store, sweep } from '../../app/src/store/store.ts'
import { newPlace, sharedStore } from '../helpers/gateway/store.ts'

const schema = { ...gatewayTables, ...historyTables }
const NOW = 1_800_000_000_000
const at = (milliseconds: number) => new Date(NOW + milliseconds)
const unique = () => crypto.randomUUID()

function keyRow(id = unique(), wallet = unique()): gatewayTables.ApiKeyRow {
  const scopes = ['read', 'build']
  return {
    id,
    hash: 'h',
    wallet,
    name: null,
    scopes,
    delegate: null,
    createdAt: at(0),
    expiresAt: at(1_000),
    revokedAt: null,
  }
}

/** How many migrations there are. */
const MIGRATIONS = gatewayJournal.entries.length + historyJournal.entries.length

async function appliedMigrations(db: Database): Promise<number> {
  const { rows } = await db.execute(
    sql`SELECT hash FROM drizzle.__drizzle_migrations UNION ALL SELECT hash FROM __drizzle_migrations`,
  )
  return rows.length
}

describe('the store', () => {
  let db: Database
  before(async () => {
    ;({ db } = await sharedStore())
  })

  it('has exactly the tables and columns of the schema', async () => {
    for (const table of Object.values(schema)) {
      const columns = Object.values(getTableColumns(table)).map(({ name }) => name)
      const { rows } = await db.execute(sql`SELECT column_name FROM information_schema.columns
        WHERE table_schema = ANY(current_schemas(false)) AND table_name = ${getTableName(table)}`)
      expect(rows.map((row) => row.column_name)).to.have.members(columns)
    }
  })

  it('is migrated once when several processes start at once, and again without harm', async function () {
    // The embedded database has one process.
    if (!process.env.DATABASE_URL) return this.skip()
    const { databaseUrl, remove } = await newPlace()
    const opened = await Promise.all([1, 2, 3, 4].map(() => openStore({ databaseUrl })))
    try {
      const row = keyRow()
      await insertApiKey((opened[0] as Store).db, row, 1)
      const late = await openStore({ databaseUrl })
      opened.push(late)
      expect(await appliedMigrations(late.db)).to.equal(MIGRATIONS)
      expect(await findApiKey(late.db, row.id)).to.deep.equal(row)
    } finally {
      await Promise.all(opened.map((store) => store.close()))
      await remove()
    }
  })

  it('persists in a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-'))
    try {
      const row = keyRow()
      const first = await openStore({ path: folder })
      await insertApiKey(first.db, row, 1)
      // Two processes would corrupt each other's files.
      const other = await openStore({ path: folder }).catch((error) => error)
      expect(other).to.be.an('error').with.property('message').that.includes('in use by another process')
      await first.close()
      // Opening it again migrates it again, which changes nothing.
      const second = await openStore({ path: folder })
      expect(await appliedMigrations(second.db)).to.equal(MIGRATIONS)
      expect(await findApiKey(second.db, row.id)).to.deep.equal(row)
      await second.close()
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('says what to do with a database of an earlier release', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-'))
    const { databaseUrl, remove } = await newPlace()
    const place = databaseUrl ? { databaseUrl } : { path: folder }
    try {
      const { db, close } = await openStore(place)
      await db.execute(sql`UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1`)
      await close()
      const refused = await openStore(place).catch((error) => error)
      expect(refused.message).to.match(/^The database was made by an earlier release .* name an empty one/)
    } finally {
      await rm(folder, { recursive: true })
      await remove()
    }
  })

  it('starts without the copy of an empty database, or with a broken one, and writes it again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-'))
    const copy = join(folder, 'copies', 'empty.tar')
    try {
      const first = await startPglite(undefined, copy)
      await first.exec('CREATE TABLE mine (id int)')
      await first.close()
      const whole = await readFile(copy)
      const second = await startPglite(undefined, copy)
      // The table of the first one is not in the copy.
      await second.exec('CREATE TABLE mine (id int)')
      await second.close()

      await writeFile(copy, whole.subarray(0, 100_000))
      const third = await startPglite(undefined, copy)
      await third.exec('CREATE TABLE mine (id int)')
      await third.close()
      expect((await readFile(copy)).length).to.equal(whole.length)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('refuses to open where there is no database', async () => {
    const failure = await openStore({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }).catch(
      (error) => error,
    )
    expect(failure).to.be.an('error')
  })

  it('accepts a nonce once for each wallet', async () => {
    const [wallet, nonce] = [unique(), unique()]
    const uses = await Promise.all(Array.from({ length: 20 }, () => useNonce(db, wallet, nonce, at(0))))
    expect(uses.filter(Boolean)).to.have.lengthOf(1)
    expect(await useNonce(db, unique(), nonce, at(0))).to.equal(true)
  })

  it('limits the API keys of a wallet, also when many are requested at once', async () => {
    const wallet = unique()
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => insertApiKey(db, keyRow(unique(), wallet), 3)),
    )
    expect(asked.filter(Boolean)).to.have.lengthOf(3)
  })

  it('sweeps only expired rows', async () => {
    const wallet = unique()
    await useNonce(db, wallet, 'old-nonce', at(-1))
    await useNonce(db, wallet, 'new-nonce', at(1))
    const [old, recent] = [unique(), unique()]
    await rememberRelayed(db, old, 1, at(-1))
    await rememberRelayed(db, recent, 1, at(1))
    await sweep(db, at(0))
    expect([...(await lastBlocksOf(db, [old, recent]))]).to.deep.equal([[recent, 1]])
    expect(await useNonce(db, wallet, 'old-nonce', at(1))).to.equal(true)
    expect(await useNonce(db, wallet, 'new-nonce', at(1))).to.equal(false)
  })

  it('keeps the first record of a sent transaction', async () => {
    const signature = unique()
    expect(await lastBlocksOf(db, [signature])).to.have.property('size', 0)
    await rememberRelayed(db, signature, 9_007_199_254_740_991, at(1))
    await rememberRelayed(db, signature, 7, at(1))
    expect((await lastBlocksOf(db, [signature])).get(signature)).to.equal(9_007_199_254_740_991)
  })

  describe('claims under an Idempotency-Key', () => {
    const attempt = (over: Partial<Attempt> = {}): Attempt => ({
      caller: unique(),
      key: 'k',
      fingerprint: 'f',
      run: unique(),
      ...over,
    })
    const ask = (who: Attempt, when: number) => claim(db, who, at(when), at(when + 100), at(when + 100))

    it('let one of many duplicates run', async () => {
      const first = attempt()
      const claims = await Promise.all(
        Array.from({ length: 10 }, () => ask({ ...first, run: unique() }, 0).then(({ kind }) => kind)),
      )
      expect(claims.filter((kind) => kind === 'run')).to.have.lengthOf(1)
      expect(claims.filter((kind) => kind === 'running')).to.have.lengthOf(9)
    })

    it('return the stored response until it expires', async () => {
      const first = attempt()
      await ask(first, 0)
      await complete(db, first, { status: 202, body: '{"a":1}' }, at(5_000))
      const again = { ...first, run: unique() }
      expect(await ask(again, 4_999)).to.deep.equal({
        kind: 'answered',
        answer: { status: 202, body: '{"a":1}' },
      })
      expect(await ask(again, 5_000)).to.deep.equal({ kind: 'run', sent: null })
    })

    it('refuse another request under the same key', async () => {
      const first = attempt()
      await ask(first, 0)
      expect(await ask({ ...first, fingerprint: 'g', run: unique() }, 0)).to.deep.equal({ kind: 'mismatch' })
    })

    it('pass to the next attempt after a release or a crash', async () => {
      const [first, second, third] = [attempt(), unique(), unique()]
      await ask(first, 0)
      await release(db, first, at(0))
      expect(await ask({ ...first, run: second }, 1)).to.deep.equal({ kind: 'run', sent: null })
      expect(await ask({ ...first, run: third }, 100)).to.deep.equal({ kind: 'running' })
      expect(await ask({ ...first, run: third }, 101)).to.deep.equal({ kind: 'run', sent: null })
    })

    it('keep a key that has sent a transaction, and give the transaction to the next run', async () => {
      const [first, second] = [attempt(), unique()]
      const sent = { transaction: 'AQ==', lastValidBlockHeight: 7 }
      const times = { claimedUntil: at(50), expiresAt: at(5_000) }
      await ask(first, 0)
      expect(await storeTransaction(db, first, sent, times)).to.equal(true)
      await release(db, first, at(10))
      expect(await ask({ ...first, fingerprint: 'g', run: second }, 10)).to.deep.equal({ kind: 'mismatch' })
      expect(await ask({ ...first, run: second }, 10)).to.deep.equal({ kind: 'run', sent })
      // The first run has lost the claim, so it may not send another one.
      expect(await storeTransaction(db, first, { ...sent, transaction: 'Ag==' }, times)).to.equal(false)
      // A crash of the second: the third takes it up.
      expect(await ask({ ...first, run: unique() }, 110)).to.deep.equal({ kind: 'run', sent })
      expect(await ask({ ...first, run: unique() }, 5_000)).to.deep.equal({ kind: 'run', sent: null })
    })

    it('ignore a run that has lost its claim', async () => {
      const [late, next] = [attempt(), unique()]
      await ask(late, 0)
      await ask({ ...late, run: next }, 100)
      await complete(db, late, { status: 200, body: 'late' }, at(5_000))
      await release(db, late, at(0))
      expect(await ask({ ...late, run: unique() }, 101)).to.deep.equal({ kind: 'running' })
    })
  })
})
