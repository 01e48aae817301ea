import { PROGRAM_ID } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { parseEvents } from '@prediction-market/sdk/events'
import { expect } from 'chai'
import { asc } from 'drizzle-orm'
import fc from 'fast-check'
import { type OfferedEvent, offersOf } from '../../app/src/history/log/append.ts'
import { settle } from '../../app/src/history/log/finality.ts'
import { openLog, readHead } from '../../app/src/history/log/head.ts'
import { Intake } from '../../app/src/history/log/intake.ts'
import { takeListed } from '../../app/src/history/log/list.ts'
import { behindAccounts, eventsOfLog } from '../../app/src/history/log/read.ts'
import { NotOfferedError, offerTransactions } from '../../app/src/history/log/sources.ts'
import { appliedId } from '../../app/src/history/projection/project.ts'
import type { Database } from '../../app/src/store/database.ts'
import { log } from '../../app/src/store/schema/log.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { addressOf, logsOf } from '../helpers/history/encode.ts'
import { recordedLife } from '../helpers/history/generate.ts'
import { Play } from '../helpers/history/play.ts'
import { applyAll, openProjection, PROGRAM, projectAll, search, sync } from '../helpers/history/project.ts'
import { ownStore } from '../helpers/history/recorded.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { difference, rowsWithoutIds } from '../helpers/history/rows.ts'

const T = 1_803_859_199

/** Slots after which everything is final. */
const LONG = 100

/** The offers of each transaction of a ledger. */
function offered(ledger: RecordedLedger): OfferedEvent[][] {
  return ledger.transactions.map(({ signature, slot, time, events }) =>
    offersOf({ signature, slot, time, ...parseEvents(logsOf(events)) }, findFeeVault(PROGRAM_ID)),
  )
}

/** Checks the log: ids without gaps, each market's numbers in order and without gaps. */
async function checkLog(db: Database, count: number): Promise<void> {
  const events = await db.select().from(log).orderBy(asc(log.id))
  expect(events.map(({ id }) => id)).to.deep.equal(Array.from({ length: count }, (_, index) => index + 1))
  const numbers = new Map<number, number>()
  for (const { market, sequence } of events) {
    expect(sequence).to.equal((numbers.get(market) ?? 0) + 1)
    numbers.set(market, sequence)
  }
  expect((await readHead(db, PROGRAM)).lastId).to.equal(count)
}

