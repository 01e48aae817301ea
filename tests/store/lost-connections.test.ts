import { expect } from 'chai'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, inSnapshot } from '../../app/src/store/database.ts'
import { useNonce } from '../../app/src/store/nonces.ts'
import { nonces } from '../../app/src/store/schema/gateway.ts'
import { openStore, type Store } from '../../app/src/store/store.ts'
import { newPlace } from '../helpers/gateway/store.ts'

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
