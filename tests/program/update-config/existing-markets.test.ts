import { findPosition } from '@prediction-market/sdk/accounts'
import { expect } from 'chai'
import { lamportsOf } from '../../helpers/program/balances.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { closing } from '../../helpers/program/decided.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { collection, readMarket, settlement } from '../../helpers/program/market.ts'
import { priceFor, resolution } from '../../helpers/program/price.ts'
import { EXTREME_SETTINGS } from '../../helpers/program/raw.ts'
import { rawCreateMarket } from '../../helpers/program/raw-market.ts'
import { crossing, givenPaid, givenWorker, PERIOD, REWARDS, TOUCH } from '../../helpers/program/rewards.ts'
import {
  bet,
  givenBet,
  givenWallet,
  PRICE_AT_EXPIRY,
  SOL,
  startWorld,
  succeed,
  termsOf,
  type World,
} from '../../helpers/program/world.ts'

const { decideReward, settleReward } = REWARDS

describe('update_config and the markets that exist', () => {
  let world: World

  beforeEach(async () => {
    world = await startWorld({ settings: REWARDS })
  })

  for (const [text, { treasury: _, ...extreme }] of EXTREME_SETTINGS.slice(0, 2)) {
    it(`attack 64: by ${text}, keep rewards, margin, periods and fees`, async () => {
      // Given two markets, and an admin who then changes everything but the pause and the minimum stakes.
      const worker = givenWorker(world)
      const dated = await givenPaid(world, worker)
      const touched = await givenPaid(world, worker, { condition: TOUCH })
      const before = [await readMarket(world, dated), await readMarket(world, touched)] as const
      const { minimumStakeSol, minimumStakeUtility } = world.settings
      await changeSettings(world, { ...extreme, paused: false, minimumStakeSol, minimumStakeUtility })
      expect([await readMarket(world, dated), await readMarket(world, touched)]).to.deep.equal(before)

      // Then a bet is taken until the old margin, and pays the old settle reward.
      await world.chain.warpTo(dated.expireAt - 11n)
      const [yes, no] = [
        await givenBet(world, dated, 'Yes', SOL),
        await givenBet(world, dated, 'No', SOL),
      ] as const
      const paid = await lamportsOf(world.chain, findPosition(dated.address, yes.publicKey))
      expect(paid - (await world.chain.rent(160))).to.equal(settleReward)
      await world.chain.warpTo(dated.expireAt - 10n)
      const late = givenWallet(world)
      await expectRefusal(world, 'MarketClosed', {
        instructions: bet(dated, late.publicKey, 'Yes', SOL),
        signers: [late],
      })

      // And each step earns what it promised when the market was opened; the fees are the old ones, too.
      await world.chain.warpTo(dated.expireAt)
      expect(await worker.earn(resolution(dated, priceFor(world, dated)))).to.equal(decideReward)
      expect((await readMarket(world, dated)).fees).to.deep.equal({ burn: SOL / 20n, developer: SOL / 20n })
      const owners = [yes.publicKey, no.publicKey]
      expect(await worker.earn(settlement(dated, owners))).to.equal(2n * settleReward)
      await succeed(world, [collection(world, dated)])
      expect(await worker.earn(closing(dated))).to.equal(2n * settleReward)
    })

    it(`attack 64: by ${text}, keep the periods that make stakes late, and their void delay`, async () => {
      const worker = givenWorker(world)
      const market = await givenPaid(world, worker, { condition: TOUCH })
      const { minimumStakeSol, minimumStakeUtility } = world.settings
      await changeSettings(world, { ...extreme, paused: false, minimumStakeSol, minimumStakeUtility })
      await givenBet(world, market, 'Yes', SOL)
      await givenBet(world, market, 'No', SOL)
      const crossed = market.createdAt + 1_000n
      await world.chain.warpTo(crossed - 2n * PERIOD)
      await givenBet(world, market, 'Yes', 2n * SOL)
      await world.chain.warpTo(crossed - PERIOD)
      await givenBet(world, market, 'Yes', 4n * SOL)
      await world.chain.warpTo(crossed)
      await worker.earn(crossing(world, market, crossed))
      const { late, terms } = await readMarket(world, market)
      expect(late).to.deep.equal({ Yes: 4n * SOL, No: 0n })
      expect(terms).to.include({ period: Number(PERIOD), voidDelay: 864_000, closeMargin: 10 })
    })
  }

  it('attack 64: use the current treasury, minimum stake and pause', async () => {
    const worker = givenWorker(world)
    const market = await givenPaid(world, worker)
    await givenBet(world, market, 'Yes', SOL)
    await givenBet(world, market, 'No', SOL)
    const treasury = givenWallet(world).publicKey
    await changeSettings(world, { treasury, minimumStakeSol: 2n * SOL })
    const bettor = givenWallet(world)
    const placing = bet(market, bettor.publicKey, 'Yes', 2n * SOL - 1n)
    await expectRefusal(world, 'StakeTooSmall', { instructions: placing, signers: [bettor] })
    await changeSettings(world, { paused: true, minimumStakeSol: SOL })
    await expectRefusal(world, 'Paused', { instructions: placing, signers: [bettor] })

    // While paused it is decided, paid and closed all the same.
    await world.chain.warpTo(market.expireAt)
    expect(await worker.earn(resolution(market, priceFor(world, market)))).to.equal(decideReward)
    await expectRefusal(world, 'WrongTreasury', { instructions: collection(world, market) })
    await succeed(world, [collection(world, market, treasury)])
    expect(await lamportsOf(world.chain, treasury)).to.equal(1_000n * SOL + SOL / 20n)
  })

  it('attack 64: are opened only under the rewards, margin and periods that their creator expects', async () => {
    const expected = await termsOf(world, PRICE_AT_EXPIRY, null)
    const creator = givenWallet(world)
    for (const change of [{ settleReward: 50_000n }, { closeMargin: 60 }, { shortestPeriod: 300 }]) {
      const settings = await changeSettings(world, change)
      const { instruction } = await rawCreateMarket(world, creator.publicKey, { expected })
      await expectRefusal(world, 'TermsChanged', { instructions: instruction, signers: [creator] })
      expect(settings).to.include(change)
      await changeSettings(world, world.settings)
    }
  })
})
