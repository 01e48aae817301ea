import { type Fetched, findFeed, findFeeVault, type Market, positionPayout } from '@prediction-market/sdk'
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
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { expectPaid, POSITION_RENT, type Seeded, seedPositions } from '../helpers/keeper/seed.ts'
import { lamportsOf, type TestLocalnet, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy } from '../helpers/localnet/rpc-proxy.ts'

const FEED = findFeed('SOL')?.id ?? expect.fail()

/** A market with so many positions, two of three on the side that wins. */
async function givenCrowd(localnet: TestLocalnet, count: number) {
  const [creator = expect.fail(), other = expect.fail()] = await givenWallets(localnet, 2)
  const market = await givenMarket(localnet, {
    condition: { type: 'price', feed: FEED, comparison: 'above', target: '0.01', timing: 'atExpiry' },
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
  await expectPaid(localnet, market, seeded, POSITION_RENT)
  const { pools, outcome, terms } = market
  const own = positionPayout([1_000_000_007n, 0n], pools, outcome, terms)
  const due = seeded.reduce((sum, { stakes }) => sum + positionPayout(stakes, pools, outcome, terms), own)
  expect(market.paid).to.equal(due)
}

describe('keepers', () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await openLocalnet()
  })

  after(() => closeLocalnet(localnet))

  it('pay everyone once when two work at once', async function () {
    this.timeout(90_000)
    const { market, seeded } = await givenCrowd(localnet, 200)
    const { treasury } = LOCALNET_KEYS
    const fees = () =>
      Promise.all(
        [treasury.publicKey, findFeeVault()].map((address) => lamportsOf(localnet.connection, address)),
      )
    const [treasuryBefore = 0n, vaultBefore = 0n] = await fees()
    const [one, two] = [LOCALNET_KEYS.keepers.slice(0, 2), LOCALNET_KEYS.keepers.slice(2)]
    const keepers = await Promise.all([one, two].map((payers) => openKeeper(localnet, { payers })))
    await travelTo(localnet, market.expireAt)
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut, 60_000)
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
        stakes: [{ bettor, outcome: 'Yes', amount: 50_000_000n }],
      })
    const stuck = await open(silent)
    const other = await open(FEED)
    await travelTo(localnet, other.expireAt)
    await untilMarket(localnet, other.address, 'paid out', isPaidOut)
    expect((await untilMarket(localnet, stuck.address, 'there', () => true)).status).to.equal('open')
    await keeper.stop()
  })

  it('decide by a price that was seen in time, though it reaches the chain only after expiry', async () => {
    // Given a price that meets the condition, and nobody can post before the market expires.
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
      stakes: [
        { bettor: yes, outcome: 'Yes', amount: 50_000_000n },
        { bettor: no, outcome: 'No', amount: 50_000_000n },
      ],
    })
    const posted: boolean[] = []
    const unsignedPrices: PricePoster = {
      async post(update) {
        if (update.feedId !== feed) return prices.post(update)
        posted.push(BigInt(localnet.node.clock.now.unixSecond) > market.expireAt)
        if (!posted.at(-1)) throw new Error('not before expiry')
        return prices.post(update)
      },
    }
    const keeper = await openKeeper(localnet, { unsignedPrices })
    await prices.set('JUP', '2')
    await until('the price to be seen', () => posted.length > 0)
    await prices.set('JUP', '0.5')
    await travelTo(localnet, market.expireAt + 1n)
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    await keeper.stop()
    expect(paid.outcome).to.equal('Yes')
    expect((paid.observation?.observedAt ?? 0n) <= market.expireAt).to.equal(true)
    expect(posted[0], 'seen before expiry').to.equal(false)
  })

  it('go on with the next payer when one has nothing left', async () => {
    const payers = [Keypair.generate(), ...LOCALNET_KEYS.keepers.slice(0, 1)]
    const keeper = await openKeeper(localnet, { payers })
    const { market, seeded } = await givenCrowd(localnet, 30)
    await travelTo(localnet, market.expireAt)
    const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut)
    await expectExact(localnet, paid, seeded)
    await keeper.stop()
  })

  it('lose no payout to a node that drops, delays, errs and lags', async function () {
    this.timeout(150_000)
    const { market, seeded } = await givenCrowd(localnet, 150)
    await travelTo(localnet, market.expireAt)
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
      const keeper = await until(
        'a keeper to start',
        () => openKeeper(localnet, { nodes: [proxy] }).catch(() => null),
        60_000,
      )
      const paid = await untilMarket(localnet, market.address, 'paid out', isPaidOut, 120_000)
      await keeper.stop()
      await expectExact(localnet, paid, seeded)
      for (const fate of bad) expect(proxy.fates.get(fate), fate).to.be.greaterThan(0)
    } finally {
      clearInterval(cutting)
      await proxy.close()
    }
  })
})
