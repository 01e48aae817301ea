import { expect } from 'chai'
import { eventsOfLog } from '../../app/src/history/log/read.ts'
import type { Database } from '../../app/src/store/database.ts'
import * as tables from '../../app/src/store/schema/history.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { Play } from '../helpers/history/play.ts'
import { projectAll, sync } from '../helpers/history/project.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { rowsWithoutIds } from '../helpers/history/rows.ts'

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

  it('attack 38: hold up their own market only, and are taken once they can be read', async () => {
    await projectAll(db, chain('readable'))
    const expected = await rowsWithoutIds(db)
    for (const position of [0, 1, 2]) {
      // Given a transaction that no node can show.
      const ledger = chain(`without ${position}`)
      const { signature = '' } = ledger.transactions[position] ?? {}
      ledger.unreadable.add(signature)
      ledger.add(T, [new Play().create('b', T)])
      const projection = await projectAll(db, ledger)
      expect([...projection.intake.gaps.keys()]).to.deep.equal([addressOf('market a').toBase58()])
      const known = await db.select().from(tables.markets)
      expect(known.map(({ address }) => address)).to.include(addressOf('market b').toBase58())

      // When it is final and was long looked for, it is not given up: it is there.
      projection.patienceMs = 0
      ledger.slot += 100
      await sync(projection)
      await sync(projection)
      expect(projection.intake.gaps.size).to.equal(1)
      expect((await eventsOfLog(db, 0, 100)).filter(({ kind }) => kind === 'missing')).to.deep.equal([])

      // Then, once it can be read, nothing is missing.
      ledger.unreadable.clear()
      ledger.transactions.pop()
      await sync(projection)
      expect(projection.intake.gaps.size).to.equal(0)
      const { markets, positions } = await rowsWithoutIds(db)
      const isA = (row: string) => row.includes(addressOf('market a').toBase58())
      expect(markets?.filter(isA)).to.deep.equal(expected.markets)
      expect(positions?.filter(isA)).to.deep.equal(expected.positions)
    }
  })

  it('attack 97: are entered as unreadable when their logs are cut and nothing can be rebuilt', async () => {
    // Given a transaction without logs whose instructions cannot be read, before one that can be.
    const ledger = chain('cut')
    const cut = ledger.transactions[1] ?? expect.fail()
    const { read } = ledger
    const withoutLogs = {
      logs: null,
      trace: () => {
        throw new Error('unknown version')
      },
    }
    ledger.read = async (entries) => {
      const found = await read.call(ledger, entries)
      return found.map((one, index) =>
        entries[index]?.signature === cut.signature && !(one instanceof Error) ? withoutLogs : one,
      )
    }
    const projection = await projectAll(db, ledger)
    expect(projection.intake.gaps.size).to.equal(1)

    // When it is final, it is a row that names its transaction, and its market goes on.
    ledger.slot += 100
    await sync(projection)
    await sync(projection)
    expect(projection.intake.gaps.size).to.equal(0)
    const events = await eventsOfLog(db, 0, 100)
    expect(events.map(({ kind }) => kind)).to.deep.equal(['market', 'missing', 'bet', 'resolution', 'payout'])
    expect(events[1]).to.include({ signature: cut.signature, sequence: 2 })
    const [market] = await db.select().from(tables.markets)
    expect(market).to.include({ poolYes: 100n, poolNo: 50n, status: 'resolved' })
  })

  it('store a question with a NUL, which databases do not', async () => {
    const ledger = new RecordedLedger('nul')
    const play = new Play()
    ledger.add(T, [play.create('a', T, { question: 'Will\0 it?' })])
    await projectAll(db, ledger)
    const [market] = await db.select().from(tables.markets)
    expect(market?.question).to.equal('Will\ufffd it?')
  })
})
