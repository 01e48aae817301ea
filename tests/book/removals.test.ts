import { PROGRAM_ID, toMarketId } from '@prediction-market/sdk'
import type { Connection, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { MarketBook } from '../../app/src/book/book.ts'
import { Removals } from '../../app/src/book/removals.ts'
import { market } from '../helpers/book.ts'

describe('a market that a node did not have', () => {
  const { address } = market()
  const key = address.toBase58()
  let book: MarketBook
  let removals: Removals
  /** How often a node was asked. */
  let asked: number
  /** By commitment, whether a node has it. */
  let has: Record<string, boolean>

  beforeEach(() => {
    asked = 0
    has = { confirmed: false, finalized: false }
    book = new MarketBook()
    book.put(market(), 'Is it?', 5)
    const node = {
      async getMultipleAccountsInfoAndContext(_: PublicKey[], commitment: string) {
        asked += 1
        return { context: { slot: 9 }, value: [has[commitment] ? { owner: PROGRAM_ID } : null] }
      },
    } as unknown as Connection
    removals = new Removals(book, { nodes: [node, node, node], programId: PROGRAM_ID })
    removals.sawSlot(20)
    removals.miss(key)
  })

  const isThere = () => book.get(toMarketId(address)) !== undefined

  it('attack 39: stays until its end is final, and is asked for no more after that', async () => {
    has.finalized = true
    await removals.removeMissing()
    expect(isThere(), 'its end may be on a fork').to.equal(true)
    has.finalized = false
    await removals.removeMissing()
    expect(isThere()).to.equal(false)
    asked = 0
    await removals.removeMissing()
    expect(asked).to.equal(0)
  })

  it('is asked for no more once it is found', async () => {
    removals.found(key)
    await removals.removeMissing()
    expect([asked, isThere()]).to.deep.equal([0, true])
  })

  it('comes back by no answer from before its end, unless it was found again', async () => {
    await removals.removeMissing()
    expect([19, 20, 21].map((slot) => removals.isOutdated(key, slot))).to.deep.equal([true, true, false])
    removals.found(key)
    expect(removals.isOutdated(key, 20)).to.equal(false)
  })

  it('is remembered for the thousand slots in which such an answer may come', async () => {
    await removals.removeMissing()
    for (const [slot, isKept] of [
      [1_020, true],
      [1_021, false],
    ] as const) {
      removals.sawSlot(slot)
      await removals.removeMissing()
      expect(removals.isOutdated(key, 20), `at ${slot}`).to.equal(isKept)
    }
  })

  it('is outdated only after a removal', () => {
    expect([0, 1, 20].map((slot) => removals.isOutdated(key, slot))).to.deep.equal([false, false, false])
  })

  it('is removed by the latest slot of all answers, in whatever order they came', async () => {
    removals.sawSlot(30)
    removals.sawSlot(25)
    await removals.removeMissing()
    expect([30, 31].map((slot) => removals.isOutdated(key, slot))).to.deep.equal([true, false])
  })

  it('is removed at once if a confirmed change says so, and only if it was not seen later', async () => {
    has.finalized = true
    expect(await removals.removeGone([key], 'confirmed')).to.deep.equal([key])
    expect(isThere()).to.equal(false)
    book.put(market(), 'Is it?', 10)
    expect(await removals.removeGone([key], 'confirmed'), 'the nodes answer of slot 9').to.deep.equal([])
    expect(isThere()).to.equal(true)
    has.confirmed = true
    book.put(market(), 'Is it?', 9)
    expect(await removals.removeGone([key], 'confirmed')).to.deep.equal([])
  })

  it('may be unknown to the book', async () => {
    book.remove(toMarketId(address))
    expect(await removals.removeGone([key], 'confirmed')).to.deep.equal([key])
    expect(removals.isOutdated(key, 20)).to.equal(true)
  })
})
