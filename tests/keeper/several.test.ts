import type { Fetched, Market } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { findFeed } from '@prediction-market/sdk/feeds'
import { NO_RECENT_STAKES } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import type { PricePoster, PriceSource } from '../../app/src/prices/source.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  passPeriods,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { expectPaid, owedTo, positionRent, type Seeded, seedPositions } from '../helpers/keeper/seed.ts'
import { lamportsOf, type TestLocalnet, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy } from '../helpers/localnet/rpc-proxy.ts'

const FEED = findFeed('SOL')?.id ?? expect.fail()

/** A market with so many positions, two of three on the side that wins. */
async function givenCrowd(localnet: TestLocalnet, count: number, expiresIn: number) {
  const [creator = expect.fail(), other = expect.fail()] = await givenWallets(localnet, 2)
  const market = await givenMarket(localnet, {
    condition: { type: 'price', feed: FEED, comparison: 'above', target: '0.01', timing: 'atExpiry' },
    expiresIn,
    stakes: [
      { bettor: creator, outcome: 'Yes', amount: 1_000_000_007n },
      { bettor: other, outcome: 'No', amount: 3_000_000_001n },
    ],
  })
  const seeded = await seedPositions(localnet, market, count, (index) => ({
    outcome: index % 3 === 0 ? 'No' : 'Yes',
    amount: 10_000_000n + BigInt(index),
  }))
  return { market, seeded }
}

/** Whether a market has paid what it owed, to the lamport. */
async function expectExact(localnet: TestLocalnet, market: Fetched<Market>, seeded: readonly Seeded[]) {
  await expectPaid(localnet, market, seeded, await positionRent(localnet))
  // The market is decided at expiry, so that no stake is late.
  const own = owedTo(market, { stakes: { Yes: 1_000_000_007n, No: 0n }, recent: NO_RECENT_STAKES })
  const due = seeded.reduce((sum, position) => sum + owedTo(market, position), own)
  expect(market.paid).to.equal(due)
}

