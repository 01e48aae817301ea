import { findPosition } from '@prediction-market/sdk/accounts'
import { claimPosition, voidMarket } from '@prediction-market/sdk/instructions'
import { expect } from 'chai'
import { lamportsOf } from '../../helpers/program/balances.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { closing } from '../../helpers/program/decided.ts'
import { eventsOf } from '../../helpers/program/expect.ts'
import { collection, readMarket, settlement } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import {
  ageStakes,
  givenPaid,
  givenWorker,
  REWARDS,
  TOUCH,
  type Worker,
} from '../../helpers/program/rewards.ts'
import { bet, givenBet, givenWallet, SOL, succeed, type World } from '../../helpers/program/world.ts'

const { decideReward, settleReward } = REWARDS

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`rewards of a market in ${name}`, () => {
    let world: World
    let worker: Worker

    before(async () => {
      world = await start({ settings: REWARDS })
    })

    beforeEach(() => {
      worker = givenWorker(world)
    })

    it('are paid in by creator and bettors, earned by each step, and what is left goes to the creator', async () => {
      // Given a market and two bettors, who pay the rewards above the rent of their accounts.
      const market = await givenPaid(world, worker, { currency: of(world) })
      const space = (await world.chain.account(market.address))?.data.length ?? 0
      const paidIn = (await lamportsOf(world.chain, market.address)) - (await world.chain.rent(space))
      expect(paidIn).to.equal(decideReward + 2n * settleReward)
      const [yes, no] = [
        await givenBet(world, market, 'Yes', unit),
        await givenBet(world, market, 'No', 2n * unit),
      ]
      const position = findPosition(market.address, yes.publicKey)
      const rent = await world.chain.rent(160)
      expect(await lamportsOf(world.chain, position)).to.equal(rent + settleReward)

      // A later bet in the same market pays no second one.
      await succeed(world, [bet(market, yes.publicKey, 'Yes', unit)], [yes])
      expect(await lamportsOf(world.chain, position)).to.equal(rent + settleReward)

      // When somebody takes all its steps, then each earns what it promises.
      await world.chain.warpTo(market.expireAt)
      expect(await worker.earn(resolution(market, priceFor(world, market)))).to.equal(decideReward)
      await succeed(world, [collection(world, market)])
      const owners = [yes.publicKey, no.publicKey]
      expect(await worker.earn(settlement(market, owners))).to.equal(2n * settleReward)
      expect(await worker.earn(closing(market))).to.equal(2n * settleReward)
      const creator = await lamportsOf(world.chain, market.creator.publicKey)
      expect(creator).to.equal(1_000n * SOL - decideReward - 2n * settleReward)
    })

    it('says in each event who earned how much', async () => {
      const market = await givenPaid(world, worker, { currency: of(world) })
      const yes = await givenBet(world, market, 'Yes', unit)
      const no = await givenBet(world, market, 'No', unit)
      await world.chain.warpTo(market.expireAt)
      const events = await eventsOf(
        world,
        [
          resolution(market, priceFor(world, market)),
          collection(world, market),
          settlement(market, [yes.publicKey, no.publicKey]),
          closing(market),
        ],
        [worker.key],
      )
      const earned = events.map(({ name: event, data }) => [event, 'reward' in data ? data.reward : null])
      expect(earned).to.deep.equal([
        ['MarketResolved', decideReward],
        ['FeesCollected', null],
        ['PositionSettled', settleReward],
        ['PositionSettled', settleReward],
        ['MarketClosed', 2n * settleReward],
      ])
      for (const { data } of events) if ('keeper' in data) expect(data.keeper).to.deep.equal(worker.address)
    })

    it('gives an owner who claims the reward of their own position back', async () => {
      const market = await givenPaid(world, worker, { currency: of(world) })
      const loser = givenWallet(world)
      const before = await lamportsOf(world.chain, loser.publicKey)
      await succeed(world, [bet(market, loser.publicKey, 'No', unit)], [loser])
      await givenBet(world, market, 'Yes', unit)
      await world.chain.warpTo(market.expireAt)
      await worker.earn(resolution(market, priceFor(world, market)))
      const claim = claimPosition({ owner: loser.publicKey, market: market.address, ...market.currency })
      const [event] = await eventsOf(world, claim, [loser])
      expect(event?.data).to.deep.include({ reward: 0n })
      const stake = market.currency ? 0n : unit
      expect(await lamportsOf(world.chain, loser.publicKey)).to.equal(before - stake)
    })

    it('are shared by whoever records "not met" and whoever decides by it', async () => {
      const market = await givenPaid(world, worker, {
        currency: of(world),
        condition: TOUCH,
        decideReward: 300_001n,
      })
      await givenBet(world, market, 'Yes', unit)
      await givenBet(world, market, 'No', unit)
      await ageStakes(world, market)
      await world.chain.warpTo(market.expireAt)
      const notMet = resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))
      expect(await worker.earn(notMet)).to.equal(150_000n)
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
      const other = givenWorker(world)
      expect(await other.earn(resolution({ ...market, keeper: other.address }))).to.equal(150_001n)
    })

    it('attack 87: are a settle reward for whoever voids a market, whatever is staked', async () => {
      const market = await givenPaid(world, worker, { currency: of(world) })
      await givenBet(world, market, 'Yes', unit)
      await givenBet(world, market, 'No', unit)
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay))
      const voiding = voidMarket({ keeper: worker.address, market: market.address })
      expect(await worker.earn(voiding)).to.equal(settleReward)
      expect((await readMarket(world, market)).status).to.equal('void')
    })
  })
}
