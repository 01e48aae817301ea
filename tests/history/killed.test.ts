import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { openStore, type StoreOptions } from '../../app/src/store/store.ts'
import { newPlace, sharedStore } from '../helpers/gateway/store.ts'
import { recordedLife } from '../helpers/history/generate.ts'
import { projectAll } from '../helpers/history/project.ts'
import { allRows, difference, type Rows } from '../helpers/history/rows.ts'

const CHILD = fileURLToPath(new URL('../helpers/history/project-child.ts', import.meta.url))

/** Small batches, so that a kill can come between two of them or within one. */
const PLAN = { bets: 400, wallets: 30, markets: 20, name: 'killed', batch: 2 }

describe('history: a projector that is killed', function () {
  this.timeout(180_000)
  let place: StoreOptions
  let remove: () => Promise<void>

  before(async () => {
    const { databaseUrl, remove: drop } = await newPlace()
    const folder = databaseUrl ? undefined : await mkdtemp(join(tmpdir(), 'history-'))
    place = { databaseUrl, path: folder }
    remove = () => (folder ? rm(folder, { recursive: true }) : drop())
  })

  after(() => remove())

  it('at random moments leaves the same rows as one that is not', async () => {
    // Given the rows of an undisturbed run.
    const { db } = await sharedStore()
    await projectAll(db, recordedLife(PLAN), { batch: 1_000 })
    const expected = await allRows(db)

    // When a projector is killed and started again and again, until it is done.
    const kills = place.databaseUrl ? 15 : 6
    const progress: number[] = []
    for (let count = 0; count < kills; count++) {
      const child = start(place)
      await begun(child)
      // The first one is killed when it is certainly in the middle.
      if (count === 0) await once(child, 'message')
      else await sleep(Math.random() * 700)
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      progress.push(countEvents(await rowsIn(place)))
    }
    const last = start(place)
    const [code] = await once(last, 'exit')
    expect(code).to.equal(0)

    // Then each continued where the one before it was killed, and no row is missing or duplicated.
    expect(progress).to.deep.equal([...progress].sort((a, b) => a - b))
    expect(progress.some((events) => events > 0 && events < (expected.events ?? []).length)).to.equal(true)
    expect(difference(await rowsIn(place), expected)).to.deep.equal({})
  })
})

function start(place: StoreOptions): ChildProcess {
  const execArgv = ['--import', 'tsx', '--conditions=source']
  return fork(CHILD, [JSON.stringify(PLAN), JSON.stringify(place)], { execArgv })
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

function countEvents(rows: Rows): number {
  return rows.events?.length ?? 0
}