describe('history: the log', () => {
  let db: Database
  before(async () => {
    ;({ db } = await sharedStore())
  })

  it('attack 106: has every event once, without gaps and in order, whatever three writers offer and lose', async () => {
    const ledger = recordedLife({ bets: 60, wallets: 7, markets: 6, name: 'writers' })
    const transactions = offered(ledger)
    const total = transactions.flat().length
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
        const random = (below: number) => (numbers.next().value as number) % below
        await openLog(db, { program: PROGRAM, genesis: `writers ${run++}` }, true)
        // Each writer gets every transaction or loses it, some of them twice, in an order of its own.
        const writers = [0, 1, 2].map(() => {
          const got = transactions.flatMap(
            (events) => [[], [events], [events], [events, events]][random(4)] ?? [],
          )
          for (let index = got.length - 1; index > 0; index -= 1) {
            const other = random(index + 1)
            ;[got[index], got[other]] = [got[other] ?? [], got[index] ?? []]
          }
          return { intake: new Intake(db, PROGRAM), got }
        })
        await Promise.all(
          writers.map(async ({ intake, got }) => {
            for (let start = 0; start < got.length; start += 7)
              await intake.offer(got.slice(start, start + 7).flat())
          }),
        )
        // What all of them have lost is found later; then whoever has waiting events goes on.
        const last = new Intake(db, PROGRAM)
        await last.offer([...transactions].reverse().flat())
        expect(last.gaps.size).to.equal(0)
        await checkLog(db, total)
      }),
      { numRuns: 8 },
    )
  })

  it('appends thousands of events of three writers at once', async () => {
    // The embedded database has one connection, so that writers wait for each other: Postgres gets ten thousand.
    const bets = process.env.DATABASE_URL ? 5_000 : 500
    const ledger = recordedLife({ bets, wallets: 300, markets: 60, name: 'many' })
    const transactions = offered(ledger)
    await openLog(db, { program: PROGRAM, genesis: 'many' }, true)
    const writers = [0, 1, 2].map((first) => ({ intake: new Intake(db, PROGRAM), first }))
    await Promise.all(
      writers.map(async ({ intake, first }) => {
        for (let start = 0; start < transactions.length; start += 50) {
          // Each loses every third part; the others have it.
          const part = transactions.slice(start, start + 50)
          if ((start / 50) % 3 !== first) await intake.offer(part.reverse().flat())
        }
      }),
    )
    for (const { intake } of writers) await intake.offer(transactions.flat())
    await checkLog(db, transactions.flat().length)
  })

  /** A market with four events in as many transactions. */
  function chain(name: string): RecordedLedger {
    const ledger = new RecordedLedger('gaps', name)
    const play = new Play()
    ledger.add(T, [play.create('a', T)])
    ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 100n, T + 1)])
    ledger.add(T + 2, [play.bet('a', 'bob', 'No', 50n, T + 2), play.create('b', T + 2)])
    ledger.add(T + 3, [play.resolve('a', 'Yes', T + 3), play.settle('a', 'ann')])
    return ledger
  }

  const market = addressOf('market a').toBase58()

  for (const missing of [0, 1, 2]) {
    it(`attack 98: finds a signature that a node lists late or never: transaction ${missing + 1} of 4`, async () => {
      await projectAll(db, chain(`complete ${missing}`))
      const expected = await rowsWithoutIds(db)

      // Given two nodes, neither of which lists a transaction, also not when it is final.
      const ledger = chain(`late ${missing}`)
      const { signature } = ledger.transactions[missing] ?? expect.fail()
      ledger.nodes = 2
      ledger.unlisted.add(signature)
      const projection = await openProjection(db, ledger)
      await sync(projection)
      ledger.slot += LONG
      await sync(projection)

      // Then its market has a gap, and only that: everything before and all other markets are there.
      expect([...projection.intake.gaps.keys()]).to.deep.equal([market])
      const { events = [] } = await rowsWithoutIds(db)
      expect(events.length).to.be.at.least(missing)

      // When one of the nodes lists it among the market's own, it is complete.
      ledger.listedBy = 1
      await search(projection)
      await applyAll(projection)
      expect(projection.intake.gaps.size).to.equal(0)
      expect(
        difference(await rowsWithoutIds(db), {
          ...expected,
          events: (await rowsWithoutIds(db)).events ?? [],
        }),
      ).to.deep.equal({})
    })
  }

  it('attack 98: finds what is missing at the end of a market by the number of its account', async () => {
    const ledger = chain('end')
    ledger.unlisted.add(ledger.transactions[3]?.signature ?? '')
    const projection = await projectAll(db, ledger)
    expect(projection.intake.gaps.size).to.equal(0)
    expect(await behindAccounts(db, new Map([[market, 5]]))).to.deep.equal([market])
    expect(await behindAccounts(db, new Map([[market, 3]]))).to.deep.equal([])
    projection.intake.note(market, 5)
    ledger.listedBy = 0
    await search(projection)
    expect(projection.intake.gaps.size).to.equal(0)
    expect(await behindAccounts(db, new Map([[market, 5]]))).to.deep.equal([])
  })

  it('takes at once what a subscription brings, though a node lists it long after its slot is final', async () => {
    // Given a transaction that the websocket and getTransaction have at once, and the list only after 70 seconds.
    const ledger = chain('listed late')
    const late = ledger.transactions[1] ?? expect.fail()
    ledger.unlisted.add(late.signature)
    const projection = await openProjection(db, ledger)
    const [first, second] = offered(ledger)
    await projection.intake.offer([...(first ?? []), ...(second ?? [])])
    await sync(projection)

    // When the list passes it, and everything is final.
    ledger.slot += LONG
    await sync(projection)
    const passed = await readHead(db, PROGRAM)
    expect(passed.finalSlot).to.be.above(late.slot)
    expect(passed.listedSlot).to.be.at.least(late.slot)

    // Then nothing is missing, also when it is listed at last.
    ledger.unlisted.clear()
    await sync(projection)
    expect(projection.intake.gaps.size).to.equal(0)
    await checkLog(db, 6)
  })

  it('takes the time of a payout from its block, however it is found, and never from our clock', async () => {
    // Given a payout whose block has no time yet, beside a bet in another market.
    const ledger = new RecordedLedger('times')
    const play = new Play()
    ledger.add(T, [play.create('a', T), play.bet('a', 'ann', 'Yes', 5n, T), play.create('b', T)])
    ledger.add(T + 1, [play.resolve('a', null, T + 1)])
    const paid = ledger.add(T + 2, [play.settle('a', 'ann')])
    const bet = ledger.add(T + 3, [play.bet('b', 'bob', 'No', 7n, T + 3)])
    ledger.visible = 2
    const projection = await projectAll(db, ledger)
    ledger.visible = 4
    ledger.untimed.add(paid.slot)
    const reported = [paid, bet].map(({ signature, slot, events }) => {
      return { signature, slot, time: 0, ...parseEvents(logsOf(events)) }
    })
    const kinds = async () => (await eventsOfLog(db, 0, 100)).map(({ kind, time }) => `${kind} ${time - T}`)
    const before = ['market 0', 'bet 0', 'market 0', 'resolution 1']

    // When a subscription reports both, then the bet does not wait for it.
    const failure = await offerTransactions(projection, reported).catch((error) => error)
    expect(failure).to.have.property('message', `No RPC node has the time of block ${paid.slot} yet`)
    expect(failure)
      .to.be.instanceOf(NotOfferedError)
      .with.property('transactions')
      .that.deep.equals([reported[0]])
    expect(await kinds()).to.deep.equal([...before, 'bet 3'])
    // When the block has a time, the payout has the same.
    ledger.untimed.clear()
    await offerTransactions(projection, reported)
    expect(await kinds()).to.deep.equal([...before, 'bet 3', 'payout 2'])

    // When no node has the block any more, a list still has its time.
    const later = new RecordedLedger('times', 'times without blocks')
    later.transactions.push(...ledger.transactions)
    for (const { slot } of later.transactions) later.untimed.add(slot)
    await projectAll(db, later)
    expect(await kinds()).to.deep.equal([...before, 'payout 2', 'bet 3'])
  })

  it('attacks 82 and 106: appends and applies in single statements, in which no replica can be frozen', async () => {
    // Given a market, and a bet that the chain drops.
    const { db: own } = await ownStore()
    const ledger = chain('single')
    const projection = await openProjection(own, ledger)
    own.transaction = () => expect.fail('a replica can be frozen here while it holds a lock')
    await sync(projection)
    ledger.transactions.pop()
    ledger.slot += LONG
    await sync(projection)
    expect((await eventsOfLog(own, 0, 100)).map(({ kind }) => kind)).to.deep.equal([
      ...['market', 'bet', 'bet', 'market', 'resolution', 'payout', 'dropped'],
    ])
    expect((await readHead(own, PROGRAM)).lastId).to.equal(await appliedId(own))
    // It starts without one, too.
    await openProjection(own, ledger)
  })

  it('attacks 82 and 106: appends while somebody holds the lock of the projection', async function () {
    if (!process.env.DATABASE_URL) return this.skip()
    const { db: own } = await ownStore()
    const projection = await openProjection(own, chain('held'))
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let held = Promise.resolve()
    await new Promise<void>((resolve) => {
      held = own.transaction(async (tx) => {
        // Nothing ends it but its release.
        await tx.execute('SET LOCAL idle_in_transaction_session_timeout = 0')
        await tx.execute('UPDATE projection SET applied = applied')
        resolve()
        await released
      })
    })
    await takeListed(projection)
    await search(projection)
    await settle(projection)
    await checkLog(own, 6)
    release()
    await held
    expect(await applyAll(projection)).to.equal(6)
  })
})
