import { expect } from 'chai'
import { type PriceUpdate, PYTH_RECEIVERS } from '../../helpers/oracle/pyth.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  type GivenChange,
  givenStakedChange,
  PRICE_250,
  priceFor,
  referenceFor,
  resolution,
} from '../../helpers/program/price.ts'
import { startWorld, succeed, type World } from '../../helpers/program/world.ts'

const OTHER_FEED = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43'

describe('resolve_market by the prices of a change', () => {
  let world: World
  let market: GivenChange

  before(async () => {
    world = await startWorld()
  })

  beforeEach(async () => {
    market = await givenStakedChange(world)
    await world.chain.warpTo(market.expireAt + 100n)
  })

  const refuse = (error: string, ...evidence: Parameters<typeof resolution>[1][]) =>
    expectRefusal(world, error, { instructions: resolution(market, ...evidence) })

  /** Refuses an update for the reference, alone and with a good price at expiry. */
  async function refuseReference(error: string, update: Partial<PriceUpdate>) {
    const first = referenceFor(world, market, update)
    await refuse(error, first)
    await refuse(error, first, priceFor(world, market))
  }

  /** Refuses an update for the expiry, with a good reference and after one was recorded. */
  async function refusePrice(error: string, update: Partial<PriceUpdate>) {
    const last = priceFor(world, market, update)
    await refuse(error, referenceFor(world, market), last)
    await succeed(world, [resolution(market, referenceFor(world, market))])
    await refuse(error, last)
    await refuse(error, referenceFor(world, market), last)
  }

  it('needs evidence, also once the reference is recorded', async () => {
    await refuse('EvidenceMissing')
    await succeed(world, [resolution(market, referenceFor(world, market))])
    await refuse('EvidenceMissing')
  })

  it('attack 66: refuses every other second for the reference', async () => {
    const { referenceAt } = market
    await refuseReference('ObservationOutOfTime', { publishTime: referenceAt - 1n })
    await refuseReference('ObservationOutOfTime', { publishTime: referenceAt + 1n })
    await refuseReference('ObservationOutOfTime', { publishTime: referenceAt, prevPublishTime: referenceAt })
    const late = { publishTime: referenceAt + 61n, prevPublishTime: referenceAt - 1n }
    await refuseReference('ObservationOutOfTime', late)
    await refuseReference('ObservationOutOfTime', { publishTime: market.expireAt })
    const latest = { publishTime: referenceAt + 60n, prevPublishTime: referenceAt - 1n }
    await succeed(world, [resolution(market, referenceFor(world, market, latest))])
  })

  it('attack 66: refuses every other second for the expiry', async () => {
    const { expireAt, referenceAt } = market
    await refusePrice('ObservationOutOfTime', { publishTime: expireAt - 1n })
    for (const update of [
      { publishTime: expireAt + 1n },
      { publishTime: expireAt + 61n, prevPublishTime: expireAt - 1n },
      { publishTime: referenceAt },
    ]) {
      await refuse('ObservationOutOfTime', priceFor(world, market, update))
    }
    const latest = { publishTime: expireAt + 60n, prevPublishTime: expireAt - 1n, price: PRICE_250 + 1n }
    await succeed(world, [resolution(market, priceFor(world, market, latest))])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('attack 66: refuses the other receiver, of either price', async () => {
    await refuseReference('PriceWrongOwner', { owner: PYTH_RECEIVERS[1] })
    await refusePrice('PriceWrongOwner', { owner: PYTH_RECEIVERS[1] })
  })

  it('attack 66: refuses a wide confidence, of either price', async () => {
    await refuseReference('PriceUncertain', { confidence: PRICE_250 / 100n + 1n })
    await refusePrice('PriceUncertain', { confidence: PRICE_250 / 100n + 1n })
  })

  it('refuses another feed, partial verification and prices of zero, of either price', async () => {
    await refuseReference('PriceWrongFeed', { feed: OTHER_FEED })
    await refuseReference('PriceNotVerified', { partialSignatures: 5 })
    await refuseReference('PriceNotPositive', { price: 0n })
    await refusePrice('PriceWrongFeed', { feed: OTHER_FEED })
    await refuse('PriceNotVerified', priceFor(world, market, { partialSignatures: 5 }))
    await refuse('PriceNotPositive', priceFor(world, market, { price: -1n }))
  })

  it('records one reference only', async () => {
    await succeed(world, [resolution(market, referenceFor(world, market))])
    const other = referenceFor(world, market, { price: 1n })
    await refuse('ObservationOutOfTime', other)
    // With a price at expiry another reference is not looked at.
    await succeed(world, [resolution(market, other, priceFor(world, market, { price: PRICE_250 - 1n }))])
    const decided = await readMarket(world, market)
    expect(decided).to.include({ outcome: 'No' })
    expect(decided.reference?.value).to.equal(PRICE_250)
  })

  it('attack 67: refuses one update for both seconds', async () => {
    // A feed that slept over both: its next update is the first one after either.
    const short = await givenStakedChange(world, { measured: 60n })
    await world.chain.warpTo(short.expireAt + 10n)
    const sleeper = referenceFor(world, short, {
      publishTime: short.expireAt,
      prevPublishTime: short.referenceAt - 1n,
    })
    const attempt = (...evidence: Parameters<typeof resolution>[1][]) => ({
      instructions: resolution(short, ...evidence),
    })
    await expectRefusal(world, 'ObservationOutOfTime', attempt(sleeper, sleeper))
    await succeed(world, [resolution(short, sleeper)])
    await expectRefusal(world, 'ObservationOutOfTime', attempt(sleeper))
    // Nor one that says it came before the reference's.
    const early = priceFor(world, short, {
      publishTime: short.expireAt,
      prevPublishTime: short.expireAt - 1n,
    })
    await expectRefusal(world, 'ObservationOutOfTime', attempt(early))
    expect((await readMarket(world, short)).status).to.equal('open')
  })

  it('attack 67: takes the update that directly follows the reference', async () => {
    const first = { publishTime: market.referenceAt + 60n, prevPublishTime: market.referenceAt - 1n }
    await succeed(world, [resolution(market, referenceFor(world, market, first))])
    const tooEarly = { publishTime: market.expireAt, prevPublishTime: first.publishTime - 1n }
    await refuse('ObservationOutOfTime', priceFor(world, market, tooEarly))
    const next = { publishTime: market.expireAt, prevPublishTime: first.publishTime }
    await succeed(world, [resolution(market, priceFor(world, market, next))])
    expect((await readMarket(world, market)).status).to.equal('resolved')
  })
})
