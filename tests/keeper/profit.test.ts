import { type Market, PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { closableAt } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { MarketBook } from '../../app/src/book/book.ts'
import { countMarkets } from '../../app/src/keeper/counts.ts'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import { ADDRESSES, market } from '../helpers/book.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  openKeeper,
  openLocalnet,
  passPeriods,
  type Stake,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { lamportsOf, type TestLocalnet, until } from '../helpers/localnet/index.ts'

const SETTLE_REWARD = 5_000
const DECIDE_REWARD = 300_000
const FEED = findFeed('SOL')?.id ?? expect.fail()

describe("the keeper's profit and loss", () => {
  const payer = Keypair.generate()
  let localnet: TestLocalnet
  let keeper: Keeper

  before(async () => {
    localnet = await openLocalnet()
    await localnet.prices.set('SOL', '150')
    await localnet.node.cheats.setLamports(payer.publicKey, 1_000_000_000n)
    const { attestorUrls } = localnet
    const options = { payers: [payer], attestorUrls, priorityFee: 50_000n, retentionSeconds: 0 }
    keeper = await openKeeper(localnet, options)
  })

  after(() => closeLocalnet(localnet))

  /** A counter by step, without those that are 0. */
  async function countedBy(name: string): Promise<Record<string, number>> {
    const { values } = (await keeper.metrics.registry.getSingleMetric(name)?.get()) ?? expect.fail(name)
    const counted = values.filter(({ value }) => value !== 0)
    return Object.fromEntries(counted.map(({ labels, value }) => [String(labels.step), value]))
  }

  const sum = (counted: Record<string, number>) => Object.values(counted).reduce((all, one) => all + one, 0)

  it('add up to what its balance has changed by', async () => {
    // Given four markets with two bettors each: decided by a price, by what was recorded, by attestors, and voided.
    const [yes = expect.fail(), no = expect.fail()] = await givenWallets(localnet, 2)
    const stakes: [Stake, Stake] = [
      { bettor: yes, outcome: 'Yes', amount: 100_000_000n },
      { bettor: no, outcome: 'No', amount: 200_000_000n },
    ]
    const price = { type: 'price', feed: FEED, comparison: 'above' } as const
    const met = await givenMarket(localnet, {
      condition: { ...price, target: '100', timing: 'atExpiry' },
      stakes,
    })
    const unmet = await givenMarket(localnet, {
      condition: { ...price, target: '200', timing: 'byExpiry' },
      stakes,
    })
    const signed = await givenMarket(localnet, { condition: { type: 'event', timing: 'atExpiry' }, stakes })
    const silent = await givenMarket(localnet, { condition: { type: 'event', timing: 'atExpiry' }, stakes })
    const markets = [met, unmet, signed, silent]
    // Recording earns by the stakes that no early Yes could return: those from before the last three periods.
    const client = new PredictionMarketClient(localnet.connection)
    await passPeriods(localnet, unmet)
    await client.bets.place({ market: unmet.address, outcome: 'No', amount: 10_000_000n }, { signer: no })
    const before = await lamportsOf(localnet.connection, payer.publicKey)

    // When the keeper decides, pays and closes them.
    const decided = ({ status }: Market) => status !== 'open'
    await travelTo(localnet, signed.closeAt)
    localnet.events.set(signed.address, true)
    await untilMarket(localnet, signed.address, 'decided', decided)
    await travelTo(localnet, silent.expireAt)
    await untilMarket(localnet, met.address, 'decided', decided)
    await untilMarket(localnet, unmet.address, 'recorded', ({ observation }) => observation !== null)
    await travelTo(localnet, unmet.expireAt + BigInt(unmet.terms.proofWindow))
    await untilMarket(localnet, unmet.address, 'decided', decided)
    const end = [silent.expireAt + BigInt(silent.terms.voidDelay), ...markets.map(closableAt)]
    await travelTo(localnet, BigInt(Math.max(...end.map(Number))))
    await until('the markets to be closed', async () => (await client.markets.all()).length === 0)
    await until('nothing to be on its way', async () => {
      const gauge = await keeper.metrics.registry.getSingleMetric('keeper_transactions_in_flight')?.get()
      return gauge?.values[0]?.value === 0
    })

    // Then each step has earned what the terms say, and paid its fees.
    const earned = await countedBy('keeper_lamports_earned_total')
    expect(earned).to.deep.equal({
      decide: 2 * DECIDE_REWARD + DECIDE_REWARD / 2,
      record: DECIDE_REWARD / 2,
      void: SETTLE_REWARD,
      settle: 8 * SETTLE_REWARD,
      close: 4 * 2 * SETTLE_REWARD,
    })
    const spent = await countedBy('keeper_lamports_spent_total')
    expect(spent).to.have.all.keys('decide', 'record', 'void', 'collect', 'settle', 'close')
    // Three transactions, and the three signatures of attestors in one of them.
    expect(spent.decide).to.be.within(6 * 5_000, 6 * 5_500)
    const change = (await lamportsOf(localnet.connection, payer.publicKey)) - before
    // The localnet's node does not charge the priority fee of transactions of version 1, which settle positions.
    const uncharged = (spent.settle ?? 0) - markets.length * 5_000
    expect(uncharged).to.be.within(1, 2_000)
    expect(sum(earned) - sum(spent) + uncharged).to.equal(Number(change))
  })
})

describe('the counts of markets', () => {
  it('are by state, with the oldest decision that is overdue, and decode nothing', async () => {
    const book = new MarketBook()
    const isDecided = { status: 'resolved', outcome: 'Yes', resolvedAt: 900n } as const
    const states = [
      { expireAt: 1_001n },
      { expireAt: 1_000n },
      { expireAt: 980n },
      // A recorded "not met" decides at the end of the proof window, one second later.
      { expireAt: 1_000n, condition: { type: 'event', timing: 'byExpiry' } as const },
      { ...isDecided, openPositions: 1 },
      { ...isDecided, feesDue: { burn: 0n, developer: 1n } },
      isDecided,
    ]
    for (const [index, state] of states.entries()) {
      const entry = book.put(market({ ...state, address: ADDRESSES[index] ?? expect.fail() }), 'Is it?', 1)
      Object.defineProperty(entry, 'market', { get: () => expect.fail('decoded') })
    }
    const { states: counts, oldestOverdue } = await countMarkets(book, 1_000n)
    expect(Object.fromEntries(counts)).to.deep.equal({ open: 2, overdue: 2, unpaid: 2, done: 1 })
    expect(oldestOverdue).to.equal(20)
    expect((await countMarkets(new MarketBook(), 1_000n)).oldestOverdue).to.equal(0)
  })
})
