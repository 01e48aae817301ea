import { toMarketId } from '@prediction-market/sdk'
import { expect } from 'chai'
import { Archive } from '../../app/src/history/queries/archive.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { Play } from '../helpers/history/play.ts'
import { ownStore, RecordedHistory } from '../helpers/history/recorded.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { until } from '../helpers/localnet/wait.ts'

const T = 1_803_859_199

/** Slots after which a missing transaction is looked up. */
const LONG = 100

const idOf = (name: string) => toMarketId(addressOf(`market ${name}`))

describe('history: the archive of closed markets', () => {
  const archives: Archive[] = []

  afterEach(async () => {
    for (const archive of archives.splice(0)) await archive.stop()
  })

  async function openArchive(history: RecordedHistory): Promise<Archive> {
    const archive = new Archive(history, (error) => expect.fail(error.message))
    archives.push(archive)
    archive.start()
    return archive
  }

  const closedIn = (archive: Archive) => archive.find({ sort: 'newest' }, 10)

  /** Waits until an archive has exactly these markets. */
  async function untilListed(archive: Archive, names: readonly string[]): Promise<void> {
    const ids = names.map(idOf).sort()
    await until(`the closed markets ${names}`, async () => {
      const found = (await closedIn(archive)).map(({ id }) => id).sort()
      return found.join() === ids.join()
    })
  }

  /** Adds a market with two bets to a ledger and closes it. */
  function playMarket(ledger: RecordedLedger, play: Play, name: string): void {
    ledger.add(T, [play.create(name, T)])
    ledger.add(T + 1, [play.bet(name, 'ann', 'Yes', 100n, T + 1)])
    ledger.add(T + 2, [play.bet(name, 'bob', 'No', 50n, T + 2)])
    ledger.add(T + 3, [play.resolve(name, 'Yes', T + 3)])
    ledger.add(T + 4, [play.collect(name), play.settle(name, 'ann'), play.settle(name, 'bob')])
    ledger.add(T + 5, [play.close(name)])
  }

  it('holds the markets closed before it starts and those closed later', async () => {
    const ledger = new RecordedLedger('archive')
    const play = new Play()
    playMarket(ledger, play, 'a')
    playMarket(ledger, play, 'b')
    const history = await RecordedHistory.of((await ownStore()).db, ledger)
    ledger.visible = 0
    await history.advance(6)
    const archive = await openArchive(history)
    await untilListed(archive, ['a'])
    const { version } = archive
    await history.advance(5)
    await history.advance(1)
    await untilListed(archive, ['a', 'b'])
    expect(archive.version, 'changed by the closing alone').to.equal(version + 1)
    const b = (await closedIn(archive)).find(({ id }) => id === idOf('b'))
    expect(b).to.deep.include({ status: 'resolved', pools: { Yes: 100n, No: 50n } })
  })

  it('forgets a market whose closing was undone by a fork, on every replica', async () => {
    // Given two replicas on one store, of which one projects, and a closed market.
    const ledger = new RecordedLedger('archive fork')
    const play = new Play()
    playMarket(ledger, play, 'a')
    playMarket(ledger, play, 'b')
    const { db } = await ownStore()
    const projecting = await RecordedHistory.of(db, ledger)
    const waiting = await RecordedHistory.of(db, ledger)
    const both = [await openArchive(projecting), await openArchive(waiting)]
    await projecting.pull()
    const { reads } = ledger
    await waiting.pull()
    expect(ledger.reads, 'transactions read by the replica that waits').to.equal(reads)
    for (const archive of both) await untilListed(archive, ['a', 'b'])

    // When the chain drops the closing of the second one.
    const closing = ledger.transactions.pop() ?? expect.fail()
    ledger.slot += LONG
    await projecting.pull()
    await waiting.pull()

    // Then both replicas have only the first one.
    for (const archive of both) await untilListed(archive, ['a'])

    // And take in the second one again when it is closed again.
    ledger.add(T + 9, closing.events)
    await projecting.pull()
    await waiting.pull()
    for (const archive of both) await untilListed(archive, ['a', 'b'])
  })
})
