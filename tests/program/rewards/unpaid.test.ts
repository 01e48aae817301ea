import { findEscrow } from '@prediction-market/sdk/accounts'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { lamportGains, lamportsOf } from '../../helpers/program/balances.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { closing } from '../../helpers/program/decided.ts'
import { eventsOf } from '../../helpers/program/expect.ts'
import { collection, settlement } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import {
  ageStakes,
  givenPaid,
  givenWorker,
  REWARDS,
  TOUCH,
  type Worker,
} from '../../helpers/program/rewards.ts'
import { type GivenMarket, givenBet, SOL, succeed, type World } from '../../helpers/program/world.ts'

const { decideReward, settleReward } = REWARDS

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`rewards of a market in ${name} that cannot be paid`, () => {
    let world: World
    let owners: PublicKey[]

    beforeEach(async () => {
      world = await start({ settings: REWARDS })
    })

    /** A market with stakes on both sides, whose steps `worker` takes. */
    async function givenStaked(worker: Worker, options: Parameters<typeof givenPaid>[2] = {}) {
      const market = await givenPaid(world, worker, { currency: of(world), ...options })
      const [yes, no] = [
        await givenBet(world, market, 'Yes', 10n * unit),
        await givenBet(world, market, 'No', 10n * unit),
      ]
      owners = [yes.publicKey, no.publicKey]
      return market
    }

    const deciding = async (market: GivenMarket) => {
      await world.chain.warpTo(market.expireAt)
      return resolution(market, priceFor(world, market))
    }

    it('attack 62: no step fails for a keeper whose account cannot take so little', async () => {
      // Given a keeper without lamports.
      const poor = givenWorker(world, 0n)
      const market = await givenStaked(poor)
      expect(await poor.earn(await deciding(market))).to.equal(0n)
      await succeed(world, [collection(world, market)])

      // Then the reward of a position goes to its owner, and those of the market to its creator.
      expect(await poor.earn(settlement(market, owners))).to.equal(0n)
      const [, loser] = owners as [PublicKey, PublicKey]
      expect(await lamportsOf(world.chain, loser)).to.equal(
        1_000n * SOL - (market.currency ? 0n : 10n * unit),
      )
      expect(await poor.earn(closing(market))).to.equal(0n)
      expect(await lamportsOf(world.chain, market.creator.publicKey)).to.equal(1_000n * SOL)
    })

    it('attack 62: a rent that rises above what is there keeps the reward, and stops no step', async () => {
      const worker = givenWorker(world)
      const market = await givenStaked(worker)
      await world.chain.changeRent(1.1)
      const [event] = await eventsOf(world, await deciding(market), [worker.key])
      expect(event?.name).to.equal('MarketResolved')
      expect(event?.data).to.deep.include({ reward: 0n })

      // Positions are closed, so their rent does not matter; nor does the market's once it is closed.
      expect(await worker.earn(settlement(market, owners))).to.equal(2n * settleReward)
      const ending = [collection(world, market), closing(market)]
      expect(await worker.earn(ending)).to.equal(2n * settleReward)
      expect(await lamportsOf(world.chain, market.creator.publicKey)).to.equal(
        1_000n * SOL - 2n * settleReward,
      )
    })

    it('attack 61: a reward for recording that stayed for the rent is left for the decision, never taken of the escrow', async () => {
      const worker = givenWorker(world)
      const market = await givenStaked(worker, { condition: TOUCH })
      await ageStakes(world, market)
      await world.chain.changeRent(1.1)
      await world.chain.warpTo(market.expireAt)
      const escrow = findEscrow(market.address)
      const notMet = resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))
      const gains = await lamportGains(world.chain, { escrow, market: market.address }, async () => {
        expect(await worker.earn(notMet)).to.equal(0n)
      })
      expect(gains).to.deep.equal({ escrow: 0n, market: 0n })

      // Once there is enough again, deciding earns all of it: recording has earned nothing.
      await world.chain.changeRent(1 / 1.1)
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
      expect(await worker.earn(resolution(market))).to.equal(decideReward)
    })
  })
}
