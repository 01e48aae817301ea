import { expect } from 'chai'
import { pull } from '../../app/src/history/projector/pull.ts'
import { mergeLists } from '../../app/src/history/projector/read/merge-lists.ts'
import type { Database } from '../../app/src/store/database.ts'
import * as tables from '../../app/src/store/schema/history.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { addressOf, encodeEvent } from '../helpers/history/encode.ts'
import { Play } from '../helpers/history/play.ts'
import { openProjection, projectAll } from '../helpers/history/project.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { difference, rowsWithoutIds } from '../helpers/history/rows.ts'

const T = 1_803_859_199

describe('history: transactions that cannot be read', () => {
  let db: Database
  before(async () => {
    ;({ db } = await sharedStore())
  })

  function chain(name: string): RecordedLedger {
    const ledger = new RecordedLedger('unread', name)
    const play = new Play()
    ledger.add(T, [play.create('a', T)])
    ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 100n, T + 1)])
    ledger.add(T + 2, [play.bet('a', 'bob', 'No', 50n, T + 2)])
    ledger.add(T + 3, [play.resolve('a', 'Yes', T + 3), play.settle('a', 'ann')])
    return ledger
  }

  it('attack 38: are set aside with the reason, and everything behind them goes on', async () => {
    await projectAll(db, chain('readable'))
    const expected = await rowsWithoutIds(db)
    for (const position of [0, 1, 2, 3]) {
      // Given a transaction that no node can show.
      const ledger = chain(`without ${position}`)
      const { signature = '' } = ledger.transactions[position] ?? {}
      ledger.unreadable.add(signature)
      const reported: string[] = []
      const projection = {
        ...(await openProjection(db, ledger, { batch: 2 })),
        onUnread: ({ reason }: { reason: Error }) => reported.push(reason.message),
      }

      // When the history is pulled, it is complete but for that one.
      await pull(projection, 'final')
      const [{ reason, attempts } = expect.fail(), ...others] = await db.select().from(tables.unread)
      expect([reason, attempts, others]).to.deep.equal([`No transaction ${signature}`, 1, []])
      expect(reported).to.deep.equal([reason])
      const [checkpoint] = await db.select().from(tables.projection)
      expect(checkpoint?.headSignature).to.equal(ledger.transactions[3]?.signature)
      expect(await db.$count(tables.transactions)).to.equal(4)

      // It is not tried again before its time, and then later each time.
      await pull(projection, 'final')
      expect(ledger.reads).to.equal(4)
      await db.update(tables.unread).set({ retryAt: 0 })
      await pull(projection, 'final')
      const [again] = await db.select().from(tables.unread)
      expect(again?.attempts).to.equal(2)
      expect(again?.retryAt).to.be.greaterThan(Date.now() / 1_000 + 8)

      // Then, once it can be read, nothing is missing.
      ledger.unreadable.clear()
      await db.update(tables.unread).set({ retryAt: 0 })
      await pull(projection, 'final')
      expect(difference(await rowsWithoutIds(db), expected)).to.deep.equal({})
    }
  })

  it('attack 38: are also those that the database refuses', async () => {
    // Given a bet in a period with a number that no column holds.
    const ledger = chain('refused')
    const [owner, market] = [addressOf('eve'), addressOf('market a')]
    const bet = {
      market,
      owner,
      outcome: 'No',
      amount: 1n,
      stakes: { Yes: 0n, No: 1n },
      placedAt: BigInt(T),
    } as const
    const impossible = encodeEvent('BetPlaced', {
      ...bet,
      pools: { Yes: 100n, No: 51n },
      period: 2n ** 64n - 1n,
    })
    const { signature } = ledger.add(T + 1, [impossible])
    const projection = await openProjection(db, ledger)

    // Then the others are projected, in the same batch too, and it is known why this one was not.
    await pull(projection, 'final')
    expect(await db.$count(tables.bets)).to.equal(2)
    const [unread, ...others] = await db.select().from(tables.unread)
    expect([unread?.signature, others]).to.deep.equal([signature, []])
    expect(unread?.reason).to.match(/events|bets|Failed query/)
  })

  it('store a question with a NUL, which databases do not', async () => {
    const ledger = new RecordedLedger('nul')
    const play = new Play()
    ledger.add(T, [play.create('a', T, { question: 'Will\0 it?' })])
    await projectAll(db, ledger)
    const [market] = await db.select().from(tables.markets)
    expect(market?.question).to.equal('Will\ufffd it?')
  })

  it('are listed by one node of several, and stay', () => {
    const entry = (signature: string, slot: number, isFinal = false) => {
      return { signature, slot, time: T, isFailed: false, isFinal }
    }
    const gap = [entry('a', 1, true), entry('c', 3)]
    const all = [entry('a', 1), entry('b', 2), entry('c', 4), entry('d', 4)]
    const merged = [entry('a', 1, true), entry('b', 2), entry('c', 4), entry('d', 4)]
    expect(mergeLists([gap, all])).to.deep.equal(merged)
    expect(mergeLists([all, gap])).to.deep.equal(merged)
    expect(mergeLists([all])).to.deep.equal(all)
    // A final block is right, also if a node has a later one on a fork.
    const [final, forked] = [[entry('e', 7, true)], [entry('e', 9)]]
    expect(mergeLists([final, forked])).to.deep.equal(final)
    expect(mergeLists([forked, final])).to.deep.equal(final)
  })
})
