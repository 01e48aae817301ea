import { expect } from 'chai'
import { openLog, readHead } from '../../app/src/history/log/head.ts'
import { appliedId, rebuildTables } from '../../app/src/history/projection/project.ts'
import { eventsAfter } from '../../app/src/history/queries/events.ts'
import { finalSlots, finalTransaction } from '../../app/src/history/queries/transactions.ts'
import type { Database } from '../../app/src/store/database.ts'
import * as tables from '../../app/src/store/schema/history.ts'
import { log } from '../../app/src/store/schema/log.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { Play } from '../helpers/history/play.ts'
import { applyAll, openProjection, PROGRAM, projectAll, sync } from '../helpers/history/project.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { allRows, difference, rowsWithoutIds } from '../helpers/history/rows.ts'

const T = 1_803_859_199

/** The events that a stream sends after an id: their ids and kinds, and the first that is dropped. */
async function sentAfter(db: Database, after: number): Promise<string[]> {
  const rows = await eventsAfter(db, after, 100)
  return rows.map(({ id, kind, details }) => {
    return kind === 'dropped' ? `${id} ${kind} ${details.event}` : `${id} ${kind}`
  })
}

/** Slots after which everything is final. */
const LONG = 100

describe('history: forks and finality', () => {
  let db: Database
  before(async () => {
    ;({ db } = await sharedStore())
  })

  /** A chain with two markets; the last of five transactions, a third wallet's bet, may be left out. */
  function chainWith(chain: string, isThirdThere: boolean): RecordedLedger {
    const ledger = new RecordedLedger('fork', chain)
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.create('b', T)])
    ledger.add(T, [play.bet('a', 'ann', 'Yes', 100n, T)])
    ledger.add(T, [play.bet('a', 'bob', 'No', 50n, T)])
    ledger.add(T, [play.bet('b', 'ann', 'No', 3n, T)])
    if (isThirdThere) ledger.add(T, [play.bet('a', 'cy', 'Yes', 9n, T)])
    return ledger
  }

  /** The rows of a chain without the third bet. */
  async function rowsWithout(chain: string) {
    await projectAll(db, chainWith(chain, false))
    return rowsWithoutIds(db)
  }

  it('know up to which slot everything is final', async () => {
    const ledger = chainWith('finality', true)
    const projection = await projectAll(db, ledger)
    const signatures = ledger.transactions.map(({ signature }) => signature)
    expect((await finalSlots(db, signatures)).size).to.equal(0)
    // The first three slots are final once the chain is 32 slots ahead of them.
    ledger.slot = 3 + 32
    await sync(projection)
    expect([...(await finalSlots(db, signatures)).values()]).to.have.members([1, 2, 3])
    expect(await finalTransaction(db, signatures[3] ?? '')).to.equal(null)
    ledger.slot += LONG
    await sync(projection)
    expect((await finalSlots(db, signatures)).size).to.equal(5)
    expect(await finalTransaction(db, signatures[3] ?? '')).to.have.property('slot', 4)
    await sync(projection)
    const { listedSignature, finalId, lastId } = await readHead(db, PROGRAM)
    expect([listedSignature, finalId]).to.deep.equal([signatures[4], lastId])
  })

  it('attack 39: leave nothing of a transaction that was dropped but an announcement', async () => {
    // Given a history with a bet that the chain then drops.
    const expected = await rowsWithout('never there')
    const ledger = chainWith('dropped', true)
    const projection = await projectAll(db, ledger)
    ledger.transactions.pop()

    // When it may still be on the chain, it stays.
    await sync(projection)
    expect(await sentAfter(db, 5)).to.deep.equal(['6 bet'])
    ledger.slot += LONG
    const { finalities } = ledger
    ledger.finalities = async (entries) => entries.map(() => ({ state: 'unknown' }))
    await sync(projection)
    expect(await sentAfter(db, 5)).to.deep.equal(['6 bet'])

    // When it is certainly dropped, the rows are those of a chain without it.
    ledger.finalities = finalities
    await sync(projection)
    expect(await sentAfter(db, 5)).to.deep.equal(['7 dropped 6'])
    expect(difference(await rowsWithoutIds(db), expected)).to.deep.equal({})
    // Nothing is dropped twice, and ids are not used again.
    await sync(projection)
    expect((await readHead(db, PROGRAM)).lastId).to.equal(7)
  })

  it('attack 39: drop a transaction that succeeded on a fork and failed on the chain', async () => {
    const expected = await rowsWithout('failed: never there')
    const ledger = chainWith('failed', true)
    const projection = await projectAll(db, ledger)

    // When the chain includes it in another block, where it fails, it stays until that block is final.
    const bet = ledger.transactions.pop() ?? expect.fail()
    ledger.transactions.push({ ...bet, slot: bet.slot + 2, isFailed: true })
    ledger.slot = bet.slot + 2
    await sync(projection)
    expect(await sentAfter(db, 5)).to.deep.equal(['6 bet'])
    ledger.slot += LONG
    await sync(projection)
    expect(await sentAfter(db, 5)).to.deep.equal(['7 dropped 6'])
    expect(difference(await rowsWithoutIds(db), expected)).to.deep.equal({})
  })

  it('attack 39: replace transactions that were included in another block, in another order', async () => {
    const play = new Play()
    const ledger = new RecordedLedger('moved')
    ledger.add(T, [play.create('a', T)])
    const first = ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 100n, T + 1)])
    const second = ledger.add(T + 1, [play.bet('a', 'bob', 'No', 50n, T + 1)])
    const projection = await projectAll(db, ledger)
    const before = await rowsWithoutIds(db)

    // On the remaining fork, bob was first.
    const other = new Play()
    other.create('a', T)
    const moved = { slot: 7, time: T + 5 }
    const bob = { ...second, ...moved, events: [other.bet('a', 'bob', 'No', 50n, T + 5)] }
    const ann = { ...first, ...moved, events: [other.bet('a', 'ann', 'Yes', 100n, T + 5)] }
    ledger.transactions.splice(1, 2, bob, ann)
    ledger.slot = 7
    // What was seen first stays until one of them is final.
    await sync(projection)
    expect(difference(await rowsWithoutIds(db), before)).to.deep.equal({})
    ledger.slot += LONG
    await sync(projection)
    const after = await rowsWithoutIds(db)
    expect(await sentAfter(db, 0)).to.deep.equal(['1 market', '4 dropped 2', '5 bet', '6 bet'])

    const straight = new RecordedLedger('moved', 'straight')
    straight.transactions.push(...ledger.transactions)
    straight.slot = ledger.slot
    await projectAll(db, straight)
    expect(difference(after, await rowsWithoutIds(db))).to.deep.equal({})
  })

  it('move or remove purchases in the burn auction with their transactions', async () => {
    // Given a purchase, one beside a bet, and one that the chain drops.
    const play = new Play()
    const ledger = new RecordedLedger('burns')
    ledger.add(T, [play.create('a', T)])
    ledger.add(T, [play.burn('ann', 10_000_000n)])
    const both = ledger.add(T, [play.bet('a', 'bob', 'No', 5n, T), play.burn('bob', 20_000_000n)])
    ledger.add(T, [play.burn('cy', 30_000_000n)])
    const projection = await projectAll(db, ledger)
    expect(await sentAfter(db, 1)).to.deep.equal(['2 burn', '3 bet', '4 burn', '5 burn'])

    // When one moves to another slot, and the last is dropped.
    ledger.transactions.splice(2, 2, { ...both, slot: 9 })
    ledger.slot = 9 + LONG
    await sync(projection)
    await sync(projection)

    // Then each of the others is there once.
    const sent = await eventsAfter(db, 0, 100)
    const burns = sent.filter(({ kind }) => kind === 'burn').map(({ slot, sequence }) => [slot, sequence])
    expect(burns).to.deep.equal([
      [2, 1],
      [9, 2],
    ])
    expect(sent.filter(({ kind }) => kind === 'bet').map(({ slot }) => slot)).to.deep.equal([9])
  })

  it('drop a whole market with its creation, and take it again from another slot', async () => {
    const play = new Play()
    const ledger = new RecordedLedger('creation')
    const created = ledger.add(T, [play.create('a', T)])
    const bet = ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 100n, T + 1)])
    const projection = await projectAll(db, ledger)
    ledger.transactions.splice(0)
    ledger.slot += LONG
    await sync(projection)
    expect(await sentAfter(db, 0)).to.deep.equal(['3 dropped 1'])
    expect(await db.$count(tables.markets)).to.equal(0)
    expect(await db.$count(tables.positions)).to.equal(0)
    expect(await db.$count(tables.walletStats)).to.equal(0)
    const [slot, later] = [ledger.slot + 1, ledger.slot + 2]
    ledger.transactions.push({ ...created, slot }, { ...bet, slot: later })
    ledger.slot = later
    await sync(projection)
    expect(await sentAfter(db, 3)).to.deep.equal(['4 market', '5 bet'])
  })

  it('attack 83: apply the log again without the chain, with the same ids', async () => {
    // Given a history with a fork in it.
    const ledger = chainWith('rebuilt', true)
    const projection = await projectAll(db, ledger)
    ledger.transactions.pop()
    ledger.slot += LONG
    await sync(projection)
    const expected = await allRows(db)
    const { reads } = ledger

    // When it is applied again, in batches of one.
    expect(await rebuildTables(db)).to.equal(true)
    expect(await appliedId(db)).to.equal(0)
    expect(await db.$count(tables.markets)).to.equal(0)
    await applyAll({ ...projection, batch: 1 })
    expect(difference(await allRows(db), expected)).to.deep.equal({})
    expect(ledger.reads).to.equal(reads)
  })

  it('refuse the history of another chain, unless it is to be replaced', async () => {
    const ledger = chainWith('one chain', true)
    await projectAll(db, ledger)
    const failure = await openLog(db, { program: 'p', genesis: 'g' }, false).catch((error) => error)
    expect(failure).to.be.an('error').with.property('message').that.includes('another chain')
    expect(await db.$count(log)).to.equal(6)
    await openProjection(db, chainWith('another chain', true))
    expect(await db.$count(log)).to.equal(0)
    expect(await db.$count(tables.markets)).to.equal(0)
  })
})
