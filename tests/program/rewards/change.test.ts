import { cancelMarket, voidMarket } from '@prediction-market/sdk/instructions'
import { expect } from 'chai'
import { lamportsOf } from '../../helpers/program/balances.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { closing } from '../../helpers/program/decided.ts'
import { collection, settlement } from '../../helpers/program/market.ts'
import {
  type GivenChange,
  givenChange,
  priceFor,
  referenceFor,
  resolution,
} from '../../helpers/program/price.ts'
import { givenWorker, REWARDS, type Worker } from '../../helpers/program/rewards.ts'
import { givenBet, SOL, succeed, type World } from '../../helpers/program/world.ts'

const { decideReward, settleReward } = REWARDS

/** Base units: 0.001 SOL. */
const SMALLEST = 1_000_000n

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`rewards of a change in ${name}`, () => {
    let world: World
    let worker: Worker

    before(async () => {
      world = await start({ settings: REWARDS })
    })

    beforeEach(() => {
      worker = givenWorker(world)
    })

    /** A market whose steps the worker takes, with a stake on each of these sides. */
    async function open(...sides: ('Yes' | 'No')[]): Promise<GivenChange> {
      const market = await givenChange(world, { currency: of(world), decideReward })
      for (const side of sides) await givenBet(world, market, side, 10n * unit)
      return { ...market, keeper: worker.address }
    }

    const record = (market: GivenChange) => resolution(market, referenceFor(world, market))
    const decide = (market: GivenChange) => resolution(market, priceFor(world, market))

    it('attack 61: pay a settle reward for the first price, and the rest for the decision', async () => {
      const market = await open('Yes', 'No')
      await world.chain.warpTo(market.referenceAt)
      expect(await worker.earn(record(market))).to.equal(settleReward)
      await world.chain.warpTo(market.expireAt)
      expect(await worker.earn(decide(market))).to.equal(decideReward - settleReward)
    })

    it('attack 61: pay all of it for both prices in one call, and in one transaction', async () => {
      const [one, two] = [await open('Yes', 'No'), await open('Yes', 'No')]
      await world.chain.warpTo(one.expireAt)
      const both = resolution(one, referenceFor(world, one), priceFor(world, one))
      expect(await worker.earn(both)).to.equal(decideReward)
      expect(await worker.earn([record(two), decide(two)])).to.equal(decideReward)
    })

    it('attack 87: pay one settle reward more for voiding it, if no price follows', async () => {
      const market = await open('Yes', 'No')
      await world.chain.warpTo(market.referenceAt)
      await worker.earn(record(market))
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay))
      const voiding = voidMarket({ keeper: worker.address, market: market.address })
      expect(await worker.earn(voiding)).to.equal(settleReward)
    })

    it('pay a settle reward in all where one side has stakes, and nothing where none has', async () => {
      const [one, none] = [await open('No'), await open()]
      await world.chain.warpTo(one.expireAt)
      expect(await worker.earn(record(one))).to.equal(0n)
      expect(await worker.earn(decide(one))).to.equal(settleReward)
      expect(await worker.earn([record(none), decide(none)])).to.equal(0n)
    })

    // As docs/operations.md has it. The smallest stake in SOL burns 50,000 lamports.
    for (const [text, stakes, cost] of [
      ['without bets', [], 0n],
      ['with bets on one side, three settle rewards', [SMALLEST], 15_000n],
      name === 'SOL'
        ? ['with the smallest bets on both sides, what they burn', [SMALLEST, SMALLEST], 60_000n]
        : ['with half the reward stake on both sides, half', [3n * unit, 3n * unit], 160_000n],
      ['with more on both sides, all rewards', [100n * unit, 10n * unit], 310_000n],
    ] as [string, bigint[], bigint][]) {
      it(`attack 62: a round ${text}: the opener loses ${cost} lamports`, async () => {
        const rewardStake = of(world) ? { rewardStake: 6n * unit } : {}
        const given = await givenChange(world, { currency: of(world), decideReward, ...rewardStake })
        const market = { ...given, keeper: worker.address }
        const bettors = []
        for (const [index, stake] of stakes.entries()) {
          bettors.push(await givenBet(world, market, index === 0 ? 'Yes' : 'No', stake))
        }
        await world.chain.warpTo(market.expireAt)
        if (bettors.length === 0) {
          const cancelling = { creator: market.creator.publicKey, market: market.address, ...market.currency }
          await succeed(world, [cancelMarket(cancelling)], [market.creator])
        } else {
          const owners = bettors.map(({ publicKey }) => publicKey)
          await worker.earn([record(market), decide(market)])
          if (bettors.length > 1) await succeed(world, [collection(world, market)])
          await worker.earn([settlement(market, owners), closing(market)])
        }
        expect(1_000n * SOL - (await lamportsOf(world.chain, market.creator.publicKey))).to.equal(cost)
      })
    }
  })
}
