import { expect } from 'chai'
import { noteEnded } from '../../app/src/history/ended.ts'
import { readHead } from '../../app/src/history/log/head.ts'
import { eventsOfLog, eventsOfMarket } from '../../app/src/history/log/read.ts'
import type { Database } from '../../app/src/store/database.ts'
import { log } from '../../app/src/store/schema/log.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { Play } from '../helpers/history/play.ts'
import { applyAll, openProjection, PROGRAM, projectAll, search, sync } from '../helpers/history/project.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'

const T = 1_803_859_199

/** Slots after which everything is final. */
const LONG = 100

describe('history: gaps of the log', () => {
  let db: Database
  before(async () => {
    ;({ db } = await sharedStore())
  })

  /** A market with four events in as many transactions. */
  function chain(name: string): RecordedLedger {
    const ledger = new RecordedLedger('proof', name)
    const play = new Play()
    ledger.add(T, [play.create('a', T)])
    ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 100n, T + 1)])
    ledger.add(T + 2, [play.bet('a', 'bob', 'No', 50n, T + 2), play.create('b', T + 2)])
    ledger.add(T + 3, [play.resolve('a', 'Yes', T + 3), play.settle('a', 'ann')])
    return ledger
  }

  const market = addressOf('market a').toBase58()

  it('attack 98: takes a transaction of two markets for the second, though a process ends before its turn', async () => {
    // Given a transaction of two markets: the event of one is logged, that of the other waits for one that is listed late.
    const ledger = new RecordedLedger('two markets')
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.create('b', T)])
    const late = ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 5n, T + 1)])
    ledger.add(T + 2, [play.bet('b', 'bob', 'Yes', 7n, T + 2), play.bet('a', 'bob', 'No', 7n, T + 2)])
    ledger.add(T + 3, [play.bet('a', 'eve', 'No', 9n, T + 3)])
    ledger.unlisted.add(late.signature)
    await sync(await openProjection(db, ledger))
    expect(await db.$count(log)).to.equal(3)

    // When the process ends, and everything is listed and final.
    const next = await openProjection(db, ledger, { replaceOther: false })
    next.patienceMs = 0
    ledger.unlisted.clear()
    ledger.slot += LONG
    next.intake.note(market, 4)
    await search(next)

    // Then nothing is missing.
    expect(next.intake.gaps.size).to.equal(0)
    expect((await eventsOfMarket(db, market)).map(({ kind }) => kind)).to.deep.equal([
      ...['market', 'bet', 'bet', 'bet'],
    ])
  })

  it('attack 98: finds the last events of a market without an account, if lists had them too late', async () => {
    // Given a market that is open, and one whose payout and end are listed late.
    const ledger = new RecordedLedger('closed')
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.bet('a', 'ann', 'Yes', 5n, T), play.create('b', T)])
    ledger.add(T + 1, [play.resolve('a', null, T + 1)])
    const payout = ledger.add(T + 2, [play.settle('a', 'ann')])
    const end = ledger.add(T + 3, [play.close('a')])
    ledger.add(T + 4, [play.bet('b', 'bob', 'Yes', 5n, T + 4)])
    for (const { signature } of [payout, end]) ledger.unlisted.add(signature)
    const b = addressOf('market b').toBase58()
    ledger.accounts.set(b, 2)
    const projection = await projectAll(db, ledger)
    ledger.slot += LONG
    await sync(projection)
    await sync(projection)
    const passed = await readHead(db, PROGRAM)
    expect(passed.listedSlot).to.be.above(end.slot)
    expect(projection.intake.gaps.size).to.equal(0)

    // When it has no account any more, it has a gap until they are found; markets with an account have none.
    await noteEnded(projection, new Set())
    expect([...projection.intake.gaps.keys()]).to.deep.equal([market])
    projection.patienceMs = 0
    await search(projection)
    expect(projection.intake.gaps.size).to.equal(1)
    ledger.unlisted.clear()
    await search(projection)
    expect(projection.intake.gaps.size).to.equal(0)
    const kinds = (await eventsOfMarket(db, market)).map(({ kind }) => kind)
    expect(kinds).to.deep.equal(['market', 'bet', 'resolution', 'payout', 'closed'])
    await applyAll(projection)
    await noteEnded(projection, new Set())
    expect(projection.intake.gaps.size).to.equal(0)
  })

  it('attack 39: ends a gap that only an account on a fork had told of', async () => {
    // Given an account of a market whose creation no node lists, and one with a larger number than it has on the chain.
    const ledger = chain('phantoms')
    const [other, end] = [addressOf('market c').toBase58(), 5]
    ledger.accounts.set(market, end)
    const projection = await projectAll(db, ledger)
    projection.intake.note(market, end + 1)
    projection.intake.note(other, 2)
    await search(projection)
    expect(projection.intake.gaps.size).to.equal(2)
    // When the forks are over.
    projection.patienceMs = 0
    await search(projection)
    expect(projection.intake.gaps.size).to.equal(0)
    // Nothing was given up for them, and what an account still says stays a gap.
    expect((await eventsOfLog(db, 0, 100)).map(({ sequence }) => sequence)).to.have.members([
      1, 2, 3, 4, 5, 1,
    ])
    ledger.accounts.set(market, end + 1)
    projection.intake.note(market, end + 1)
    await search(projection)
    expect(projection.intake.gaps.size).to.equal(1)
  })

  it('gives an event up only when it is proven that the chain lacks it', async () => {
    const ledger = chain('given up')
    const [gone] = ledger.transactions.splice(1, 1)
    const projection = await openProjection(db, ledger)
    ledger.nodes = 3
    ledger.firstSlots.push(0, 2, 2)
    projection.patienceMs = 0
    await sync(projection)
    await sync(projection)
    // While its neighbours are not final, it may still come.
    expect(projection.intake.gaps.has(market)).to.equal(true)
    ledger.slot += LONG
    await sync(projection)
    await sync(projection)
    // Nodes that have pruned the one before it prove nothing, and two of three are a majority.
    expect(projection.intake.gaps.has(market)).to.equal(true)
    ledger.firstSlots[1] = 0
    await sync(projection)
    expect(gone).to.not.equal(undefined)
    const events = await eventsOfLog(db, 0, 100)
    expect(events.filter((event) => event.market === market).map(({ kind }) => kind)).to.deep.equal([
      ...['market', 'missing', 'bet', 'resolution', 'payout'],
    ])
    expect(projection.intake.gaps.size).to.equal(0)
  })

  it('attack 97: does not blame noise for an event that a node lists late', async () => {
    // Given a transaction with cut logs and none of our instructions, beside one that is listed late.
    const ledger = chain('noise')
    const [, late, noise] = ledger.transactions
    ledger.unlisted.add(late?.signature ?? '')
    const { read } = ledger
    ledger.read = async (entries) => {
      const found = await read.call(ledger, entries)
      return found.map((one, index) =>
        entries[index]?.signature === noise?.signature && !(one instanceof Error)
          ? { ...one, logs: [...(one.logs ?? []), 'Log truncated'] }
          : one,
      )
    }
    const projection = await projectAll(db, ledger)
    ledger.slot += LONG
    await sync(projection)
    await sync(projection)
    expect(projection.intake.gaps.has(market)).to.equal(true)
    ledger.unlisted.clear()
    await search(projection)
    expect(projection.intake.gaps.size).to.equal(0)
    expect((await eventsOfLog(db, 0, 100)).map(({ sequence }) => sequence)).to.have.members([
      1, 2, 3, 4, 5, 1,
    ])
  })
})
