import { voidMarket } from '@prediction-market/sdk/instructions'
import { PRICE_BITS } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import { givenBuyer, givenForSale, purchase } from '../../helpers/program/auction.ts'
import { tokenGains } from '../../helpers/program/balances.ts'
import { walletTokens } from '../../helpers/program/bankroll.ts'
import { readFeeVault } from '../../helpers/program/config.ts'
import { closing } from '../../helpers/program/decided.ts'
import { collection, settlement } from '../../helpers/program/market.ts'
import { givenChange, PRICE_250, priceFor, referenceFor, resolution } from '../../helpers/program/price.ts'
import {
  crossing,
  givenLopsided,
  givenPaid,
  givenWorker,
  PERIOD,
  REWARDS,
  settled,
  TOUCH,
} from '../../helpers/program/rewards.ts'
import {
  bet,
  givenBet,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

// Number for number.

describe('the examples of docs/program.md: money', () => {
  let world: World

  describe('of rewards', () => {
    before(async () => {
      world = await startWorld({ settings: REWARDS })
    })

    for (const [text, stakes, earned, back] of [
      ['1 SOL against 2', [SOL, 2n * SOL], 300_000n, 0n],
      ['1 SOL against 0.001', [SOL, SOL / 1_000n], 50_000n, 250_000n],
      ['1 SOL alone', [SOL], 5_000n, 295_000n],
      ['1 SOL against 2, and a void', [SOL, 2n * SOL], 5_000n, 295_000n],
    ] as const) {
      it(`${text}: the decision earns ${earned} lamports`, async () => {
        const worker = givenWorker(world)
        const market = await givenPaid(world, worker)
        const bettors = [await givenBet(world, market, 'Yes', stakes[0])]
        if (stakes[1]) bettors.push(await givenBet(world, market, 'No', stakes[1]))
        const owners = bettors.map(({ publicKey }) => publicKey)
        const isVoid = text.endsWith('void')
        await world.chain.warpTo(market.expireAt + (isVoid ? 86_400n : 0n))
        const voiding = voidMarket({ keeper: worker.address, market: market.address })
        const ending = isVoid ? voiding : resolution(market, priceFor(world, market))
        expect(await worker.earn(ending)).to.equal(earned)
        expect(await worker.earn(settlement(market, owners))).to.equal(5_000n * BigInt(owners.length))
        if (stakes[1] && !isVoid) await succeed(world, [collection(world, market)])
        expect(await worker.earn(closing(market))).to.equal(10_000n)
        const creator = (await world.chain.account(market.creator.publicKey))?.lamports
        expect(creator).to.equal(1_000n * SOL - 310_000n + back)
      })
    }
  })

  it('of "not met", counted without recent stakes: 100,000 lamports, and 200,000 for No', async () => {
    world = await startWorld({ settings: REWARDS })
    const worker = givenWorker(world)
    const market = await givenPaid(world, worker, { condition: TOUCH })
    await givenBet(world, market, 'Yes', SOL)
    await givenBet(world, market, 'No', SOL / 250n)
    await world.chain.warpTo(market.expireAt - 4n * PERIOD - 1n)
    await givenBet(world, market, 'No', SOL)
    await world.chain.warpTo(market.expireAt)
    const notMet = priceFor(world, market, { price: PRICE_250 - 1n })
    expect(await worker.earn(resolution(market, notMet))).to.equal(100_000n)
    await world.chain.warpTo(market.expireAt + 600n)
    expect(await worker.earn(resolution(market))).to.equal(200_000n)
  })

  it('of a reward stake of 6 UTILITY: 10 against 3 earn 150,000 lamports', async () => {
    world = await startWorld({ settings: REWARDS })
    const worker = givenWorker(world)
    const market = await givenPaid(world, worker, { currency: world.utility, rewardStake: 6n * UTILITY })
    await givenBet(world, market, 'Yes', 10n * UTILITY)
    await givenBet(world, market, 'No', 3n * UTILITY)
    await world.chain.warpTo(market.expireAt)
    expect(await worker.earn(resolution(market, priceFor(world, market)))).to.equal(150_000n)
  })

  for (const [maxRatio, cents, paid] of [
    [125, 0n, [998_750_000n, 2_125_000n]],
    [125, 1n, [1_000_900_000n, 0n]],
    [0, 0n, [0n, 901_000_000n]],
  ] as const) {
    it(`of a largest ratio of ${maxRatio}: A and B get ${paid.join(' and ')} lamports`, async () => {
      world = await startWorld()
      const market = await givenChange(world, { maxRatio })
      const a = await givenBet(world, market, 'Yes', SOL)
      await world.chain.warpTo(market.referenceAt - 11n)
      const b = await givenBet(world, market, 'No', SOL / 1_000n)
      await world.chain.warpTo(market.expireAt)
      const last = priceFor(world, market, { price: PRICE_250 + cents })
      await succeed(world, [resolution(market, referenceFor(world, market), last)])
      expect(await settled(world, market, [a, b])).to.deep.equal(paid)
    })
  }

  describe('of late stakes', () => {
    before(async () => {
      world = await startWorld()
    })

    it('A wins 91 SOL; C, D and E get their stakes back', async () => {
      const market = await givenLopsided(world)
      const crossed = market.createdAt + 1_000n
      await world.chain.warpTo(crossed - PERIOD)
      const d = await givenBet(world, market, 'No', 900n * SOL)
      await world.chain.warpTo(crossed + PERIOD)
      const e = await givenBet(world, market, 'No', 10n * SOL)
      const c = givenWallet(world)
      const placing = bet(market, c.publicKey, 'Yes', 100n * SOL)
      await succeed(world, [placing, crossing(world, market, crossed)], [c])
      const paid = await settled(world, market, [market.honest, market.loser, c, d, e])
      expect(paid).to.deep.equal([91n * SOL, 0n, 100n * SOL, 900n * SOL, 10n * SOL])
    })

    it('had D staked one period earlier, A would get 901 SOL', async () => {
      const market = await givenLopsided(world)
      const crossed = market.createdAt + 1_000n
      await world.chain.warpTo(crossed - 2n * PERIOD)
      const d = await givenBet(world, market, 'No', 900n * SOL)
      await world.chain.warpTo(crossed)
      await succeed(world, [crossing(world, market, crossed)])
      expect(await settled(world, market, [market.honest, d])).to.deep.equal([901n * SOL, 0n])
    })
  })

  describe('of burning', () => {
    beforeEach(async () => {
      world = await startWorld({ auction: { firstPrice: 1_000n * UTILITY } })
    })

    for (const [text, bought, cost, price, floor] of [
      ['a whole lot', 2n * SOL, 2_000n * UTILITY, 2_000_000_000n, 250_000_000n],
      ['0.01 SOL', SOL / 100n, 10n * UTILITY, 1_005_000_000n, 628_125n],
    ] as const) {
      it(`with 32 SOL for sale, ${text} costs ${cost / UTILITY} UTILITY`, async () => {
        const { pricedAt } = await givenForSale(world, 32n * SOL)
        await world.chain.warpToSlot(pricedAt)
        const buyer = givenBuyer(world)
        const wallet = walletTokens(world, buyer.publicKey)
        const buying = purchase(world, buyer.publicKey, bought)
        const spent = await tokenGains(world.chain, { wallet }, () => succeed(world, [buying], [buyer]))
        expect(spent.wallet).to.equal(-cost)
        const after = (await readFeeVault(world)).price
        expect([after.value >> PRICE_BITS, after.floor >> PRICE_BITS]).to.deep.equal([price, floor])
      })
    }
  })
})
