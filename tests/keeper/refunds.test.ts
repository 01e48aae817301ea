import { findFeed } from '@prediction-market/sdk/feeds'
import { expect } from 'chai'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import { UnknownFeedError } from '../../app/src/prices/source.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  type Stake,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { positionRent } from '../helpers/keeper/seed.ts'
import { lamportsOf, type TestLocalnet, tokensOf } from '../helpers/localnet/index.ts'

describe('the keeper, where nobody can decide', () => {
  let localnet: TestLocalnet
  let keeper: Keeper

  before(async () => {
    localnet = await openLocalnet()
    // Its attestors are not there, and its price source knows no feed.
    const unknown = async (feed: string) => {
      throw new UnknownFeedError(feed)
    }
    keeper = await openKeeper(localnet, {
      prices: { latest: unknown, updateAt: unknown },
      attestorUrls: ['http://127.0.0.1:9'],
    })
  })

  after(async () => {
    await keeper.stop()
    await closeLocalnet(localnet)
  })

  for (const [what, currency] of [
    ['an event that no attestor speaks of', 'SOL'],
    ['a price that nobody knows', 'UTILITY'],
  ] as const) {
    it(`voids ${what} after the void delay and gives every stake back`, async () => {
      // Given a market that nothing can decide.
      const [first = expect.fail(), second = expect.fail()] = await givenWallets(localnet, 2, true)
      const feed = findFeed('SOL')?.id ?? expect.fail()
      const stakes: [Stake, Stake] = [
        { bettor: first, outcome: 'Yes', amount: 70_000_001n },
        { bettor: second, outcome: 'No', amount: 30_000_007n },
      ]
      const market = await givenMarket(localnet, {
        condition:
          currency === 'SOL'
            ? { type: 'event', timing: 'atExpiry' }
            : { type: 'price', feed, comparison: 'above', target: '1', timing: 'atExpiry' },
        currency,
        expiresIn: 100,
        stakes,
      })
      const { mint, address } = market
      const held = ({ bettor: { publicKey } }: Stake) =>
        mint ? tokensOf(localnet.connection, mint, publicKey) : lamportsOf(localnet.connection, publicKey)
      const before = await Promise.all(stakes.map(held))

      // When it has expired, and as long as a proof might come, it stays open.
      const voidAt = market.expireAt + BigInt(market.terms.voidDelay)
      await travelTo(localnet, voidAt - 5n)
      expect((await untilMarket(localnet, address, 'there', () => true)).status).to.equal('open')

      // Then it is void, and everyone has their stake back, and their rent.
      const refunded = await untilMarket(localnet, address, 'refunded', isPaidOut, 45_000)
      expect(refunded.status).to.equal('void')
      expect((refunded.resolvedAt ?? 0n) >= voidAt).to.equal(true)
      const after = await Promise.all(stakes.map(held))
      const gained = after.map((amount, index) => amount - (before[index] ?? 0n))
      const rent = mint ? 0n : await positionRent(localnet)
      expect(gained).to.deep.equal(stakes.map(({ amount }) => amount + rent))
    })
  }
})