describe('keepers', () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await openLocalnet()
  })

  after(() => closeLocalnet(localnet))

  it('pay everyone once when two work at once', async () => {
    const { market, seeded } = await givenCrowd(localnet, 200, 8)
    const { treasury } = LOCALNET_KEYS
    const fees = () =>
      Promise.all(
        [treasury.publicKey, findFeeVault()].map((address) => lamportsOf(localnet.connection, address)),
      )
    const [treasuryBefore = 0n, vaultBefore = 0n] = await fees()
    const [one, two] = [LOCALNET_KEYS.keepers.slice(0, 2), LOCALNET_KEYS.keepers.slice(2)]
    const keepers = await Promise.all([one, two].map((payers) => openKeeper(localnet, { payers })))
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    await Promise.all(keepers.map((keeper) => keeper.stop()))

    await expectExact(localnet, paid, seeded)
    const [treasuryAfter = 0n, vaultAfter = 0n] = await fees()
    expect(treasuryAfter - treasuryBefore).to.equal(paid.fees.developer)
    expect(vaultAfter - vaultBefore).to.equal(paid.fees.burn)
  })

  it('are not held up by a market whose proof never comes', async () => {
    // Given a source of prices that never answers about one feed.
    const silent = findFeed('BTC')?.id ?? expect.fail()
    const { prices } = localnet
    const source: PriceSource = {
      latest: (feed) => prices.latest(feed),
      updateAt: (feed, second) => (feed === silent ? new Promise(() => {}) : prices.updateAt(feed, second)),
    }
    const keeper = await openKeeper(localnet, { prices: source })
    const [bettor = expect.fail()] = await givenWallets(localnet, 1)
    const open = (feed: string) =>
      givenMarket(localnet, {
        condition: { type: 'price', feed, comparison: 'above', target: '0.01', timing: 'atExpiry' },
        expiresIn: 5,
        stakes: [{ bettor, outcome: 'Yes', amount: 50_000_000n }],
      })
    const stuck = await open(silent)
    const other = await open(FEED)
    await untilMarket(localnet, other.address, 'paid out', isPaidOut)
    expect((await untilMarket(localnet, stuck.address, 'there', () => true)).status).to.equal('open')
    await keeper.stop()
  })

  it('decide by a price that was out while none of them ran', async () => {
    const { prices } = localnet
    const feed = findFeed('ETH')?.id ?? expect.fail()
    const [yes = expect.fail(), no = expect.fail()] = await givenWallets(localnet, 2)
    await prices.set('ETH', '3000')
    const market = await givenMarket(localnet, {
      condition: { type: 'price', feed, comparison: 'above', target: '4000', timing: 'byExpiry' },
      expiresIn: 120,
      stakes: [
        { bettor: yes, outcome: 'Yes', amount: 50_000_000n },
        { bettor: no, outcome: 'No', amount: 50_000_000n },
      ],
    })
    await passPeriods(localnet, market)
    const touched = await prices.set('ETH', '5000')
    await prices.set('ETH', '3000')
    await travelTo(localnet, market.expireAt)
    const keeper = await openKeeper(localnet)
    const decided = await untilMarket(localnet, market.address, 'decided', ({ status }) => status !== 'open')
    expect(decided).to.include({ status: 'resolved', outcome: 'Yes' })
    expect(decided.observation?.observedAt).to.equal(BigInt(touched.publishTime))
    await keeper.stop()
  })

  it('decide by a price that was seen in time, though the one at expiry is recorded first', async () => {
    // Given a price that meets the condition, and cannot be posted before another one is recorded.
    const { prices } = localnet
    const feed = findFeed('JUP')?.id ?? expect.fail()
    const [yes = expect.fail(), no = expect.fail()] = await givenWallets(localnet, 2)
    await prices.set('JUP', '0.5')
    const market = await givenMarket(localnet, {
      condition: {
        type: 'price',
        feed,
        comparison: 'above',
        target: '1',
        timing: 'byExpiry',
      },
      expiresIn: 120,
      stakes: [
        { bettor: yes, outcome: 'Yes', amount: 50_000_000n },
        { bettor: no, outcome: 'No', amount: 50_000_000n },
      ],
    })
    await passPeriods(localnet, market)
    const isRecorded = async () => {
      const { observation } = await untilMarket(localnet, market.address, 'there', () => true)
      return observation !== null
    }
    let attempts = 0
    const unsignedPrices: PricePoster = {
      async post(update) {
        if (update.feedId !== feed) return prices.post(update)
        attempts += 1
        if (!(await isRecorded())) throw new Error('not yet')
        return prices.post(update)
      },
    }
    const seeing = await openKeeper(localnet, { unsignedPrices })
    await prices.set('JUP', '2')
    await until('the price to be seen', () => attempts > 0)
    await prices.set('JUP', '0.5')

    // When a keeper that has not seen it records the price at expiry.
    const latest = async () => expect.fail('It reads no latest prices')
    const blind = await openKeeper(localnet, {
      prices: { latest, updateAt: (id, second) => prices.updateAt(id, second) },
    })
    await travelTo(localnet, market.expireAt)

    // Then the market is decided by the earlier one all the same.
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    await Promise.all([seeing.stop(), blind.stop()])
    expect(paid.outcome).to.equal('Yes')
    expect(paid.observation?.isMet).to.equal(true)
    expect((paid.observation?.observedAt ?? 0n) < market.expireAt).to.equal(true)
    expect((paid.resolvedAt ?? 0n) >= market.expireAt).to.equal(true)
  })

  it('decide by the update for the expiry, though it is found only after the proof window', async () => {
    // Given a source that does not have the update for a second before the proof window has passed.
    const { prices } = localnet
    const feed = findFeed('ETH')?.id ?? expect.fail()
    const [yes = expect.fail(), no = expect.fail()] = await givenWallets(localnet, 2)
    const market = await givenMarket(localnet, {
      condition: { type: 'price', feed, comparison: 'above', target: '0.01', timing: 'atExpiry' },
      expiresIn: 120,
      stakes: [
        { bettor: yes, outcome: 'Yes', amount: 50_000_000n },
        { bettor: no, outcome: 'No', amount: 50_000_000n },
      ],
    })
    const windowEnd = market.expireAt + BigInt(market.terms.proofWindow)
    const keeper = await openKeeper(localnet, {
      prices: {
        latest: (id) => prices.latest(id),
        updateAt: async (id, second) =>
          BigInt(localnet.node.clock.now.unixSecond) < windowEnd ? null : prices.updateAt(id, second),
      },
    })

    // When the window has passed, it asks by that second.
    await travelTo(localnet, windowEnd - 2n)
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    await keeper.stop()
    expect(paid.outcome).to.equal('Yes')
    expect(paid.observation?.observedAt).to.equal(market.expireAt)
    expect((paid.resolvedAt ?? 0n) >= windowEnd).to.equal(true)
  })

  it('go on with the next payer when one has nothing left', async () => {
    const payers = [Keypair.generate(), ...LOCALNET_KEYS.keepers.slice(0, 1)]
    const keeper = await openKeeper(localnet, { payers })
    const { market, seeded } = await givenCrowd(localnet, 30, 6)
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    await expectExact(localnet, paid, seeded)
    await keeper.stop()
  })

  it('attack 24: lose no payout to a node that drops, delays, errs and lags', async () => {
    const { market, seeded } = await givenCrowd(localnet, 150, 5)
    // Of 50 calls one is never answered, three fail in each of five ways, and the others pass.
    const bad: Fate[] = ['cut', 'lose', 'fail', 'refuse', 'lag']
    const fates: Fate[] = [...bad, ...bad, ...bad, 'hang', ...Array<Fate>(34).fill('pass')]
    let calls = 0
    const proxy = await openRpcProxy({
      node: localnet.node,
      async fate() {
        calls += 1
        // 17 and 50 have no common divisor: every fate comes once in 50 calls, far from others of its kind.
        const fate = fates[(calls * 17) % fates.length] as Fate
        if (calls % 2 === 0) await new Promise((resolve) => setTimeout(resolve, (calls * 7) % 800))
        return fate
      },
    })
    const cutting = setInterval(() => proxy.cutSockets(), 2_000)
    try {
      // It may not even start at the first attempt.
      const keeper = await until('a keeper to start', () =>
        openKeeper(localnet, { nodes: [proxy] }).catch(() => null),
      )
      const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
      await keeper.stop()
      await expectExact(localnet, paid, seeded)
      for (const fate of bad) expect(proxy.fates.get(fate), fate).to.be.greaterThan(0)
    } finally {
      clearInterval(cutting)
      await proxy.close()
    }
  })
})
