import { voidMarket } from '@prediction-market/sdk/instructions'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { lamportsOf } from '../../helpers/program/balances.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { closing } from '../../helpers/program/decided.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { collection, readMarket, settlement } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import {
  ageStakes,
  crossing,
  givenPaid,
  givenWorker,
  REWARDS,
  TOUCH,
  type Worker,
} from '../../helpers/program/rewards.ts'
import {
  bet,
  type GivenMarket,
  givenBet,
  givenWallet,
  SOL,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

const { decideReward, settleReward } = REWARDS

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`farming rewards of markets in ${name}`, () => {
    let world: World
    let worker: Worker

    before(async () => {
      world = await start({ settings: { ...REWARDS, minimumStakeSol: 1n, minimumStakeUtility: 1n } })
    })

    beforeEach(() => {
      worker = givenWorker(world)
    })

    const opened = (options: Parameters<typeof givenPaid>[2] = {}) =>
      givenPaid(world, worker, { currency: of(world), ...options })

    /** What deciding at expiry earns. */
    async function decided(market: GivenMarket): Promise<bigint> {
      await world.chain.warpTo(market.expireAt)
      return worker.earn(resolution(market, priceFor(world, market)))
    }

    it('attack 62: an empty market earns nothing for its decision, its void or its end', async () => {
      for (const isVoided of [false, true]) {
        const market = await opened()
        if (isVoided) {
          await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay))
          const voiding = voidMarket({ keeper: worker.address, market: market.address })
          expect(await worker.earn(voiding)).to.equal(0n)
        } else {
          expect(await decided(market)).to.equal(0n)
        }
        expect(await worker.earn(closing(market))).to.equal(0n)
        expect(await lamportsOf(world.chain, market.creator.publicKey)).to.equal(1_000n * SOL)
      }
    })

    it('attack 62: an empty market earns nothing for what is recorded', async () => {
      const market = await opened({ condition: TOUCH })
      await world.chain.warpTo(market.expireAt)
      const notMet = resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))
      expect(await worker.earn(notMet)).to.equal(0n)
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
      expect(await worker.earn(resolution(market))).to.equal(0n)
    })

    it('attack 62: stakes on one side only earn one settle reward, and no more than was offered', async () => {
      for (const [offered, earned] of [
        [decideReward, settleReward],
        [settleReward - 1n, settleReward - 1n],
        [0n, 0n],
      ] as const) {
        for (const side of ['Yes', 'No'] as const) {
          const market = await opened({ decideReward: offered })
          await givenBet(world, market, side, 10n * unit)
          expect(await decided(market)).to.equal(earned)
        }
      }
      const market = await opened()
      await givenBet(world, market, 'No', 10n * unit)
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay))
      const voiding = voidMarket({ keeper: worker.address, market: market.address })
      expect(await worker.earn(voiding)).to.equal(settleReward)
    })

    it('attack 62: late stakes make no second side', async () => {
      // Given stakes that count on No, and one on Yes in the transaction that shows the crossing.
      const market = await opened({ condition: TOUCH })
      await givenBet(world, market, 'No', 10n * unit)
      const crossed = market.createdAt + 1_000n
      await world.chain.warpTo(crossed)
      const farmer = givenWallet(world)
      const placing = bet(market, farmer.publicKey, 'Yes', 10n * unit)
      const earned = await worker.earn([placing, crossing(world, market, crossed)], [farmer])
      expect(earned).to.equal(settleReward)
      expect((await readMarket(world, market)).status).to.equal('void')
    })

    it('attacks 62, 86, 88: dust on one side earns at most its burn share, in UTILITY by the reward stake', async () => {
      const rewardStake = of(world) ? { rewardStake: 6_000_000n } : {}
      // The smaller stake, and what deciding then earns at 5 %: at least a settle reward.
      for (const [smaller, earned] of [
        [9n, settleReward],
        [100_000n, settleReward],
        [200_000n, 10_000n],
        [5_999_999n, 299_999n],
        [6_000_000n, decideReward],
      ] as const) {
        const market = await opened(rewardStake)
        await givenBet(world, market, 'Yes', 10n * unit)
        await givenBet(world, market, 'No', smaller)
        expect(await decided(market), `${smaller}`).to.equal(earned)
      }
    })

    it('attack 88: without a burn share nothing but a settle reward is earned, whatever is staked', async () => {
      const free = await start({ settings: { ...REWARDS, burnBps: 0, developerBps: 1_000 } })
      const keeper = givenWorker(free)
      const market = await givenPaid(free, keeper, { currency: of(free) })
      await givenBet(free, market, 'Yes', 100n * unit)
      await givenBet(free, market, 'No', 100n * unit)
      await free.chain.warpTo(market.expireAt)
      expect(await keeper.earn(resolution(market, priceFor(free, market)))).to.equal(settleReward)
    })

    it('attack 89: stakes that a crossing could still return earn nothing for recording "not met"', async () => {
      // Given a crossing that nobody shows, and stakes on both sides after it.
      const market = await opened({ condition: TOUCH })
      const crossed = market.createdAt + 1_000n
      await world.chain.warpTo(crossed)
      await givenBet(world, market, 'Yes', 10n * unit)
      await givenBet(world, market, 'No', 10n * unit)
      await world.chain.warpTo(market.expireAt)

      // When "not met" is recorded, and then the crossing is shown: everything goes back.
      const notMet = resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))
      expect(await worker.earn(notMet)).to.equal(0n)
      expect(await worker.earn(crossing(world, market, crossed))).to.equal(settleReward)
      expect((await readMarket(world, market)).status).to.equal('void')
    })

    it('attack 62: whoever records and never decides leaves the other half to somebody else', async () => {
      const market = await opened({ condition: TOUCH })
      await givenBet(world, market, 'Yes', 10n * unit)
      await givenBet(world, market, 'No', 10n * unit)
      await ageStakes(world, market)
      await world.chain.warpTo(market.expireAt)
      const notMet = () => resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))
      expect(await worker.earn(notMet())).to.equal(decideReward / 2n)
      await expectRefusal(world, 'NotDecidableYet', { instructions: notMet(), signers: [worker.key] })
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.feedVoidDelay))
      const other = givenWorker(world)
      const voiding = voidMarket({ keeper: other.address, market: market.address })
      expect(await other.earn(voiding)).to.equal(decideReward / 2n)
    })

    it('attack 62: who opens, bets on both sides, decides and settles gains nothing', async () => {
      // Given one person with four wallets, who plays all parts of a market with the largest reward.
      const bettors = [givenWallet(world), givenWallet(world)] as [Keypair, Keypair]
      const creator = givenWallet(world)
      const wallets = [creator, ...bettors, worker.key].map(({ publicKey }) => publicKey)
      const sum = async () => {
        let lamports = 0n
        for (const wallet of wallets) lamports += await lamportsOf(world.chain, wallet)
        return lamports
      }
      const before = await sum()
      const market = await opened({ creator, decideReward: SOL })
      await succeed(world, [bet(market, bettors[0].publicKey, 'Yes', 100n * unit)], [bettors[0]])
      await succeed(world, [bet(market, bettors[1].publicKey, 'No', 100n * unit)], [bettors[1]])
      expect(await decided(market)).to.equal(SOL)
      await succeed(world, [collection(world, market)])
      const owners = bettors.map(({ publicKey }) => publicKey)
      await worker.earn(settlement(market, owners))
      await worker.earn(closing(market))

      // Then all that has changed is the fees of the losing side.
      expect(before - (await sum())).to.equal(market.currency ? 0n : 10n * unit)
    })
  })
}
