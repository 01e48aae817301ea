import { type Condition, MAX_U64 } from '@prediction-market/sdk'
import { payout as payoutOf } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import { eventsOfLog } from '../../app/src/history/log/read.ts'
import { base58 as toBase58 } from '../../app/src/history/log/row.ts'
import { toMarket } from '../../app/src/history/market-row.ts'
import { marketBets } from '../../app/src/history/queries/bets.ts'
import { largestPositions } from '../../app/src/history/queries/positions.ts'
import type { Database } from '../../app/src/store/database.ts'
import * as tables from '../../app/src/store/schema/history.ts'
import { addresses, log, logHead } from '../../app/src/store/schema/log.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { addressOf, logsOf } from '../helpers/history/encode.ts'
import { recordedLife } from '../helpers/history/generate.ts'
import { Play } from '../helpers/history/play.ts'
import { openProjection, projectAll, sync } from '../helpers/history/project.ts'
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

/** The bets of a market, oldest first. */
async function betsOf(db: Database, name: string) {
  return (await marketBets(db, base58(`market ${name}`), { offset: 0, limit: 100 })).reverse()
}

/** The positions of a market, the first one first. */
async function positionsOf(db: Database, name: string) {
  const found = await largestPositions(db, base58(`market ${name}`), 100)
  return found.sort((a, b) => a.openedEvent - b.openedEvent)
}

