import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { encodePriceUpdate, type PriceUpdate, PYTH_RECEIVERS } from '../../helpers/oracle/pyth.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import {
  FEED,
  type GivenMarket,
  givenBet,
  givenMarket,
  PRICE_AT_EXPIRY,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

const OTHER_FEED = 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43'

describe('resolve_market by a price account', () => {
  let world: World
  let market: GivenMarket

  before(async () => {
    world = await startWorld()
  })

  beforeEach(async () => {
    market = await givenMarket(world)
    await givenBet(world, market, 'Yes', 5n * SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    await world.chain.warpTo(market.expireAt + 700n)
  })

  const refuse = (name: string, update: Partial<PriceUpdate>) =>
    expectRefusal(world, name, { instructions: resolution(market, priceFor(world, market, update)) })

  const accept = async (update: Partial<PriceUpdate>) => {
    await succeed(world, [resolution(market, priceFor(world, market, update))])
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  }

  /** An account of the receiver with this data. */
  function posted(data: Uint8Array): PublicKey {
    const address = PublicKey.unique()
    const account = { lamports: SOL, data, owner: PYTH_RECEIVERS[0], executable: false }
    world.chain.setAccount(address, account)
    return address
  }

  it('trusts the receiver program of its terms, and not the other one', async () => {
    await refuse('PriceWrongOwner', { owner: PYTH_RECEIVERS[1] })
    await changeSettings(world, { pythReceiver: PYTH_RECEIVERS[1] })
    await refuse('PriceWrongOwner', { owner: PYTH_RECEIVERS[1] })
    await accept({ owner: PYTH_RECEIVERS[0] })
    await changeSettings(world, { pythReceiver: PYTH_RECEIVERS[0] })
  })

  it('attack 4: trusts no other owner', async () => {
    await refuse('PriceWrongOwner', { owner: PublicKey.unique() })
    await refuse('PriceWrongOwner', { owner: PublicKey.default })
    // Pyth's older oracle program, whose accounts carry no verification.
    await refuse('PriceWrongOwner', { owner: new PublicKey('FsJ3A3u2vn5cTVofAjvy6y5kwABJAqYWpe4975bi2epH') })
    await expectRefusal(world, 'PriceWrongOwner', { instructions: resolution(market, PublicKey.unique()) })
    await expectRefusal(world, 'PriceWrongOwner', { instructions: resolution(market, market.address) })
  })

  it('refuses missing evidence', () =>
    expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) }))

  it('refuses another account of the receiver, and truncated data', async () => {
    await refuse('PriceMalformed', { discriminator: [34, 241, 35, 99, 157, 126, 244, 206] })
    const whole = encodePriceUpdate({ feed: FEED, price: PRICE_250, publishTime: market.expireAt })
    for (const length of [0, 7, 8, 40, 41, 100, 108]) {
      const instructions = resolution(market, posted(whole.subarray(0, length)))
      await expectRefusal(world, 'PriceMalformed', { instructions })
    }
  })

  it('refuses an unknown verification level', async () => {
    const data = encodePriceUpdate({ feed: FEED, price: PRICE_250, publishTime: market.expireAt })
    data.writeUInt8(2, 40)
    await expectRefusal(world, 'PriceNotVerified', { instructions: resolution(market, posted(data)) })
  })

  for (const partialSignatures of [0, 5, 13, 255]) {
    it(`attack 4: refuses an update with ${partialSignatures} verified signatures`, () =>
      refuse('PriceNotVerified', { partialSignatures }))
  }

  it('attack 4: refuses a feed that differs in a single bit', async () => {
    await refuse('PriceWrongFeed', { feed: OTHER_FEED })
    await refuse('PriceWrongFeed', { feed: `${FEED.slice(0, -1)}c` })
  })

  for (const price of [0n, -1n, -PRICE_250, -(2n ** 63n)]) {
    it(`refuses a price of ${price}`, () => refuse('PriceNotPositive', { price }))
  }

  describe('with a confidence interval', () => {
    const limit = PRICE_250 / 100n // a hundred basis points

    it('accepts the widest allowed', () => accept({ confidence: limit }))
    it('attack 3: refuses one that is wider by one', () =>
      refuse('PriceUncertain', { confidence: limit + 1n }))
    it('refuses the largest number', () => refuse('PriceUncertain', { confidence: 2n ** 64n - 1n }))
    it('counts fractions of a basis point', async () => {
      await refuse('PriceUncertain', { price: PRICE_250 + 99n, confidence: limit + 1n })
      await accept({ price: PRICE_250 + 100n, confidence: limit + 1n })
    })

    it('uses the limit of the creation', async () => {
      const own = await startWorld({ settings: { maxConfidenceBps: 50 } })
      const strict = await givenMarket(own)
      await givenBet(own, strict, 'Yes', SOL)
      await changeSettings(own, { maxConfidenceBps: 10_000 })
      await own.chain.warpTo(strict.expireAt)
      await expectRefusal(own, 'PriceUncertain', {
        instructions: resolution(strict, priceFor(own, strict, { confidence: limit / 2n + 1n })),
      })
      await succeed(own, [resolution(strict, priceFor(own, strict, { confidence: limit / 2n }))])
    })
  })

  describe('of another second', () => {
    const at = (publish: bigint, prev: bigint) => ({
      publishTime: market.expireAt + publish,
      prevPublishTime: market.expireAt + prev,
    })

    it('accepts the one update that spans the expiry', () => accept(at(5n, -5n)))
    it('accepts one of the second of expiry', () => accept(at(0n, -1n)))
    it('refuses the update before it', () => refuse('NotExpired', at(-1n, -2n)))
    it('attack 1: refuses the update after it, whose predecessor is of the second of expiry', () =>
      refuse('ObservationOutOfTime', at(1n, 0n)))
    it('refuses later updates', () => refuse('ObservationOutOfTime', at(50n, 49n)))
    it('refuses one with its times in the wrong order', () => refuse('NotExpired', at(-1n, 1n)))
    it('accepts one published a minute after expiry', () => accept(at(60n, -1n)))
    it('refuses one published later than that', () => refuse('ObservationOutOfTime', at(61n, -1n)))
    it('refuses the largest time', () =>
      refuse('ObservationOutOfTime', { publishTime: 2n ** 63n - 1n, prevPublishTime: 0n }))
  })

  it('attack 2: voids a market without a valid price', async () => {
    const condition = { ...PRICE_AT_EXPIRY, feed: OTHER_FEED }
    const silent = await givenMarket(world, { condition })
    await world.chain.warpTo(silent.expireAt)
    await expectRefusal(world, 'PriceWrongFeed', {
      instructions: resolution(silent, priceFor(world, silent)),
    })
    expect((await readMarket(world, silent)).status).to.equal('open')
  })
})
