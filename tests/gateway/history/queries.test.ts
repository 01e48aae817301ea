import type { Stakes } from '@prediction-market/sdk'
import { expect } from 'chai'
import fc from 'fast-check'
import { MarketplaceEvent } from '../../../app/src/gateway/stream/schemas.ts'
import { eventView } from '../../../app/src/gateway/stream/views.ts'
import { Position } from '../../../app/src/gateway/wallets/schemas.ts'
import { positionView, rankedValue } from '../../../app/src/gateway/wallets/views.ts'
import { isKind } from '../../../app/src/history/log/events.ts'
import { eventsOfLog } from '../../../app/src/history/log/read.ts'
import { base58 } from '../../../app/src/history/log/row.ts'
import { marketBets, poolsOverTime } from '../../../app/src/history/queries/bets.ts'
import {
  eventsAfter,
  type LoggedEvent,
  PUBLIC_KINDS,
  type PublicKind,
  walletEvents,
} from '../../../app/src/history/queries/events.ts'
import {
  type LeaderboardPage,
  leaderboard,
  MIN_DECIDED,
  RANKINGS,
  type RankingPosition,
} from '../../../app/src/history/queries/leaderboard.ts'
import { type MarketPosition, walletPositions } from '../../../app/src/history/queries/positions.ts'
import { writeJson } from '../../../app/src/json/json.ts'
import { walletStats } from '../../../app/src/store/schema/history.ts'
import { PERIODS } from '../../../app/src/store/schema/history-types.ts'
import { addresses } from '../../../app/src/store/schema/log.ts'
import { addressOf } from '../../helpers/history/encode.ts'
import { RecordedHistory } from '../../helpers/history/recorded.ts'

