import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { expect } from 'chai'
import { sql } from 'drizzle-orm'
import {
  beginTerm,
  lockCheckpoint,
  openCheckpoint,
  saveCheckpoint,
} from '../../app/src/history/projector/apply/checkpoint.ts'
import type { Database } from '../../app/src/store/database.ts'
import type { Election } from '../../app/src/store/election.ts'
import { openStore, type Store } from '../../app/src/store/store.ts'
import { newPlace } from '../helpers/gateway/store.ts'
import { until } from '../helpers/localnet/wait.ts'
import { bundleApp } from '../helpers/run/bundle.ts'

const PROGRAM = PROGRAM_ID.toBase58()

/** Takes part in an election, and counts. */
class Voter {
  session: Database | undefined
  news = 0
  readonly election: Election

  constructor(readonly store: Store) {
    this.election = store.elect({
      onLead: (session) => {
        this.session = session
      },
      onNews: () => {
        this.news += 1
      },
    })
  }
}

describe('the leader among processes on one Postgres', function () {
  this.timeout(60_000)
  let databaseUrl: string
  let remove: () => Promise<void>
  const stores: Store[] = []
  const voters: Voter[] = []
  const children: ChildProcess[] = []

  beforeEach(async function () {
    if (!process.env.DATABASE_URL) return this.skip()
    const place = await newPlace()
    databaseUrl = place.databaseUrl as string
    remove = place.remove
  })

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const { election } of voters.splice(0)) await election.stop()
    for (const store of stores.splice(0)) await store.close()
    await remove?.()
  })

  async function stand(): Promise<Voter> {
    const store = await openStore({ databaseUrl })
    stores.push(store)
    const voter = new Voter(store)
    voters.push(voter)
    return voter
  }

  const leaders = () => voters.filter(({ session }) => session)

  /** Waits for a leader among those in this process, and returns it with the milliseconds that this took. */
  async function elected(): Promise<{ leader: Voter; ms: number }> {
    const start = performance.now()
    await until('a leader', () => leaders().length > 0)
    return { leader: leaders()[0] as Voter, ms: performance.now() - start }
  }

  it('is one of them, and the next one soon after it stops', async () => {
    for (let count = 0; count < 3; count += 1) await stand()
    const { leader } = await elected()
    expect(leaders()).to.have.length(1)
    await leader.election.stop()
    const { leader: next, ms } = await elected()
    expect(next).to.not.equal(leader)
    expect(ms).to.be.lessThan(3_000)
  })

  it('notifies the others of what it has written once that is committed', async () => {
    const [one, two] = [await stand(), await stand()]
    await openCheckpoint(one.store.db, { program: PROGRAM, genesis: 'a chain' }, false)
    await until('both to listen', () => one.news > 0 && two.news > 0)
    const [before, db] = [two.news, one.store.db]
    await db.transaction(async (tx) => {
      await saveCheckpoint(tx, await lockCheckpoint(tx, { program: PROGRAM }), { headSlot: 7 })
    })
    await until('the news', () => two.news > before)
  })

  it('comes back when the connection was lost, and never twice', async () => {
    await stand()
    const { leader } = await elected()
    await stand()
    const server = stores[0]?.db as Database
    await server.execute(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'prediction-market leader'`)
    await until('the loss', () => !leader.session)
    await elected()
    expect(leaders()).to.have.length(1)
  })

  it('attack 82: is replaced within five seconds if it freezes with a lock, and can no longer write', async () => {
    // Given a leader in the middle of a transaction, which holds the row that every write needs.
    const { file, remove: removeBundle } = await bundleApp('tests/helpers/history/leader-child.ts')
    try {
      const child = fork(file, [databaseUrl], { execArgv: [] })
      children.push(child)
      const said: string[] = []
      child.on('message', (message) => said.push(String(message)))
      await until('its lock', () => said.includes('holds the lock'))
      const { store } = await stand()

      // When it is frozen.
      child.kill('SIGSTOP')
      const start = performance.now()
      const { leader } = await elected()
      const term = await beginTerm(leader.session as Database, PROGRAM)
      expect(performance.now() - start).to.be.lessThan(5_000)

      // Then the next one writes, and the first one cannot once it wakes up.
      await store.db.transaction((tx) => lockCheckpoint(tx, { program: PROGRAM, term }))
      child.kill('SIGCONT')
      child.send('write')
      await until('its refusal', () =>
        said.includes('another process has become the leader and writes the history'),
      )
      await until('its own notice', () => said.includes('replaced'))
      expect(said).to.not.include('wrote')
    } finally {
      for (const child of children.splice(0)) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await removeBundle()
    }
  })
})
