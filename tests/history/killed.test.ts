import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openStore, type StoreOptions } from '../../app/src/store/store.ts'
import { Random } from '../fuzz/random.ts'
import { newPlace, newStoreFolder, sharedStore } from '../helpers/gateway/store.ts'
import { abandonedFork, recordedLife } from '../helpers/history/generate.ts'
import { projectAll } from '../helpers/history/project.ts'
import { allRows, difference, type Rows, rowsWithoutIds } from '../helpers/history/rows.ts'
import { type BundledApp, bundleApp } from '../helpers/run/bundle.ts'
import { SEED } from '../helpers/run/seed.ts'

/** Small batches, so that a kill can come between two of them or within one. */
const PLAN = { bets: 200, wallets: 30, markets: 20, name: 'killed', batch: 5 }

/** The moments of the kills. */
const random = new Random(SEED)

/** The batches of the projector that is left alone at the end. */
const LAST = { batch: 50 }

describe('history: a projector that is killed', () => {
  let place: StoreOptions
  let remove: () => Promise<void>
  let projector: BundledApp

  before(async () => {
    projector = await bundleApp('tests/helpers/history/project-child.ts')
  })

  after(() => projector.remove())

  beforeEach(async () => {
    const { databaseUrl, remove: drop } = await newPlace()
    const folder = databaseUrl ? undefined : await newStoreFolder()
    place = { databaseUrl, path: folder }
    remove = () => (folder ? rm(folder, { recursive: true }) : drop())
  })

  afterEach(() => remove())

  function start(plan: object): ChildProcess {
    return fork(projector.file, [JSON.stringify(plan), JSON.stringify(place)], { execArgv: [] })
  }

  it('at random moments leaves the same rows as one that is not', async () => {
    // Given the rows of an undisturbed run.
    const { db } = await sharedStore()
    await projectAll(db, recordedLife(PLAN), { batch: 1_000 })
    const expected = await allRows(db)

    // When a projector is killed and started again and again, until it is done.
    const kills = place.databaseUrl ? 15 : 6
    const progress: number[] = []
    for (let count = 0; count < kills; count++) {
      await killed(start(PLAN), count === 0)
      progress.push(countPositions(await rowsIn(place)))
    }
    await completed(start({ ...PLAN, ...LAST }))

    // Then each continued where the one before it was killed, and no row is missing or duplicated.
    expect(progress).to.deep.equal([...progress].sort((a, b) => a - b))
    const total = countPositions(expected)
    expect(progress.some((count) => count > 0 && count < total)).to.equal(true)
    expect(difference(await rowsIn(place), expected)).to.deep.equal({})
  })

  it('attack 39: in the middle of a fork leaves the rows of the chain', async () => {
    // Given the rows of a chain, all of it final, and a history of a fork that the chain has left.
    const plan = { ...PLAN, bets: 120, markets: 8, name: 'killed in a fork' }
    const { db } = await sharedStore()
    const ledger = recordedLife(plan)
    const left = abandonedFork(ledger)
    await projectAll(db, ledger, { batch: 1_000 })
    const expected = await rowsWithoutIds(db)
    await killed(start({ ...plan, isForked: true }), true)
    await completed(start({ ...plan, isForked: true, ...LAST }))
    expect((await rowsIn(place)).events).to.have.length.above(left.transactions.length)

    // When processes that follow the chain are killed while they drop events and append others.
    const settled = { ...plan, isSettled: true }
    for (let count = 0; count < 4; count++) await killed(start(settled), count === 0)
    await completed(start({ ...settled, ...LAST }))

    // Then the history is the chain's, and ids have no gaps.
    const store = await openStore(place)
    try {
      expect(difference(await rowsWithoutIds(store.db), expected)).to.deep.equal({})
      const ids = (await allRows(store.db)).events?.map((row) => JSON.parse(row).id) ?? []
      expect(ids.sort((a, b) => a - b)).to.deep.equal(ids.map((_, index) => index + 1))
    } finally {
      await store.close()
    }
  })
})

/** Kills a projector at a random moment, or when it has certainly begun and not finished. */
async function killed(child: ChildProcess, isInTheMiddle: boolean): Promise<void> {
  await begun(child)
  if (isInTheMiddle) await once(child, 'message')
  else await sleep(random.int(0, 700))
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function completed(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  expect(code).to.equal(0)
}

/** Waits until the child has opened the store. */
async function begun(child: ChildProcess): Promise<void> {
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  expect(message).to.equal('begun')
}

async function rowsIn(place: StoreOptions): Promise<Rows> {
  const store = await openStore(place)
  try {
    return await allRows(store.db)
  } finally {
    await store.close()
  }
}

/** How much of the log is applied: positions are never fewer than before. */
function countPositions(rows: Rows): number {
  return rows.positions?.length ?? 0
}