describe('history: queries', () => {
  let history: RecordedHistory
  const market = addressOf('market 1').toBase58()
  const wallet = addressOf('wallet 3').toBase58()

  before(async () => {
    history = await RecordedHistory.open({ bets: 1_500, wallets: 30, markets: 12, seconds: 3 * 86_400 })
    await history.advance()
  })

  it('find the pools at the end of every bucket', async () => {
    const rows = (await eventsOfLog(history.db, 0, 100_000)).flatMap((event) => {
      if (event.market !== market || !isKind(event, 'bet')) return []
      const { Yes, No } = event.details.pools
      return [{ placedAt: event.time, poolYes: Yes, poolNo: No }]
    })
    expect(rows.length).to.be.greaterThan(50)
    const [first, last] = [rows[0]?.placedAt ?? 0, rows.at(-1)?.placedAt ?? 0]
    const range = fc
      .tuple(fc.integer({ min: first - 50, max: last + 50 }), fc.integer({ min: 1, max: last - first + 100 }))
      .chain(([from, length]) =>
        fc.record({
          from: fc.constant(from),
          to: fc.constant(from + length),
          interval: fc.constantFrom(...[1, 60, 977, 3_600, 86_400].filter((one) => length / one <= 1_000)),
        }),
      )
    await fc.assert(
      fc.asyncProperty(range, async ({ from, to, interval }) => {
        const found = await poolsOverTime(history.db, market, { from, to, interval })
        const expected = new Map<number, Stakes>()
        let earlier: Stakes = { Yes: 0n, No: 0n }
        for (const { placedAt, poolYes: Yes, poolNo: No } of rows) {
          if (placedAt < from) earlier = { Yes, No }
          else if (placedAt < to) {
            expected.set(from + Math.floor((placedAt - from) / interval) * interval, { Yes, No })
          }
        }
        expect(found.before).to.deep.equal(earlier)
        expect(found.buckets).to.deep.equal([...expected].map(([start, pools]) => ({ start, pools })))
      }),
      { numRuns: 40 },
    )
  })

  it('rank every wallet once, page by page', async () => {
    const known = new Map((await history.db.select().from(addresses)).map((row) => [row.number, row.address]))
    const rows = (await history.db.select().from(walletStats)).map((row) => {
      return { ...row, wallet: base58(known.get(row.wallet) ?? expect.fail()) }
    })
    for (const by of RANKINGS) {
      for (const period of PERIODS) {
        const start = rows.find((row) => row.period === period && row.currency === 'SOL')?.start ?? 0
        const base: LeaderboardPage = { by, currency: 'SOL', period, start, offset: 0, limit: 7 }
        const paged: string[] = []
        let after: RankingPosition | undefined
        for (;;) {
          const page = await leaderboard(history.db, { ...base, after })
          paged.push(...page.map((stats) => stats.wallet))
          const end = page.at(-1)
          if (!end || page.length < base.limit) break
          after = { value: rankedValue(end, by), decided: end.decided, wallet: end.wallet }
        }
        const those = rows.filter(
          (row) =>
            row.currency === 'SOL' &&
            row.period === period &&
            row.start === start &&
            (by === 'volume'
              ? row.volume > 0n
              : by === 'profit'
                ? row.staked > 0n
                : row.decided >= MIN_DECIDED),
        )
        expect([...paged].sort()).to.deep.equal(those.map((row) => row.wallet).sort())
        const byWallet = new Map(those.map((row) => [row.wallet, row]))
        const ranked = paged.map((one) => byWallet.get(one) ?? expect.fail(one))
        for (const [index, worse] of ranked.slice(1).entries()) {
          const better = ranked[index] ?? expect.fail()
          const difference =
            by === 'winRate'
              ? BigInt(better.won * worse.decided - worse.won * better.decided)
              : rankedValue(better, by) - rankedValue(worse, by)
          expect(difference >= 0n, `${by} ${period} ${index}`).to.equal(true)
          if (difference === 0n && by === 'winRate') expect(better.decided).to.be.at.least(worse.decided)
        }
        const offset = await leaderboard(history.db, { ...base, offset: 3, limit: 4 })
        expect(offset.map((stats) => stats.wallet)).to.deep.equal(paged.slice(3, 7))
      }
    }
  })

  it('page bets, positions and events by cursor and by offset', async () => {
    const { db } = history
    const log = await eventsOfLog(db, 0, 100_000)
    const all = log.filter((event) => event.market === market && event.kind === 'bet')
    const inOrder = all.map(({ id }) => id).sort((a, b) => b - a)
    const paged: number[] = []
    for (let before: number | undefined; ; before = paged.at(-1)) {
      const page = await marketBets(db, market, { before, offset: 0, limit: 11 })
      paged.push(...page.map(({ id }) => id))
      if (page.length < 11) break
    }
    expect(paged).to.deep.equal(inOrder)
    const part = await marketBets(db, market, { offset: 5, limit: 6 })
    expect(part.map(({ id }) => id)).to.deep.equal(inOrder.slice(5, 11))

    const firstBets = new Map(
      log
        .filter((event) => event.wallet === wallet && event.kind === 'bet')
        .reverse()
        .map((event) => [event.market, event.id]),
    )
    const found = await walletPositions(db, wallet, { offset: 0, limit: 1_000 })
    expect(found.map(({ position }) => position.openedEvent)).to.deep.equal(
      [...firstBets.values()].sort((a, b) => b - a),
    )
    const open = await walletPositions(db, wallet, { status: 'open', offset: 0, limit: 1_000 })
    expect(open).to.deep.equal(found.filter(({ market: of }) => of.status === 'open'))
    expect(open.length).to.be.greaterThan(0)
    const oldest = found.at(-1) ?? expect.fail()
    const inMarket = { market: oldest.market.address, offset: 0, limit: 1 }
    expect(await walletPositions(db, wallet, inMarket)).to.deep.equal([oldest])

    const logged = log.filter((event) => event.wallet === wallet)
    const walked: number[] = []
    for (let before: number | undefined; ; before = walked.at(-1)) {
      const page = await walletEvents(db, wallet, { before, offset: 0, limit: 13 })
      walked.push(...page.map(({ id }) => id))
      if (page.length < 13) break
    }
    expect(walked).to.deep.equal(logged.map(({ id }) => id).sort((a, b) => b - a))
  })

  it('show winnings before payment as they are paid, and events by their schema', async () => {
    const young = await RecordedHistory.open({ bets: 150, wallets: 8, markets: 14 })
    const due = new Map<string, string>()
    const seen = { refunds: 0, wins: 0, losses: 0 }
    // Fourteen creations and a hundred and fifty bets come before the first decision.
    await young.advance(164)
    while (young.ledger.visible < young.ledger.transactions.length) {
      await young.advance(1)
      for (const row of await allPositions(young)) {
        const view = Position.parse(JSON.parse(writeJson(positionView(row))))
        const key = `${row.market.address} ${row.position.owner}`
        if (view.winnings === null) {
          expect(view).to.include({ status: 'open', settled: false })
          expect(view.potentialWinnings).to.not.equal(null)
          continue
        }
        const text = `${view.winnings} ${view.refund}`
        if (!view.settled) due.set(key, text)
        else if (due.has(key)) {
          expect(due.get(key)).to.equal(text)
          due.delete(key)
          if (view.refund) seen.refunds += 1
          if (view.status === 'void') expect(view.winnings).to.equal(0)
          else if (view.winnings > 0) seen.wins += 1
          else seen.losses += 1
        }
      }
    }
    expect(due.size).to.equal(0)
    for (const count of Object.values(seen)) expect(count).to.be.greaterThan(3)

    const logged = await eventsAfter(young.db, 0, 10_000, { kinds: PUBLIC_KINDS })
    expect(new Set(logged.map(({ kind }) => kind)).size).to.equal(5)
    for (const event of logged as LoggedEvent<PublicKind>[]) {
      const view = MarketplaceEvent.parse(JSON.parse(writeJson(eventView(event, 6))))
      if (event.kind === 'payout' && view.type === 'payout') {
        expect(view.refund > 0).to.equal(event.details.refund > 0n)
      }
      if (view.type === 'resolution') expect('answer' in view).to.equal(view.status === 'void')
    }
  })
})

async function allPositions({ db }: RecordedHistory): Promise<MarketPosition[]> {
  const wallets = Array.from({ length: 8 }, (_, index) => addressOf(`wallet ${index}`).toBase58())
  const found = await Promise.all(wallets.map((one) => walletPositions(db, one, { offset: 0, limit: 100 })))
  return found.flat()
}
