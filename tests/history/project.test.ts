import { type Condition, MAX_U64, positionPayout } from '@prediction-market/sdk'
import { expect } from 'chai'
import { asc, eq } from 'drizzle-orm'
import { toMarket } from '../../app/src/history/market-row.ts'
import { applyTransactions } from '../../app/src/history/projector/apply.ts'
import type { LedgerEntry } from '../../app/src/history/projector/ledger.ts'
import { pull } from '../../app/src/history/projector/pull.ts'
import { readTransactions } from '../../app/src/history/projector/read-transactions.ts'
import type { Database } from '../../app/src/store/database.ts'
import * as tables from '../../app/src/store/schema/history.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { addressOf, logsOf } from '../helpers/history/encode.ts'
import { recordedLife } from '../helpers/history/generate.ts'
import { Play } from '../helpers/history/play.ts'
import { openProjection, projectAll } from '../helpers/history/project.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { allRows, difference } from '../helpers/history/rows.ts'

/** The last second of a Sunday and of a month: 2027-02-28T23:59:59Z. */
const T = 1_803_859_199
const DAY = Math.floor(T / 86_400)

/** The only kind of condition with a u64, which a JSON number cannot hold. */
const HOLDERS: Condition = {
  type: 'holders',
  comparison: 'atLeast',
  target: '1000',
  minimumBalance: MAX_U64,
  timing: 'byExpiry',
}

const base58 = (name: string) => addressOf(name).toBase58()

