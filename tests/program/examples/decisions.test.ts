import { resolveMarket, voidMarket } from '@prediction-market/sdk/instructions'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { migrate, poolAddress, setCurve, setPool } from '../../helpers/oracle/pump.ts'
import { setMint } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { payoutsBy, readMarket, settlement } from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, referenceFor, resolution } from '../../helpers/program/price.ts'
import { crossing, givenLopsided, givenWorker, PERIOD, TOUCH } from '../../helpers/program/rewards.ts'
import {
  FEED,
  type GivenMarket,
  givenBet,
  givenMarket,
  PRICE_AT_EXPIRY,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

// Number for number. The markets of an hour open at 11:00 and expire at 12:00.

const MINUTE = 60n

describe('the examples of docs/program.md: decisions', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  const outcomeOf = async (market: GivenMarket) => (await readMarket(world, market)).outcome

  const staked = async (condition = TOUCH) => {
    const market = await givenMarket(world, { condition })
    await givenBet(world, market, 'Yes', SOL)
    await givenBet(world, market, 'No', SOL)
    return market
  }

  it('an update of 11:20 that meets it decides Yes until 12:10', async () => {
    for (const isInTime of [true, false]) {
      const market = await staked()
      await world.chain.warpTo(market.expireAt + 10n * MINUTE - (isInTime ? 1n : 0n))
      const met = crossing(world, market, market.createdAt + 20n * MINUTE)
      if (isInTime) await succeed(world, [met])
      else await expectRefusal(world, 'ObservationOutOfTime', { instructions: met })
      expect(await outcomeOf(market)).to.equal(isInTime ? 'Yes' : null)
    }
  })

  it('$249 at 12:00 is recorded, and decides No from 12:10 on, or by voiding ten days later', async () => {
    for (const isVoided of [false, true]) {
      const market = await staked()
      await world.chain.warpTo(market.expireAt)
      await succeed(world, [resolution(market, priceFor(world, market, { price: 24_900_000_000n }))])
      expect(await outcomeOf(market)).to.equal(null)
      await world.chain.warpTo(market.expireAt + (isVoided ? 864_000n : 10n * MINUTE))
      const voiding = voidMarket({ keeper: market.keeper, market: market.address })
      await succeed(world, [isVoided ? voiding : resolution(market)])
      expect(await outcomeOf(market)).to.equal('No')
    }
  })

  it('a feed that paused from 11:50 until 9:00 decides No by expiry, and nothing at expiry', async () => {
    for (const condition of [TOUCH, PRICE_AT_EXPIRY]) {
      const market = await staked(condition)
      const opening = market.expireAt + 21n * 60n * MINUTE
      await world.chain.warpTo(opening)
      const update = { publishTime: opening, prevPublishTime: market.expireAt - 10n * MINUTE }
      const shown = resolution(market, priceFor(world, market, { ...update, price: PRICE_250 * 2n }))
      if (condition === TOUCH) {
        await succeed(world, [shown])
        expect(await outcomeOf(market)).to.equal('No')
      } else {
        await expectRefusal(world, 'ObservationOutOfTime', { instructions: shown })
        await world.chain.warpTo(market.expireAt + 86_400n)
        await succeed(world, [voidMarket({ keeper: market.keeper, market: market.address })])
        expect((await readMarket(world, market)).status).to.equal('void')
      }
    }
  })

  it('a supply of 600 at 12:02, and 1,000 at creation, was above 500 at 12:00; a supply of 400 proves nothing', async () => {
    const token = setMint(world.chain, { supply: 1_000n * UTILITY })
    const condition = { type: 'supply', comparison: 'atMost', target: '500', timing: 'byExpiry' } as const
    const market = await givenMarket(world, { condition, token, evidence: [token] })
    await givenBet(world, market, 'No', SOL, [token])
    await world.chain.warpTo(market.expireAt + 2n * MINUTE)
    setMint(world.chain, { address: token, supply: 400n * UTILITY })
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: resolution(market, token) })
    setMint(world.chain, { address: token, supply: 600n * UTILITY })
    await succeed(world, [resolution(market, token)])
    expect(await outcomeOf(market)).to.equal('No')
  })

  it('a market cap that crossed at 11:20 is Yes at 12:05 if met with the supply at creation and the present one', async () => {
    for (const [left, outcome] of [
      [4_000n, 'Yes'],
      [3_999n, null],
    ] as const) {
      const token = setMint(world.chain, { supply: 4_001n, decimals: 0 })
      const cap = { type: 'marketCap', comparison: 'atLeast', target: '1000000', timing: 'byExpiry' } as const
      const market = await givenMarket(world, { condition: { ...cap, feed: FEED }, token, evidence: [token] })
      await givenBet(world, market, 'Yes', SOL)
      await world.chain.warpTo(market.expireAt + 5n * MINUTE)
      setMint(world.chain, { address: token, supply: left, decimals: 0 })
      const crossed = { publishTime: market.createdAt + 20n * MINUTE, price: PRICE_250 }
      const shown = resolution(market, priceFor(world, market, crossed), token)
      if (outcome) await succeed(world, [shown])
      else await expectRefusal(world, 'ObservationOutOfTime', { instructions: shown })
      expect(await outcomeOf(market)).to.equal(outcome)
    }
  })

  it('a token that has not migrated at 12:02 had not at 12:00; a migrated one proves nothing', async () => {
    for (const isMigrated of [false, true]) {
      const token = PublicKey.unique()
      const curve = setCurve(world.chain, token)
      const condition = { type: 'migration', timing: 'byExpiry' } as const
      const market = await givenMarket(world, { condition, token, evidence: [curve] })
      await givenBet(world, market, 'No', SOL, [curve])
      await world.chain.warpTo(market.expireAt + 2n * MINUTE)
      if (isMigrated) migrate(world.chain, token)
      const evidence = [curve, poolAddress(token)]
      const shown = resolveMarket({ keeper: market.keeper, market: market.address, evidence })
      if (isMigrated) await expectRefusal(world, 'ObservationOutOfTime', { instructions: shown })
      else await succeed(world, [shown])
      expect(await outcomeOf(market)).to.equal(isMigrated ? null : 'No')
    }
  })

  it('a curve that is complete at 11:20 dates the stakes, although its pool comes at 11:50', async () => {
    const token = PublicKey.unique()
    const curve = setCurve(world.chain, token)
    const condition = { type: 'migration', timing: 'byExpiry' } as const
    const market = await givenMarket(world, { condition, token, evidence: [curve] })
    await givenBet(world, market, 'Yes', SOL, [curve])
    await world.chain.warpTo(market.createdAt + 20n * MINUTE - 1n)
    await givenBet(world, market, 'Yes', 3n * SOL, [curve])
    await world.chain.warpTo(market.createdAt + 20n * MINUTE)
    setCurve(world.chain, token, { complete: 1 })
    await succeed(world, [resolution(market, curve, poolAddress(token))])
    await world.chain.warpTo(market.createdAt + 50n * MINUTE)
    setPool(world.chain, token)
    await succeed(world, [resolution(market, curve, poolAddress(token))])
    expect((await readMarket(world, market)).late).to.deep.equal({ Yes: 3n * SOL, No: 0n })
  })

  describe('of a change from 12:05 to 12:10', () => {
    beforeEach(async () => {
      world = await startWorld({ settings: { settleReward: 5_000n } })
    })

    const givenRound = async () => {
      const referenceAt = (await world.chain.now()) + 5n * MINUTE
      const compared = { comparison: 'above', bps: 0, timing: 'atExpiry' } as const
      const condition = { type: 'change', feed: FEED, referenceAt, ...compared } as const
      const decideReward = 300_000n
      const opened = await givenMarket(world, { condition, duration: 10n * MINUTE, decideReward })
      const yes = await givenBet(world, opened, 'Yes', SOL)
      await world.chain.warpTo(referenceAt - 11n)
      const no = await givenBet(world, opened, 'No', SOL)
      expect((await readMarket(world, opened)).closeAt).to.equal(referenceAt - 10n)
      const worker = givenWorker(world)
      const market = { ...opened, condition, referenceAt, keeper: worker.address }
      return { market, worker, bettors: [yes.publicKey, no.publicKey] }
    }
    type Round = Awaited<ReturnType<typeof givenRound>>
    const last = ({ market }: Round, cents: bigint) =>
      priceFor(world, market, { price: PRICE_250 + cents * 1_000_000n })
    /** What the two are paid, with the settle reward that each has paid in. */
    const paid = async ({ market, bettors, worker }: Round) => {
      const pay = () => worker.earn(settlement(market, bettors))
      return (await payoutsBy(world, market, bettors, pay)).map((payout) => payout + 5_000n)
    }

    for (const [cents, outcome] of [
      [1n, 'Yes'],
      [0n, 'No'],
    ] as const) {
      it(`$250.0${cents} after $250 decides ${outcome}, and the two steps earn 5,000 and 295,000`, async () => {
        const round = await givenRound()
        const { market, worker } = round
        await world.chain.warpTo(market.referenceAt + 1n)
        expect(await worker.earn(resolution(market, referenceFor(world, market)))).to.equal(5_000n)
        await world.chain.warpTo(market.expireAt)
        expect(await worker.earn(resolution(market, last(round, cents)))).to.equal(295_000n)
        expect(await outcomeOf(market)).to.equal(outcome)
        const winnings = (19n * SOL) / 10n
        expect(await paid(round)).to.deep.equal(outcome === 'Yes' ? [winnings, 0n] : [0n, winnings])
      })
    }

    it('both updates in one call at 12:30 decide the same, and earn the whole reward', async () => {
      const round = await givenRound()
      const { market, worker } = round
      await world.chain.warpTo(market.expireAt + 20n * MINUTE)
      const both = resolution(market, referenceFor(world, market), last(round, 1n))
      expect(await worker.earn(both)).to.equal(300_000n)
      expect(await outcomeOf(market)).to.equal('Yes')
    })

    it('the second update from 12:05:00 on is refused, and a feed that slept until 12:07 ends in refunds', async () => {
      const round = await givenRound()
      const { market, worker } = round
      const { referenceAt } = market
      await world.chain.warpTo(market.expireAt)
      for (const [publishTime, prevPublishTime] of [
        [referenceAt + 1n, referenceAt],
        [referenceAt + 2n * MINUTE, referenceAt - 1n],
      ] as const) {
        const shown = resolution(market, referenceFor(world, market, { publishTime, prevPublishTime }))
        await expectRefusal(world, 'ObservationOutOfTime', { instructions: shown, signers: [worker.key] })
      }
      await world.chain.warpTo(market.expireAt + 86_400n)
      await worker.earn(voidMarket({ keeper: worker.address, market: market.address }))
      expect(await paid(round)).to.deep.equal([SOL, SOL])
    })
  })

  it('of two crossings a period apart, the one submitted first dates the late stakes', async () => {
    for (const shown of [0n, 1n]) {
      const market = await givenLopsided(world)
      const first = market.createdAt + 1_000n
      await world.chain.warpTo(first - PERIOD)
      await givenBet(world, market, 'Yes', SOL)
      await world.chain.warpTo(first + PERIOD)
      await succeed(world, [crossing(world, market, first + shown * PERIOD)])
      expect((await readMarket(world, market)).late).to.deep.equal({ Yes: shown === 0n ? SOL : 0n, No: 0n })
    }
  })
})
