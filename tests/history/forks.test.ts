import { PRICE_BITS } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import { and, asc, eq } from 'drizzle-orm'
import { pull } from '../../app/src/history/projector/pull.ts'
import { eventsAfter } from '../../app/src/history/queries/events.ts'
import type { Database } from '../../app/src/store/database.ts'
import * as tables from '../../app/src/store/schema/history.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { Play } from '../helpers/history/play.ts'
import { openProjection, projectAll } from '../helpers/history/project.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { allRows, difference, rowsWithoutIds } from '../helpers/history/rows.ts'

const T = 1_803_859_199

/** The id of each event, by signature and index. */
async function idsOf(db: Database): Promise<Map<string, number>> {
  const rows = await db.select().from(tables.events).orderBy(tables.events.signature, tables.events.index)
  return new Map(rows.map(({ signature, index, id }) => [`${signature} ${index}`, id]))
}

/** The events that a stream sends after an id: their ids and kinds, and the events that are dropped. */
async function sentAfter(db: Database, after: number): Promise<string[]> {
  const rows = await eventsAfter(db, after, 100)
  return rows.map(({ id, kind, details }) => {
    return kind === 'dropped' ? `${id} ${kind} ${details.event}` : `${id} ${kind}`
  })
}

/** Slots after which a missing transaction is looked up. */
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
    const before = structuredClone(play.markets.get('a')?.pools)
    const bet = play.bet('a', 'cy', 'Yes', 9n, T)
    ledger.add(T, [bet])
    if (!isThirdThere && before) {
      ledger.transactions.pop()
      Object.assign(play.markets.get('a') ?? {}, { pools: before })
      play.markets.get('a')?.positions.delete('cy')
    }
    return ledger
  }

  it('mark transactions as final', async () => {
    const ledger = chainWith('finality', true)
    const projection = await projectAll(db, ledger)
    const open = eq(tables.transactions.finalized, false)
    expect(await db.$count(tables.transactions, open)).to.equal(5)
    // The first three slots are final once the chain is 32 slots ahead of them.
    ledger.slot = 3 + 32
    await pull(projection, 'final')
    expect(await db.$count(tables.transactions, open)).to.equal(2)
    ledger.slot += LONG
    await pull(projection, 'final')
    expect(await db.$count(tables.transactions, open)).to.equal(0)
    const [checkpoint] = await db.select().from(tables.projection)
    expect(checkpoint?.finalSignature).to.equal(ledger.transactions.at(-1)?.signature)
  })

  it('attack 39: leave nothing of a transaction that was dropped but an announcement', async () => {
    // Given a history with a bet that the chain then drops.
    await projectAll(db, chainWith('never there', false))
    const never = chainWith('never there', false)
    never.slot += LONG
    await projectAll(db, never)
    const expected = await rowsWithoutIds(db)

    const ledger = chainWith('dropped', true)
    const projection = await projectAll(db, ledger)
    expect(await db.$count(tables.bets)).to.equal(4)
    const dropped = ledger.transactions.pop()

    // When it may still be on the chain, it stays.
    await pull(projection, 'final')
    expect(await db.$count(tables.bets)).to.equal(4)
    ledger.slot += LONG
    const { finalities } = ledger
    ledger.finalities = async (entries) => entries.map(() => 'unknown')
    await pull(projection, 'final')
    expect(await db.$count(tables.bets)).to.equal(4)

    // When it is certainly dropped, the rows are those of a chain without it.
    ledger.finalities = finalities
    const { events } = tables
    const [lost] = await db
      .select()
      .from(events)
      .where(eq(events.signature, dropped?.signature ?? ''))
    await pull(projection, 'final')
    const announced = eq(events.kind, 'dropped')
    expect(await db.select().from(events).where(announced)).to.deep.equal([
      { ...lost, id: 7, kind: 'dropped', details: { event: 6 } },
    ])
    await db.delete(events).where(announced)
    expect(difference(await rowsWithoutIds(db), expected)).to.deep.equal({})
    const [checkpoint] = await db.select().from(tables.projection)
    expect(checkpoint?.headSignature).to.not.equal(dropped?.signature)
    // Ids are not used again.
    expect(checkpoint?.lastEvent).to.equal(7)
  })

  it('attack 39: drop a transaction that succeeded on a fork and failed on the chain', async () => {
    // Given the rows of a chain without a bet, and a history of a fork with it.
    const never = chainWith('failed: never there', false)
    never.slot += LONG
    await projectAll(db, never)
    const expected = await rowsWithoutIds(db)
    const ledger = chainWith('failed', true)
    const projection = await projectAll(db, ledger)
    expect(await db.$count(tables.bets)).to.equal(4)

    // When the chain includes it in another block, where it fails, it stays until that block is final.
    const bet = ledger.transactions.pop() ?? expect.fail()
    ledger.transactions.push({ ...bet, slot: bet.slot + 2, isFailed: true })
    ledger.slot = bet.slot + 2
    await pull(projection, 'final')
    expect(await db.$count(tables.bets)).to.equal(4)
    ledger.slot += LONG
    await pull(projection, 'final')

    // Then the history is that of the chain, and the stream announces it.
    const { events } = tables
    const announced = and(eq(events.kind, 'dropped'), eq(events.signature, bet.signature))
    expect(await db.$count(events, announced)).to.equal(1)
    await db.delete(events).where(announced)
    expect(difference(await rowsWithoutIds(db), expected)).to.deep.equal({})
  })

  it('replace a transaction that was included in another block', async () => {
    const play = new Play()
    const ledger = new RecordedLedger('moved')
    ledger.add(T, [play.create('a', T)])
    const first = ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 100n, T + 1)])
    const second = ledger.add(T + 1, [play.bet('a', 'bob', 'No', 50n, T + 1)])
    const projection = await projectAll(db, ledger)
    const before = await idsOf(db)

    // On the remaining fork, bob was first.
    const other = new Play()
    other.create('a', T)
    const moved = { slot: 7, time: T + 5 }
    const bob = { ...second, ...moved, events: [other.bet('a', 'bob', 'No', 50n, T + 5)] }
    const ann = { ...first, ...moved, events: [other.bet('a', 'ann', 'Yes', 100n, T + 5)] }
    ledger.transactions.splice(1, 2, bob, ann)
    ledger.slot = 7
    await pull(projection, 'final')
    const moving = await rowsWithoutIds(db)
    // Events keep their ids.
    expect(await idsOf(db)).to.deep.equal(before)

    // A node that lags still lists the fork that the chain has left: the newer slot is right.
    const remaining = ledger.transactions.splice(1, 2, first, second)
    await pull(projection, 'final')
    expect(difference(await rowsWithoutIds(db), moving)).to.deep.equal({})
    ledger.transactions.splice(1, 2, ...remaining)

    const straight = new RecordedLedger('moved', 'straight')
    straight.transactions.push(...ledger.transactions)
    straight.slot = 7
    await projectAll(db, straight)
    expect(difference(moving, await rowsWithoutIds(db))).to.deep.equal({})
    expect(await db.$count(tables.bets, eq(tables.bets.slot, 7))).to.equal(2)
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
    const { burns } = tables
    expect(await db.$count(burns)).to.equal(3)

    // When one moves to another slot, and the last is dropped.
    ledger.transactions.splice(2, 2, { ...both, slot: 9 })
    ledger.slot = 9 + LONG
    await pull(projection, 'final')
    await pull(projection, 'final')

    // Then each of the others is there once, with its rows.
    const rows = await db.select().from(burns).orderBy(asc(burns.lamports))
    expect(rows.map(({ lamports, tokens, slot }) => [lamports, tokens, slot])).to.deep.equal([
      [10_000_000n, 10_000_000n, 2],
      [20_000_000n, 20_000_000n, 9],
    ])
    expect(rows[0]).to.include({ price: 1_000_000_000n << PRICE_BITS, boughtAt: T })
    expect(await db.$count(tables.bets)).to.equal(1)
    expect(await db.$count(tables.events, eq(tables.events.kind, 'burn'))).to.equal(2)
  })

  it('make the same rows from transactions that are listed late', async () => {
    const play = new Play()
    const ledger = new RecordedLedger('late')
    ledger.add(T, [play.create('a', T)])
    ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 100n, T + 1)])
    ledger.add(T + 2, [play.bet('a', 'bob', 'No', 50n, T + 2), play.create('b', T + 2)])
    ledger.add(T + 3, [play.bet('b', 'bob', 'No', 5n, T + 3)])
    ledger.add(T + 4, [play.resolve('a', 'Yes', T + 4), play.settle('a', 'ann')])
    await projectAll(db, ledger)
    const expected = await rowsWithoutIds(db)
    const all = [...ledger.transactions]
    for (const missing of [0, 1, 2, 3]) {
      // Given a list without one of the transactions.
      const late = new RecordedLedger('late', `without ${missing}`)
      late.transactions.push(...all.filter((_, index) => index !== missing))
      late.slot = 5
      const projection = await openProjection(db, late)
      await pull(projection, 'final')
      expect(difference(await rowsWithoutIds(db), expected)).to.not.deep.equal({})
      // When it is listed, before others that are projected.
      late.transactions.splice(0, late.transactions.length, ...all)
      await pull(projection, 'final')
      expect(difference(await rowsWithoutIds(db), expected)).to.deep.equal({})
    }
  })

  it('show an event again behind all others when the creation of its market comes, goes or comes back', async () => {
    // Given a bet that is listed before the creation of its market.
    const play = new Play()
    const ledger = new RecordedLedger('hidden')
    const created = ledger.add(T, [play.create('a', T)])
    ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 100n, T + 1)])
    ledger.add(T + 2, [play.create('b', T + 2)])
    ledger.transactions.shift()
    const projection = await projectAll(db, ledger)
    expect(await sentAfter(db, 0)).to.deep.equal(['2 market'])

    // When the creation is listed, streams that have passed the bet get it.
    ledger.transactions.unshift(created)
    await pull(projection, 'final')
    expect(await sentAfter(db, 2)).to.deep.equal(['3 market', '4 bet'])
    expect(await db.$count(tables.bets, eq(tables.bets.id, 4))).to.equal(1)

    // When the creation is dropped, so is the bet, which some nodes still list.
    ledger.transactions.shift()
    ledger.finalSlot = async () => LONG
    await pull(projection, 'final')
    expect(await sentAfter(db, 4)).to.deep.equal(['5 dropped 3', '6 dropped 4'])

    // When the creation is back in another slot, both are shown once more.
    ledger.transactions.push({ ...created, slot: ledger.slot + 1 })
    await pull(projection, 'final')
    expect(await sentAfter(db, 6)).to.deep.equal(['7 market', '8 bet'])

    // When both are dropped, each is announced once.
    ledger.transactions.pop()
    ledger.transactions.shift()
    await pull(projection, 'final')
    expect(await sentAfter(db, 8)).to.deep.equal(['9 dropped 7', '10 dropped 8'])
  })

  it('announce no event as dropped that was never shown', async () => {
    // Given a bet on a market whose creation is not listed.
    const play = new Play()
    const ledger = new RecordedLedger('never shown')
    play.create('a', T)
    ledger.add(T, [play.bet('a', 'ann', 'Yes', 100n, T)])
    const projection = await projectAll(db, ledger)

    // When the chain drops it.
    ledger.transactions.pop()
    ledger.slot += LONG
    await pull(projection, 'final')
    expect(await db.$count(tables.events)).to.equal(0)
  })

  it('keep the ids of events in a rebuild, and continue above them', async () => {
    // Given a history in which a transaction was listed late, so that ids are not in the order of the chain.
    const ledger = chainWith('rebuilt', true)
    const late = ledger.transactions.splice(2, 1)
    const projection = await projectAll(db, ledger)
    ledger.transactions.splice(2, 0, ...late)
    await pull(projection, 'final')
    const before = await idsOf(db)
    const expected = await allRows(db)

    // When it is rebuilt, and interrupted in the middle.
    await db.update(tables.projection).set({ rebuildRequested: true })
    const rebuild = await openProjection(db, ledger, { batch: 2 })
    const [checkpoint] = await db.select().from(tables.projection)
    expect(checkpoint).to.include({ rebuilding: true, lastEvent: 6 })
    const stopping = new AbortController()
    await pull({ ...rebuild, signal: stopping.signal, onProgress: () => stopping.abort() }, 'final')
    expect(await db.$count(tables.bets)).to.equal(1)
    await db.update(tables.projection).set({ rebuildRequested: true })
    await pull(await openProjection(db, ledger), 'final')

    // Then every event has the id that it had.
    expect(await idsOf(db)).to.deep.equal(before)
    expect(difference(await allRows(db), expected)).to.deep.equal({})
    ledger.add(T + 9, [new Play().create('c', T + 9)])
    await pull(projection, 'final')
    expect(Math.max(...(await idsOf(db)).values())).to.equal(7)
  })

  it('refuse the history of another chain, unless it is to be replaced', async () => {
    const { openCheckpoint } = await import('../../app/src/history/projector/apply/checkpoint.ts')
    const ledger = chainWith('one chain', true)
    await projectAll(db, ledger)
    const origin = { program: 'p', genesis: 'g' }
    const failure = await openCheckpoint(db, origin, false).catch((error) => error)
    expect(failure).to.be.an('error').with.property('message').that.includes('another chain')
    expect(await db.$count(tables.projection)).to.equal(1)
    expect(await db.$count(tables.bets)).to.equal(4)
    // Rows are rebuilt when that was requested.
    await db.update(tables.projection).set({ rebuildRequested: true })
    const projection = await openProjection(db, ledger)
    expect(await db.$count(tables.bets)).to.equal(0)
    await pull(projection, 'final')
    expect(await db.$count(tables.bets)).to.equal(4)
  })
})