describe('history: the projection', () => {
  let db: Database
  before(async () => {
    ;({ db } = await sharedStore())
  })

  it('records the whole life of a market', async () => {
    // Given a market with three bets of two wallets, decided, its fees collected, everyone paid, closed.
    const ledger = new RecordedLedger('a life')
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.bet('a', 'ann', 'Yes', 100n, T)])
    ledger.add(T + 1, [play.bet('a', 'bob', 'No', 50n, T + 1)])
    ledger.add(T + 2, [play.bet('a', 'ann', 'No', 7n, T + 2)])
    const decided = ledger.add(T + 9, [play.resolve('a', 'Yes', T + 8)])
    const paid = ledger.add(T + 10, [play.collect('a'), play.settle('a', 'ann'), play.settle('a', 'bob')])
    ledger.add(T + 11, [play.close('a')])

    // When it is projected.
    await projectAll(db, ledger)

    // Then the row of the market has its final state.
    const payout = positionPayout([100n, 7n], [100n, 57n], 'Yes', { burnBps: 500, developerBps: 500 })
    const [market] = await db.select().from(tables.markets)
    expect(market).to.include({
      address: base58('market a'),
      creator: base58('creator of a'),
      currency: 'SOL',
      decimals: 9,
      mint: null,
      token: null,
      createdAt: T,
      closeAt: T + 3_600,
      poolYes: 100n,
      poolNo: 57n,
      bets: 3,
      bettors: 2,
      status: 'resolved',
      outcome: 'Yes',
      resolvedAt: T + 8,
      resolvedSignature: decided.signature,
      burn: 2n,
      developer: 2n,
      collectedAt: T + 10,
      treasury: base58('the treasury'),
      paid: payout,
      settled: 2,
      closedAt: T + 11,
      dust: 157n - payout - 4n,
    })
    expect(market?.observation).to.deep.equal({ value: '25100', exponent: -2, observedAt: T + 8 })

    // And bets, positions and events have rows.
    const bets = await db.select().from(tables.bets).orderBy(asc(tables.bets.id))
    expect(bets.map(({ amount, poolYes, poolNo }) => [amount, poolYes, poolNo])).to.deep.equal([
      [100n, 100n, 0n],
      [50n, 100n, 50n],
      [7n, 100n, 57n],
    ])
    const [ann, bob] = await db.select().from(tables.positions).orderBy(asc(tables.positions.openedEvent))
    expect(ann).to.include({ owner: base58('ann'), stakeYes: 100n, stakeNo: 7n, bets: 2, payout })
    expect(bob).to.include({ owner: base58('bob'), stakeNo: 50n, payout: 0n, settledAt: T + 10 })
    expect(bob).to.include({ settledSignature: paid.signature, recipient: base58('bob') })
    const events = await db.select().from(tables.events).orderBy(asc(tables.events.id))
    expect(events.map(({ id, index, kind }) => `${id} ${index} ${kind}`)).to.deep.equal([
      ...['1 0 market', '2 1 bet', '3 0 bet', '4 0 bet', '5 0 resolution'],
      ...['6 0 fees', '7 1 payout', '8 2 payout', '9 0 closed'],
    ])
    expect(events[4]?.time).to.equal(T + 8)
  })

  it('totals bets and payouts of wallets by day, week and month in UTC, and overall', async () => {
    // Given bets in the last second of a month, week and day, and in the first second of the next.
    const ledger = new RecordedLedger('periods')
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.bet('a', 'ann', 'Yes', 100n, T)])
    ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 10n, T + 1), play.bet('a', 'bob', 'No', 50n, T + 1)])
    ledger.add(T + 2, [play.resolve('a', 'Yes', T + 2), play.settle('a', 'ann'), play.settle('a', 'bob')])
    // And a bet on a market that is voided.
    ledger.add(T + 3, [play.create('b', T + 3), play.bet('b', 'bob', 'No', 5n, T + 3)])
    ledger.add(T + 4, [play.resolve('b', null, T + 4), play.settle('b', 'bob')])
    await projectAll(db, ledger)

    const rows = await db.select().from(tables.walletStats)
    const of = (wallet: string) =>
      Object.fromEntries(
        rows
          .filter((row) => row.wallet === base58(wallet))
          .map(({ currency: _, wallet: __, period, start, ...counts }) => [`${period} ${start}`, counts]),
      )
    const before = { volume: 100n, bets: 1, staked: 0n, returned: 0n, decided: 0, won: 0 }
    const after = { volume: 10n, bets: 1, staked: 110n, returned: 156n, decided: 1, won: 1 }
    expect(of('ann')).to.deep.equal({
      [`day ${DAY}`]: before,
      [`week ${DAY - 6}`]: before,
      [`month ${DAY - 27}`]: before,
      [`day ${DAY + 1}`]: after,
      [`week ${DAY + 1}`]: after,
      [`month ${DAY + 1}`]: after,
      'all 0': { ...after, volume: 110n, bets: 2 },
    })
    // A refund counts as neither won nor lost.
    expect(of('bob')['all 0']).to.deep.equal({
      volume: 55n,
      bets: 2,
      staked: 55n,
      returned: 5n,
      decided: 1,
      won: 0,
    })
  })

  it('makes the same rows whatever the size of batches, and when it is repeated', async () => {
    const plan = { bets: 120, wallets: 9, markets: 11 }
    await projectAll(db, recordedLife({ ...plan, name: 'at once' }), { batch: 1_000 })
    const expected = await allRows(db)
    expect(expected.positions).to.have.length.above(50)
    for (const batch of [1, 7]) {
      const ledger = recordedLife({ ...plan, name: 'at once', chain: `in pieces of ${batch}` })
      const projection = await openProjection(db, ledger, { batch })
      for (ledger.visible = 0; ledger.visible < ledger.transactions.length + 37; ledger.visible += 37) {
        await pull(projection, 'head')
        await pull(projection, 'final')
      }
      expect(difference(await allRows(db), expected)).to.deep.equal({})
      // And once more from the beginning: no transaction is read again.
      const { reads } = ledger
      const [known] = await db.select().from(tables.projection)
      await db.update(tables.projection).set({ headSignature: null, finalSignature: null, finalSlot: 0 })
      await pull(projection, 'head')
      await pull(projection, 'final')
      expect(ledger.reads).to.equal(reads)
      await db.update(tables.projection).set({ headSignature: known?.headSignature ?? null })
      expect(difference(await allRows(db), expected)).to.deep.equal({})
    }
  })

  it('makes the same rows when several processes project at once', async () => {
    const plan = { bets: 90, wallets: 9, markets: 7 }
    await projectAll(db, recordedLife({ ...plan, name: 'alone' }))
    const expected = await allRows(db)
    const ledger = recordedLife({ ...plan, name: 'alone', chain: 'together' })
    const projections = []
    for (const batch of [3, 5, 8]) projections.push(await openProjection(db, ledger, { batch }))
    await Promise.all(projections.map((projection) => pull(projection, 'final')))
    expect(difference(await allRows(db), expected)).to.deep.equal({})
  })

  it('ignores a slow process that projects transactions which are known', async () => {
    // Given three transactions of one slot.
    const ledger = new RecordedLedger('late')
    const play = new Play()
    ledger.add(T, [play.create('late', T)])
    for (const wallet of ['ann', 'bob']) {
      ledger.add(T + 1, [play.bet('late', wallet, 'Yes', 100n, T + 1)], ledger.slot)
    }
    await projectAll(db, ledger)
    const expected = await allRows(db)

    // When another process has read the first two of them and applies them after that.
    const { program } = await openProjection(db, ledger)
    const [first, second] = (await ledger.list(null, 0)) as [LedgerEntry, LedgerEntry, LedgerEntry]
    await applyTransactions(db, program, await readTransactions(ledger, program, [first, second]))

    // Then nothing changes.
    expect(difference(await allRows(db), expected)).to.deep.equal({})
  })

  it('makes ids of events visible in order', async () => {
    const ledger = recordedLife({ bets: 90, wallets: 9, markets: 7, name: 'read meanwhile' })
    const first = await openProjection(db, ledger, { batch: 4 })
    const second = { ...first, batch: 3 }
    let isDone = false
    const reading = (async () => {
      let seen: number[] = []
      while (!isDone) {
        const { id } = tables.events
        const rows = await db.select({ id }).from(tables.events).orderBy(asc(id))
        const ids = rows.map((row) => row.id)
        // New ids are greater than all that were visible.
        expect(ids.slice(0, seen.length)).to.deep.equal(seen)
        seen = ids
      }
      return seen
    })()
    await Promise.all([first, second].map((projection) => pull(projection, 'head')))
    isDone = true
    expect((await reading).length).to.be.above(0)
  })

  it('holds every amount of a u64', async () => {
    const ledger = new RecordedLedger('great amounts')
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.bet('a', 'ann', 'Yes', MAX_U64 - 1n, T)])
    ledger.add(T + 1, [play.bet('a', 'bob', 'No', 1n, T + 1)])
    ledger.add(T + 2, [play.resolve('a', 'Yes', T + 2), play.settle('a', 'ann')])
    // And sums beyond a u64.
    ledger.add(T, [play.create('b', T), play.bet('b', 'ann', 'No', MAX_U64, T)])
    await projectAll(db, ledger)
    const [bet] = await db.select().from(tables.bets).orderBy(asc(tables.bets.id))
    expect(bet).to.include({ amount: MAX_U64 - 1n, poolYes: MAX_U64 - 1n })
    const [position] = await db.select().from(tables.positions).where(eq(tables.positions.payout, MAX_U64))
    expect(position).to.include({ owner: base58('ann'), stakeYes: MAX_U64 - 1n })
    const [stats] = await db.select().from(tables.walletStats).where(eq(tables.walletStats.period, 'all'))
    expect(stats).to.include({ volume: 2n * MAX_U64 - 1n, returned: MAX_U64 })
  })

  it('ignores failed transactions and events of other programs', async () => {
    const ledger = new RecordedLedger('others')
    const play = new Play()
    ledger.add(T, [play.create('a', T)])
    const bet = play.bet('a', 'ann', 'Yes', 100n, T)
    ledger.add(T, [bet]).isFailed = true
    const program = base58('another program')
    const forged = logsOf([bet]).map((line) => line.replace(/^Program \w{40,}/, `Program ${program}`))
    const last = ledger.add(T, [])
    const { read } = ledger
    ledger.read = async (entries) => {
      const transcripts = await read.call(ledger, entries)
      return transcripts.map((transcript, index) =>
        entries[index]?.signature === last.signature ? { ...transcript, logs: forged } : transcript,
      )
    }
    await projectAll(db, ledger)
    expect(await db.$count(tables.transactions)).to.equal(2)
    expect(await db.$count(tables.events)).to.equal(1)
    expect(await db.$count(tables.bets)).to.equal(0)
  })

  it('keeps only the events of a market whose creation is not listed', async () => {
    const ledger = new RecordedLedger('no beginning')
    const play = new Play()
    play.create('a', T)
    ledger.add(T, [play.bet('a', 'ann', 'Yes', 100n, T)])
    ledger.add(T, [play.create('b', T), play.bet('b', 'bob', 'Yes', 5n, T)])
    await projectAll(db, ledger)
    const rows = await allRows(db)
    expect(rows.events).to.have.lengthOf(3)
    expect(rows.bets).to.have.lengthOf(1)
    expect(rows.markets).to.have.lengthOf(1)
  })

  it('stores special characters in text unchanged', async () => {
    const question = 'Will "it" \\ {1,2} NULL\n — 你好 🎲 \'happen\', $1?'
    const ledger = new RecordedLedger('text')
    const play = new Play()
    ledger.add(T, [play.create('a', T, { question, condition: HOLDERS })])
    await projectAll(db, ledger)
    const [market] = await db.select().from(tables.markets)
    expect(market?.question).to.equal(question)
    expect(market && toMarket(market).condition).to.deep.equal(HOLDERS)
  })
})
