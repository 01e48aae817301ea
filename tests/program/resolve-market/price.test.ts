import type { Comparison } from '@prediction-market/sdk/condition'
import { expect } from 'chai'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import {
  givenBet,
  givenMarket,
  PRICE_AT_EXPIRY,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('resolve_market by a price at expiry', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  /** A market about the price with stakes on both sides, five on Yes and two on No. */
  async function staked(condition: object = {}) {
    const market = await givenMarket(world, { condition: { ...PRICE_AT_EXPIRY, ...condition } })
    await givenBet(world, market, 'Yes', 5n * SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    return market
  }

  it('decides, sets the fees and stores the observation', async () => {
    const market = await staked()
    const before = await readMarket(world, market)
    await world.chain.warpTo(market.expireAt + 7n)
    const price = priceFor(world, market, { publishTime: market.expireAt + 3n, prevPublishTime: 0n })
    const observation = {
      value: PRICE_250,
      exponent: -8,
      observedAt: market.expireAt + 3n,
      isMet: true,
      hasValue: true,
    }
    const fees = { burn: SOL / 10n, developer: SOL / 10n }
    const decision = {
      outcome: 'Yes',
      observation,
      fees,
      resolvedAt: market.expireAt + 7n,
      late: { Yes: 0n, No: 0n },
      latePeriod: 0n,
      unmatched: 0n,
      sequence: before.sequence + 1,
    }

    expect(await eventsOf(world, resolution(market, price))).to.deep.equal([
      {
        name: 'MarketResolved',
        data: { ...decision, market: market.address, pools: before.pools, keeper: market.keeper, reward: 0n },
      },
    ])
    expect(await readMarket(world, market)).to.deep.equal({
      ...before,
      ...decision,
      status: 'resolved',
      answer: 'Yes',
      feesDue: fees,
    })
  })

  // Below, at and above the target of 250 dollars.
  const table: [Comparison, ['Yes' | 'No', 'Yes' | 'No', 'Yes' | 'No']][] = [
    ['above', ['No', 'No', 'Yes']],
    ['atLeast', ['No', 'Yes', 'Yes']],
    ['below', ['Yes', 'No', 'No']],
    ['atMost', ['Yes', 'Yes', 'No']],
  ]
  for (const [comparison, expected] of table) {
    it(`decides '${comparison}' at the boundary`, async () => {
      for (const [index, price] of [PRICE_250 - 1n, PRICE_250, PRICE_250 + 1n].entries()) {
        const market = await staked({ comparison })
        await world.chain.warpTo(market.expireAt)
        await succeed(world, [resolution(market, priceFor(world, market, { price }))])
        expect((await readMarket(world, market)).outcome, `${price}`).to.equal(expected[index])
      }
    })
  }

  // The same comparison, `above`, with different exponents.
  const exponents: [target: string, price: bigint, exponent: number, isAbove: boolean][] = [
    ['250', 250n, 0, false],
    ['250', 251n, 0, true],
    ['250', 2_500_000_000_000n, -10, false],
    ['250', 2_500_000_000_001n, -10, true],
    ['250', 25n, 1, false],
    ['250', 3n, 2, true],
    ['0.000000000000000000000000000001', 1n, -30, false],
    ['0.000000000000000000000000000001', 1n, -31, false],
    ['0.000000000000000000000000000001', 11n, -31, true],
    ['18446744073709551615', 2n ** 63n - 1n, 0, false],
    ['18446744073709551615', 2n ** 63n - 1n, 1, true],
    ['18446744073709551615000000000000000000000000000000', 2n ** 63n - 1n, 30, false],
    ['0', 1n, -2_147_483_648, true],
    ['18446744073709551615', 2n ** 63n - 1n, -2_147_483_648, false],
    ['18446744073709551615000000000000000000000000000000', 1n, 2_147_483_647, true],
  ]
  for (const [target, price, exponent, isAbove] of exponents) {
    it(`attack 4: compares ${price}e${exponent} with ${target} exactly`, async () => {
      const market = await staked({ comparison: 'above', target })
      await world.chain.warpTo(market.expireAt)
      await succeed(world, [resolution(market, priceFor(world, market, { price, exponent }))])
      expect((await readMarket(world, market)).outcome).to.equal(isAbove ? 'Yes' : 'No')
    })
  }

  it('takes the update for expiry at any clock time: the clock of the chain may be behind', async () => {
    const market = await staked()
    await world.chain.warpTo(market.expireAt - 1n)
    const early = priceFor(world, market, { publishTime: market.expireAt - 1n })
    await expectRefusal(world, 'NotExpired', { instructions: resolution(market, early) })
    await succeed(world, [resolution(market, priceFor(world, market))])
    expect(await readMarket(world, market)).to.include({ outcome: 'Yes', resolvedAt: market.expireAt - 1n })
  })

  it('decides until the second before it may be voided, and no longer', async () => {
    const market = await staked()
    const voidAt = market.expireAt + BigInt(world.settings.voidDelay)
    const price = priceFor(world, market)
    await world.chain.warpTo(voidAt)
    await expectRefusal(world, 'DecisionTooLate', { instructions: resolution(market, price) })
    await world.chain.warpTo(voidAt - 1n)
    await succeed(world, [resolution(market, price)])
    expect(await readMarket(world, market)).to.deep.include({ outcome: 'Yes', resolvedAt: voidAt - 1n })
  })

  it('refuses a second decision, with the same proof or another', async () => {
    const market = await staked()
    await world.chain.warpTo(market.expireAt)
    const price = priceFor(world, market)
    await expectRefusal(world, 'MarketDecided', {
      instructions: [resolution(market, price), resolution(market, price)],
    })
    await succeed(world, [resolution(market, price)])
    await expectRefusal(world, 'MarketDecided', { instructions: resolution(market, price) })
    const other = priceFor(world, market, { price: 1n })
    await expectRefusal(world, 'MarketDecided', { instructions: resolution(market, other) })
  })

  it('ignores further accounts', async () => {
    const market = await staked()
    await world.chain.warpTo(market.expireAt)
    const [price, other] = [priceFor(world, market), priceFor(world, market, { price: 1n })]
    await succeed(world, [resolution(market, price, other)])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })
})
