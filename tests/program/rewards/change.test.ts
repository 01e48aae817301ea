import { voidMarket } from '@prediction-market/sdk/instructions'
import { expect } from 'chai'
import { type GivenChange, givenChange, referenceFor } from '../../helpers/program/change.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { priceFor, resolution } from '../../helpers/program/price.ts'
import { givenWorker, REWARDS, type Worker } from '../../helpers/program/rewards.ts'
import { givenBet, type World } from '../../helpers/program/world.ts'

const { decideReward, settleReward } = REWARDS

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
  })
}
