import { voidMarket } from '@prediction-market/sdk/instructions'
import { expect } from 'chai'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  givenChange,
  givenStakedChange,
  PRICE_250,
  priceFor,
  referenceFor,
  resolution,
} from '../../helpers/program/price.ts'
import {
  bet,
  givenBet,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('resolve_market by a change', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  it('records the price that it begins with, and decides by the price at expiry', async () => {
    const market = await givenStakedChange(world)
    const before = await readMarket(world, market)
    await world.chain.warpTo(market.referenceAt + 2n)
    const reference = {
      value: PRICE_250,
      exponent: -8,
      observedAt: market.referenceAt + 1n,
      isMet: false,
      hasValue: true,
    }
    const first = referenceFor(world, market, {
      publishTime: market.referenceAt + 1n,
      prevPublishTime: market.referenceAt - 1n,
    })
    expect(await eventsOf(world, resolution(market, first))).to.deep.equal([
      {
        name: 'ObservationRecorded',
        data: {
          market: market.address,
          sequence: before.sequence + 1,
          observation: reference,
          recordedAt: market.referenceAt + 2n,
          kind: 'reference',
          keeper: market.keeper,
          reward: 0n,
        },
      },
    ])
    expect(await readMarket(world, market)).to.deep.equal({
      ...before,
      reference,
      sequence: before.sequence + 1,
    })

    await world.chain.warpTo(market.expireAt + 1n)
    await succeed(world, [resolution(market, priceFor(world, market, { price: PRICE_250 + 1n }))])
    const decided = await readMarket(world, market)
    expect(decided).to.deep.include({ status: 'resolved', outcome: 'Yes', reference, latePeriod: 0n })
    expect(decided.observation).to.deep.include({ value: PRICE_250 + 1n, isMet: true })
  })

  // Of a price below, at and above the one that it begins with.
  const table = [
    ['above', ['No', 'No', 'Yes']],
    ['atLeast', ['No', 'Yes', 'Yes']],
    ['below', ['Yes', 'No', 'No']],
    ['atMost', ['Yes', 'Yes', 'No']],
  ] as const
  for (const [comparison, expected] of table) {
    it(`attack 69: decides '${comparison}' by the comparison, equal prices too`, async () => {
      for (const [index, price] of [PRICE_250 - 1n, PRICE_250, PRICE_250 + 1n].entries()) {
        const market = await givenStakedChange(world, { comparison })
        await world.chain.warpTo(market.referenceAt)
        await succeed(world, [resolution(market, referenceFor(world, market))])
        await world.chain.warpTo(market.expireAt)
        await succeed(world, [resolution(market, priceFor(world, market, { price }))])
        expect((await readMarket(world, market)).outcome, `${price}`).to.equal(expected[index])
      }
    })
  }

  // At least so many basis points above or below 250 dollars, without rounding; exponents may differ.
  const shares: [bps: number, price: bigint, exponent: number, outcome: 'Yes' | 'No'][] = [
    [500, 26_250_000_000n, -8, 'Yes'],
    [500, 26_249_999_999n, -8, 'No'],
    [-500, 23_750_000_000n, -8, 'Yes'],
    [-500, 23_749_999_999n, -8, 'No'],
    [1, 25_002_500_000n, -8, 'Yes'],
    [1, 25_002_499_999n, -8, 'No'],
    [0, 250n, 0, 'Yes'],
    [0, 249n, 0, 'No'],
    [0, 2_500_000_000_000n, -10, 'Yes'],
    [0, 2_499_999_999_999n, -10, 'No'],
    [1_000_000, 25_250n, 0, 'Yes'],
    [1_000_000, 25_249n, 0, 'No'],
    [-9_999, 25n, -3, 'Yes'],
    [-9_999, 24n, -3, 'No'],
  ]
  for (const [bps, price, exponent, outcome] of shares) {
    it(`decides ${outcome} by ${price}e${exponent} for a change of ${bps} basis points`, async () => {
      const market = await givenStakedChange(world, { comparison: 'atLeast', bps })
      await world.chain.warpTo(market.expireAt)
      const last = priceFor(world, market, { price, exponent })
      await succeed(world, [resolution(market, referenceFor(world, market), last)])
      expect((await readMarket(world, market)).outcome).to.equal(outcome)
    })
  }

  it('decides by both prices in one call, which records the first', async () => {
    const market = await givenStakedChange(world)
    await world.chain.warpTo(market.expireAt + 500n)
    const last = priceFor(world, market, { price: PRICE_250 - 1n })
    const events = await eventsOf(world, resolution(market, referenceFor(world, market), last))
    expect(events.map(({ name }) => name)).to.deep.equal(['ObservationRecorded', 'MarketResolved'])
    const decided = await readMarket(world, market)
    expect(decided).to.include({ outcome: 'No' })
    expect(decided.reference).to.deep.include({ value: PRICE_250, observedAt: market.referenceAt })
  })

  it('records and decides in one transaction by two calls', async () => {
    const market = await givenStakedChange(world)
    await world.chain.warpTo(market.expireAt)
    const last = priceFor(world, market, { price: PRICE_250 + 1n })
    await succeed(world, [resolution(market, referenceFor(world, market)), resolution(market, last)])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('takes both prices if somebody has recorded the first in between', async () => {
    const market = await givenStakedChange(world)
    await world.chain.warpTo(market.expireAt)
    const [first, last] = [referenceFor(world, market), priceFor(world, market, { price: PRICE_250 + 1n })]
    await succeed(world, [resolution(market, first), resolution(market, first, last)])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('is void if nobody counted on the answer, and says what it was', async () => {
    const market = await givenChange(world)
    await givenBet(world, market, 'No', SOL)
    await world.chain.warpTo(market.expireAt)
    const last = priceFor(world, market, { price: PRICE_250 + 1n })
    await succeed(world, [resolution(market, referenceFor(world, market), last)])
    expect(await readMarket(world, market)).to.include({ status: 'void', answer: 'Yes' })
  })

  it('attack 65: takes no bet once the reference is recorded, in the same transaction either', async () => {
    const market = await givenStakedChange(world)
    const bettor = givenWallet(world)
    const placing = bet(market, bettor.publicKey, 'Yes', SOL)
    // The chain's clock is behind: the price is public while betting is open.
    const { closeAt } = await readMarket(world, market)
    expect(closeAt).to.equal(market.referenceAt - 10n)
    await world.chain.warpTo(closeAt - 1n)
    const recording = resolution(market, referenceFor(world, market))
    await expectRefusal(world, 'MarketClosed', { instructions: [recording, placing], signers: [bettor] })
    await succeed(world, [placing, recording], [bettor])
    await expectRefusal(world, 'MarketClosed', { instructions: placing, signers: [bettor] })
    expect(await readMarket(world, market)).to.deep.include({
      status: 'open',
      pools: { Yes: 6n * SOL, No: 2n * SOL },
    })
  })

  it('attack 65: takes no bet from the margin before the reference on, recorded or not', async () => {
    const market = await givenStakedChange(world)
    const bettor = givenWallet(world)
    await world.chain.warpTo(market.referenceAt - 10n)
    await expectRefusal(world, 'MarketClosed', {
      instructions: bet(market, bettor.publicKey, 'Yes', SOL),
      signers: [bettor],
    })
  })

  it('attack 65: a bet of the last second counts, whichever way it ends', async () => {
    const market = await givenStakedChange(world)
    await world.chain.warpTo(market.referenceAt - 11n)
    await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(market.expireAt)
    const last = priceFor(world, market, { price: PRICE_250 + 1n })
    await succeed(world, [resolution(market, referenceFor(world, market), last)])
    expect(await readMarket(world, market)).to.deep.include({
      outcome: 'Yes',
      late: { Yes: 0n, No: 0n },
      pools: { Yes: 6n * SOL, No: 2n * SOL },
    })
  })

  it('attack 67: is decided by a reference that is shown only after expiry, until the void', async () => {
    const market = await givenStakedChange(world)
    const { terms } = await readMarket(world, market)
    await world.chain.warpTo(market.expireAt + BigInt(terms.voidDelay) - 1n)
    await succeed(world, [resolution(market, referenceFor(world, market))])
    await succeed(world, [resolution(market, priceFor(world, market))])
    expect((await readMarket(world, market)).outcome).to.equal('No')
  })

  it('attack 67: is void without a reference, and without a price at expiry', async () => {
    for (const isRecorded of [false, true]) {
      const market = await givenStakedChange(world)
      const { terms } = await readMarket(world, market)
      if (isRecorded) await succeed(world, [resolution(market, referenceFor(world, market))])
      else {
        const missing = resolution(market, priceFor(world, market))
        await world.chain.warpTo(market.expireAt)
        await expectRefusal(world, 'ObservationOutOfTime', { instructions: missing })
      }
      const voiding = voidMarket({ keeper: market.keeper, market: market.address })
      await world.chain.warpTo(market.expireAt + BigInt(terms.voidDelay) - 1n)
      await expectRefusal(world, 'TooEarlyToVoid', { instructions: voiding })
      await world.chain.warpTo(market.expireAt + BigInt(terms.voidDelay))
      const both = [referenceFor(world, market), priceFor(world, market)]
      await expectRefusal(world, 'DecisionTooLate', { instructions: resolution(market, ...both) })
      await succeed(world, [voiding])
      expect(await readMarket(world, market)).to.deep.include({ status: 'void', answer: null })
    }
  })
})
