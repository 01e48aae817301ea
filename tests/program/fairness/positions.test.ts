import { lateStakes, periodOf } from '@prediction-market/sdk/rules'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { heldBy, readMarket, readPosition } from '../../helpers/program/market.ts'
import { crossing, settled, TOUCH } from '../../helpers/program/rewards.ts'
import {
  bet,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('late stakes of many positions', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  it('attack 27: stakes added to an old position, or split over many, are late all the same', async () => {
    // Given somebody with an old stake on Yes.
    const market = await givenMarket(world, { condition: TOUCH })
    const [old, loser] = [givenWallet(world), givenWallet(world)]
    await succeed(world, [bet(market, old.publicKey, 'Yes', SOL)], [old])
    await succeed(world, [bet(market, loser.publicKey, 'No', 100n * SOL)], [loser])
    const crossed = market.createdAt + 1_000n

    // When they add to it after the crossing, and bet by ten more wallets.
    await world.chain.warpTo(crossed)
    await succeed(world, [bet(market, old.publicKey, 'Yes', 50n * SOL)], [old])
    const wallets = Array.from({ length: 10 }, () => givenWallet(world))
    for (const wallet of wallets) {
      await succeed(world, [bet(market, wallet.publicKey, 'Yes', 5n * SOL)], [wallet])
    }
    await succeed(world, [crossing(world, market, crossed)])

    // Then only the old stake wins, and the others come back.
    expect((await readMarket(world, market)).late).to.deep.equal({ Yes: 100n * SOL, No: 0n })
    expect(await settled(world, market, [old])).to.deep.equal([141n * SOL])
    for (const wallet of wallets) {
      expect(await settled(world, market, [wallet])).to.deep.equal([5n * SOL])
    }
  })

  it('add up to the late stakes of the market, to the unit, for two hundred bettors', async () => {
    const bettors = Array.from({ length: 200 }, () => givenWallet(world))
    const plan = fc.sample(
      fc.record({
        bettor: fc.nat(bettors.length - 1),
        wait: fc.constantFrom(0n, 0n, 0n, 1n, 5n, 20n),
        outcome: fc.constantFrom('Yes' as const, 'No' as const),
        amount: fc.bigInt(SOL / 100n, SOL),
      }),
      400,
    )
    const market = await givenMarket(world, { condition: TOUCH, duration: 36_000n })
    let now = market.createdAt
    const staked = new Set<Keypair>()
    for (const { bettor, wait, outcome, amount } of plan) {
      now += wait
      await world.chain.warpTo(now)
      const wallet = bettors[bettor] as Keypair
      await succeed(world, [bet(market, wallet.publicKey, outcome, amount)], [wallet])
      staked.add(wallet)
    }

    // The crossing is of the period before the last bet.
    const state = await readMarket(world, market)
    const crossed = now - BigInt(state.terms.period)
    await succeed(world, [crossing(world, market, crossed)])
    const decided = await readMarket(world, market)
    const period = periodOf(decided, crossed)
    expect(decided.latePeriod).to.equal(period)
    const sum = { Yes: 0n, No: 0n }
    for (const { publicKey } of staked) {
      const { recent } = await readPosition(world, market, publicKey)
      const late = lateStakes(recent, period)
      sum.Yes += late.Yes
      sum.No += late.No
    }
    expect(decided.late).to.deep.equal(sum)
    expect(decided.late.Yes > 0n && decided.late.No > 0n).to.equal(true)

    // Everybody is paid, and what is left is the fees and less than a unit for each.
    for (const wallet of staked) await settled(world, market, [wallet])
    const fees = decided.fees.burn + decided.fees.developer
    const dust = (await heldBy(world, market)) - fees
    expect(dust >= 0n && dust < BigInt(staked.size)).to.equal(true)
  })
})