/** The totals of every wallet, with its address. */
async function statsOf(db: Database, name: string) {
  const numbers = new Map(
    (await db.select().from(addresses)).map((row) => [row.number, toBase58(row.address)]),
  )
  const rows = await db.select().from(tables.walletStats)
  return rows
    .map((row) => ({ ...row, wallet: numbers.get(row.wallet) }))
    .filter(({ period }) => !name || period === name)
}

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
    const payout = payoutOf(100n, 100n, 57n, { burnBps: 500, developerBps: 500, maxRatio: 0 })
    const [market] = await db.select().from(tables.markets)
    expect(market).to.include({
      address: base58('market a'),
      creator: base58('creator of a'),
      currency: 'SOL',
      decimals: 9,
      mint: null,
      token: null,
      createdAt: T,
      closeAt: T + 3_590,
      period: 60,
      poolYes: 100n,
      poolNo: 57n,
      bets: 3,
      bettors: 2,
      status: 'resolved',
      outcome: 'Yes',
      answer: 'Yes',
      latePeriod: 0,
      recordedAt: null,
      resolvedAt: T + 8,
      resolvedSignature: decided.signature,
      burn: 2n,
      developer: 2n,
      burnCollected: 2n,
      developerCollected: 2n,
      collectedAt: T + 10,
      treasury: base58('the treasury'),
      paid: payout,
      refunded: 0n,
      settled: 2,
      cancelled: false,
      closedAt: T + 11,
      dust: 157n - payout - 4n,
    })
    expect(market?.observation).to.deep.equal({
      value: 25_100n,
      exponent: -2,
      observedAt: BigInt(T + 8),
      isMet: true,
      hasValue: true,
    })

    // And bets, positions and events have rows.
    const bets = await betsOf(db, 'a')
    expect(bets.map(({ details: { amount, pools } }) => [amount, pools.Yes, pools.No])).to.deep.equal([
      [100n, 100n, 0n],
      [50n, 100n, 50n],
      [7n, 100n, 57n],
    ])
    const [ann, bob] = await positionsOf(db, 'a')
    expect(ann).to.include({ owner: base58('ann'), stakeYes: 100n, stakeNo: 7n, bets: 2, payout, refund: 0n })
    expect(bob).to.include({ owner: base58('bob'), stakeNo: 50n, payout: 0n, settledAt: T + 10 })
    expect(bob).to.include({ settledSignature: paid.signature, openedAt: T + 1 })
    const events = await eventsOfLog(db, 0, 100)
    expect(events.map(({ id, sequence, kind }) => `${id} ${sequence} ${kind}`)).to.deep.equal([
      ...['1 1 market', '2 2 bet', '3 3 bet', '4 4 bet', '5 5 resolution'],
      ...['6 6 fees', '7 7 payout', '8 8 payout', '9 9 closed'],
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

    const rows = await statsOf(db, '')
    const of = (wallet: string) =>
      Object.fromEntries(
        rows
          .filter((row) => row.wallet === base58(wallet))
          .map(({ currency: _, wallet: __, period, start, ...counts }) => [`${period} ${start}`, counts]),
      )
    const after = { volume: 50n, bets: 2, staked: 110n, returned: 156n, decided: 1, won: 1 }
    expect(of('ann')).to.deep.equal({
      [`day ${DAY + 1}`]: after,
      [`week ${DAY + 1}`]: after,
      [`month ${DAY + 1}`]: after,
      'all 0': after,
    })
    // A refund counts as neither won nor lost.
    expect(of('bob')['all 0']).to.deep.equal({
      volume: 50n,
      bets: 2,
      staked: 55n,
      returned: 5n,
      decided: 1,
      won: 0,
    })
  })

  it('attack 80: counts only stakes that had opposing stakes of others', async () => {
    const ledger = new RecordedLedger('bought')
    const play = new Play()
    // Given a wallet that bets against itself, one that bets against nobody, and one with dust against it.
    ledger.add(T, [
      play.create('self', T),
      play.bet('self', 'eve', 'Yes', 1_000n, T),
      play.bet('self', 'eve', 'No', 1_000n, T),
    ])
    ledger.add(T + 1, [play.create('alone', T + 1), play.bet('alone', 'fay', 'Yes', 1_000n, T + 1)])
    ledger.add(T + 2, [
      play.create('dust', T + 2),
      play.bet('dust', 'gus', 'Yes', 1_000n, T + 2),
      play.bet('dust', 'ann', 'No', 1n, T + 2),
    ])
    ledger.add(
      T + 3,
      ['self', 'alone', 'dust'].map((market) => play.resolve(market, 'Yes', T + 3)),
    )
    ledger.add(T + 4, [
      play.settle('self', 'eve'),
      play.settle('alone', 'fay'),
      play.settle('dust', 'gus'),
      play.settle('dust', 'ann'),
    ])
    await projectAll(db, ledger)
    const stats = await statsOf(db, 'all')
    const totals = stats.map(({ wallet, volume, decided, won }) => [wallet, [volume, decided, won]])
    expect(Object.fromEntries(totals)).to.deep.equal({
      [base58('eve')]: [0n, 0, 0],
      [base58('fay')]: [0n, 0, 0],
      [base58('gus')]: [1n, 1, 1],
      [base58('ann')]: [1n, 1, 0],
    })
  })

  it('counts no more fees as collected than were taken', async () => {
    // Given collections that a node repeats, or that were rebuilt without knowing what they took.
    const ledger = new RecordedLedger('fees')
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.bet('a', 'ann', 'Yes', 100n, T)])
    ledger.add(T + 1, [play.bet('a', 'bob', 'No', 60n, T + 1), play.resolve('a', 'Yes', T + 3_600)])
    ledger.add(T + 2, [play.collect('a', 'burn')])
    ledger.add(T + 3, [play.collect('a')])
    ledger.add(T + 4, [play.collect('a')])
    await projectAll(db, ledger)
    const [market] = await db.select().from(tables.markets)
    expect(market).to.include({ burn: 3n, developer: 3n, burnCollected: 3n, developerCollected: 3n })
  })

  it('counts a refund of late stakes as neither profit nor loss', async () => {
    // Given a market with periods of a minute: ann and bob bet early, ann, cat and dan when the news is out.
    const ledger = new RecordedLedger('late stakes')
    const play = new Play()
    const news = T + 600
    ledger.add(T, [play.create('a', T), play.bet('a', 'ann', 'Yes', 100n, T)])
    ledger.add(T + 1, [play.bet('a', 'bob', 'No', 60n, T + 1)])
    ledger.add(news - 1, [
      play.bet('a', 'ann', 'Yes', 30n, news - 1),
      play.bet('a', 'dan', 'No', 40n, news - 1),
    ])
    ledger.add(news, [play.bet('a', 'cat', 'Yes', 50n, news)])
    ledger.add(news + 1, [play.resolve('a', 'Yes', news + 1, news)])
    const wallets = ['ann', 'bob', 'cat', 'dan']
    ledger.add(news + 2, [play.collect('a', 'burn'), ...wallets.map((wallet) => play.settle('a', wallet))])
    ledger.add(news + 3, [play.collect('a', 'developer')])
    await projectAll(db, ledger)

    // Then the stakes of the last two periods are late, and go back, on whichever side they are.
    const [market] = await db.select().from(tables.markets)
    expect(market).to.include({ poolYes: 180n, poolNo: 100n, lateYes: 80n, lateNo: 40n })
    expect(market).to.include({ burn: 3n, developer: 3n, burnCollected: 3n, developerCollected: 3n })
    expect(market).to.include({ paid: 274n, refunded: 120n, settled: 4, collectedAt: news + 3 })
    expect(market && toMarket(market).feesDue).to.deep.equal({ burn: 0n, developer: 0n })
    const placed = await betsOf(db, 'a')
    const periods = placed.map(({ details }) => details.period)
    expect(periods).to.deep.equal([1, 1, 10, 10, 11])
    expect(market?.latePeriod).to.equal(11)
    const positions = await positionsOf(db, 'a')
    const paid = Object.fromEntries(positions.map(({ owner, payout, refund }) => [owner, [payout, refund]]))
    expect(paid).to.deep.equal({
      [base58('ann')]: [154n, 30n],
      [base58('bob')]: [0n, 0n],
      [base58('cat')]: [0n, 50n],
      [base58('dan')]: [0n, 40n],
    })

    // And only what counted and stood against others is volume, and won or lost.
    const stats = await statsOf(db, 'all')
    const totals = stats.map(({ wallet, volume, staked, returned, decided, won }) => [
      wallet,
      { volume, profit: returned - staked, decided, won },
    ])
    expect(Object.fromEntries(totals)).to.deep.equal({
      [base58('ann')]: { volume: 60n, profit: 54n, decided: 1, won: 1 },
      [base58('bob')]: { volume: 60n, profit: -60n, decided: 1, won: 0 },
      [base58('cat')]: { volume: 0n, profit: 0n, decided: 0, won: 0 },
      [base58('dan')]: { volume: 0n, profit: 0n, decided: 0, won: 0 },
    })
  })

  it('keeps a recorded observation, and an answer on which no stake counted', async () => {
    const ledger = new RecordedLedger('answers')
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.bet('a', 'ann', 'Yes', 100n, T)])
    ledger.add(T + 3_600, [play.record('a', T + 3_600)])
    await projectAll(db, ledger)
    const [recorded] = await db.select().from(tables.markets)
    expect(recorded).to.include({ status: 'open', answer: null, recordedAt: T + 3_600 })
    expect(recorded && toMarket(recorded).observation).to.deep.equal({
      value: 24_900n,
      exponent: -2,
      observedAt: BigInt(T + 3_600),
      isMet: false,
      hasValue: true,
    })

    // When it decides No, on which nobody has staked.
    ledger.add(T + 4_200, [play.resolve('a', 'No', T + 4_200), play.settle('a', 'ann')])
    await projectAll(db, ledger)
    const [decided] = await db.select().from(tables.markets)
    expect(decided).to.include({ status: 'void', outcome: null, answer: 'No', recordedAt: T + 3_600 })
    expect(decided).to.include({ paid: 100n, refunded: 100n, cancelled: false })
    const [position] = await positionsOf(db, 'a')
    expect(position).to.include({ payout: 0n, refund: 100n })
  })

  it('keeps a cancelled market as one that is void and closed', async () => {
    const ledger = new RecordedLedger('cancelled')
    const play = new Play()
    ledger.add(T, [play.create('a', T)])
    const cancelled = ledger.add(T + 301, [play.cancel('a', T + 301)])
    await projectAll(db, ledger)
    const [market] = await db.select().from(tables.markets)
    expect(market).to.include({
      status: 'void',
      cancelled: true,
      answer: null,
      resolvedAt: T + 301,
      resolvedSignature: cancelled.signature,
      closedAt: T + 301,
      closedSignature: cancelled.signature,
      dust: 0n,
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
        await sync(projection)
      }
      expect(difference(await allRows(db), expected)).to.deep.equal({})
      // And once more from the beginning: no transaction is read again.
      const { reads } = ledger
      await db.update(logHead).set({ listedSignature: null, listedSlot: 0 })
      await sync(projection)
      expect(ledger.reads).to.equal(reads)
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
    await Promise.all(projections.map(sync))
    expect(difference(await allRows(db), expected)).to.deep.equal({})
  })

  it('holds every amount of a u64', async () => {
    const ledger = new RecordedLedger('great amounts')
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.bet('a', 'ann', 'Yes', MAX_U64 - 1n, T)])
    ledger.add(T + 1, [play.bet('a', 'bob', 'No', 1n, T + 1)])
    ledger.add(T + 2, [play.resolve('a', 'Yes', T + 2), play.settle('a', 'ann')])
    // And sums beyond a u64.
    ledger.add(T, [play.create('b', T), play.bet('b', 'ann', 'No', MAX_U64, T)])
    ledger.add(T + 3, [play.resolve('b', null, T + 3), play.settle('b', 'ann')])
    await projectAll(db, ledger)
    const [bet] = await betsOf(db, 'a')
    expect(bet?.details).to.deep.include({ amount: MAX_U64 - 1n, pools: { Yes: MAX_U64 - 1n, No: 0n } })
    const [position] = (await positionsOf(db, 'a')).filter(({ payout }) => payout === MAX_U64)
    expect(position).to.include({ owner: base58('ann'), stakeYes: MAX_U64 - 1n })
    const [stats] = await statsOf(db, 'all')
    expect(stats).to.include({ volume: 1n, staked: 2n * MAX_U64 - 1n, returned: 2n * MAX_U64 })
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
    expect(await db.$count(log)).to.equal(1)
    expect(await betsOf(db, 'a')).to.deep.equal([])
  })

  it('returns stakes that found no opponent, and counts them as neither won nor lost', async () => {
    // Given a market in which the winners can win no more than 1.25 times their stakes.
    const ledger = new RecordedLedger('unmatched')
    const play = new Play()
    ledger.add(T, [play.create('a', T, { maxRatio: 125 }), play.bet('a', 'ann', 'Yes', 100n, T)])
    ledger.add(T + 1, [play.bet('a', 'bob', 'No', 900n, T + 1), play.bet('a', 'cy', 'No', 100n, T + 1)])
    ledger.add(T + 2, [play.resolve('a', 'Yes', T + 2)])
    await projectAll(db, ledger)
    const [decided] = await db.select().from(tables.markets)
    expect(decided).to.include({ poolYes: 100n, poolNo: 1_000n, unmatched: 875n, burn: 6n, developer: 6n })

    // When everyone is paid, the losers get back what found no opponent.
    ledger.add(
      T + 3,
      ['ann', 'bob', 'cy'].map((wallet) => play.settle('a', wallet)),
    )
    await projectAll(db, ledger)
    const paid = (await positionsOf(db, 'a')).map(({ owner, payout, refund }) => [owner, payout, refund])
    expect(paid).to.deep.equal([
      [base58('ann'), 213n, 0n],
      [base58('bob'), 0n, 787n],
      [base58('cy'), 0n, 87n],
    ])
    const totals = (await statsOf(db, 'all')).map(({ wallet, volume, staked, returned }) => [
      wallet,
      volume,
      returned - staked,
    ])
    expect(new Map(totals.map(([wallet, ...rest]) => [wallet, rest]))).to.deep.equal(
      new Map([
        [base58('ann'), [100n, 113n]],
        [base58('bob'), [100n, -113n]],
        [base58('cy'), [13n, -13n]],
      ]),
    )
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
