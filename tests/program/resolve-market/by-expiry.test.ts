import { expect } from 'chai'
import type { PriceUpdate } from '../../helpers/oracle/pyth.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  PRICE_AT_EXPIRY,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('resolve_market by a price up to expiry', () => {
  let world: World
  let market: GivenMarket
  let deadline: bigint

  before(async () => {
    world = await startWorld()
  })

  beforeEach(async () => {
    market = await givenMarket(world, { condition: { ...PRICE_AT_EXPIRY, timing: 'byExpiry' } })
    await givenBet(world, market, 'Yes', 5n * SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    deadline = market.expireAt + BigInt(world.settings.proofWindow)
  })

  const by = (update: Partial<PriceUpdate>) => resolution(market, priceFor(world, market, update))

  it('decides Yes as soon as the condition is met', async () => {
    const seen = market.createdAt + 1_000n
    await world.chain.warpTo(seen)
    const events = await eventsOf(world, by({ publishTime: seen - 1n }))
    const observation = { value: PRICE_250, exponent: -8, observedAt: seen - 1n, isMet: true, hasValue: true }
    expect(events.map(({ name }) => name)).to.deep.equal(['MarketResolved'])
    expect(await readMarket(world, market)).to.deep.include({
      status: 'resolved',
      outcome: 'Yes',
      resolvedAt: seen,
      observation,
    })
  })

  it('attack 5: a spike of one second decides Yes, unless its confidence interval is too wide', async () => {
    const spike = market.createdAt + 1_000n
    await world.chain.warpTo(spike + 30n)
    const wide = { publishTime: spike, confidence: PRICE_250 / 10n }
    await expectRefusal(world, 'PriceUncertain', { instructions: by(wide) })
    // A price below the target a second later does not take it back.
    await succeed(world, [by({ publishTime: spike })])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')

    // A creator who fears spikes asks for the price at expiry.
    const atExpiry = await givenMarket(world)
    await world.chain.warpTo(atExpiry.createdAt + 1_000n)
    const early = priceFor(world, atExpiry, { publishTime: atExpiry.createdAt + 900n })
    await expectRefusal(world, 'NotExpired', { instructions: resolution(atExpiry, early) })
  })

  it('accepts an early update with any predecessor', async () => {
    await world.chain.warpTo(market.createdAt + 1_000n)
    await succeed(world, [by({ publishTime: market.createdAt + 900n, prevPublishTime: 0n })])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('refuses an update from the second of creation or before', async () => {
    await world.chain.warpTo(market.createdAt + 1_000n)
    for (const publishTime of [market.createdAt, market.createdAt - 1n, 0n, -1n]) {
      await expectRefusal(world, 'ObservationOutOfTime', { instructions: by({ publishTime }) })
    }
    await succeed(world, [by({ publishTime: market.createdAt + 1n })])
  })

  it('takes the one update for the second of expiry, and reads it up to 60 seconds after it', async () => {
    await world.chain.warpTo(market.expireAt + 61n)
    const before = market.expireAt - 1n
    const after = { publishTime: market.expireAt + 1n, prevPublishTime: market.expireAt }
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: by(after) })
    const other = await givenMarket(world, { condition: market.condition })
    await world.chain.warpTo(other.expireAt + 61n)
    const late = { publishTime: other.expireAt + 61n, prevPublishTime: other.expireAt - 1n }
    await succeed(world, [resolution(other, priceFor(world, other, late))])
    expect((await readMarket(world, other)).observation).to.deep.include({ isMet: false, hasValue: false })
    await succeed(world, [by({ publishTime: market.expireAt + 60n, prevPublishTime: before })])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('refuses to decide No before the proof window has ended', async () => {
    const { createdAt, expireAt } = market
    await world.chain.warpTo(createdAt + 60n)
    const early = by({ price: PRICE_250 - 1n, publishTime: createdAt + 59n })
    await expectRefusal(world, 'NotDecidableYet', { instructions: early })
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })

    await world.chain.warpTo(expireAt)
    const [event] = await eventsOf(world, by({ price: PRICE_250 - 1n, publishTime: expireAt }))
    expect(event?.name).to.equal('ObservationRecorded')
    for (const now of [expireAt, deadline - 1n]) {
      await world.chain.warpTo(now)
      const again = by({ price: PRICE_250 - 1n, publishTime: expireAt })
      await expectRefusal(world, 'NotDecidableYet', { instructions: again })
      await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    }
  })

  it('accepts an early Yes in the last second of the window, also after a recorded No', async () => {
    await world.chain.warpTo(deadline - 1n)
    await succeed(world, [by({ price: PRICE_250 - 1n, publishTime: market.expireAt })])
    await succeed(world, [by({ publishTime: market.createdAt + 1_000n })])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('decides No from the end of the window on, by what was recorded and with any evidence', async () => {
    await world.chain.warpTo(market.expireAt)
    await succeed(world, [by({ price: PRICE_250 - 1n, publishTime: market.expireAt })])
    await world.chain.warpTo(deadline)
    const events = await eventsOf(world, by({ publishTime: market.createdAt + 1_000n }))
    const observation = {
      value: PRICE_250 - 1n,
      exponent: -8,
      observedAt: market.expireAt,
      isMet: false,
      hasValue: true,
    }
    expect(events[0]?.data).to.deep.include({ outcome: 'No', observation, resolvedAt: deadline })
    expect(await readMarket(world, market)).to.deep.include({
      status: 'resolved',
      outcome: 'No',
      observation,
    })
  })

  it('takes the update for expiry any time before the void, and no early one after the window', async () => {
    await world.chain.warpTo(deadline)
    const early = by({ publishTime: market.createdAt + 1_000n })
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: early })
    await succeed(world, [by({ price: PRICE_250 - 1n, publishTime: market.expireAt })])
    expect((await readMarket(world, market)).outcome).to.equal('No')
  })

  it('refuses from the second on in which it may be voided', async () => {
    const voidAt = market.expireAt + BigInt(world.settings.feedVoidDelay)
    await world.chain.warpTo(voidAt)
    await expectRefusal(world, 'DecisionTooLate', { instructions: resolution(market) })
    await expectRefusal(world, 'DecisionTooLate', { instructions: by({}) })
    await world.chain.warpTo(voidAt - 1n)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    await succeed(world, [by({})])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('refuses the same forgeries as at expiry', async () => {
    await world.chain.warpTo(market.createdAt + 60n)
    const publishTime = market.createdAt + 30n
    const forged: [string, Partial<PriceUpdate>][] = [
      ['PriceWrongOwner', { owner: market.address }],
      ['PriceNotVerified', { partialSignatures: 5 }],
      ['PriceWrongFeed', { feed: 'ff'.repeat(32) }],
      ['PriceNotPositive', { price: -PRICE_250 }],
      ['PriceUncertain', { confidence: PRICE_250 / 100n + 1n }],
    ]
    for (const [name, update] of forged) {
      await expectRefusal(world, name, { instructions: by({ publishTime, ...update }) })
    }
  })
})
