import { voidMarket } from '@prediction-market/sdk/instructions'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { changeSettings } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import {
  collection,
  decide,
  heldBy,
  payoutsBy,
  readMarket,
  settlement,
} from '../../helpers/program/market.ts'
import { PRICE_250, priceFor, resolution } from '../../helpers/program/price.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import {
  bet,
  type GivenMarket,
  givenBet,
  givenMarket,
  PRICE_AT_EXPIRY,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`void_market in ${name}`, () => {
    let world: World
    let market: GivenMarket
    let voidAt: bigint

    before(async () => {
      world = await start()
    })

    beforeEach(async () => {
      market = await givenMarket(world, { currency: of(world) })
      voidAt = market.expireAt + BigInt(world.settings.voidDelay)
    })

    const voiding = () => voidMarket({ keeper: market.keeper, market: market.address })

    it('refunds every stake, to the unit and without a fee', async () => {
      // Given stakes on both sides, one bettor on both, and no decision in time.
      const both = await givenBet(world, market, 'Yes', 3n * unit + 1n)
      await succeed(world, [bet(market, both.publicKey, 'No', 2n * unit)], [both])
      const no = await givenBet(world, market, 'No', 4n * unit + 7n)
      await world.chain.warpTo(voidAt)

      // When anyone voids the market.
      const before = await readMarket(world, market)
      expect(await eventsOf(world, voiding())).to.deep.equal([
        {
          name: 'MarketVoided',
          data: {
            market: market.address,
            sequence: before.sequence + 1,
            answer: null,
            observation: null,
            pools: before.pools,
            voidedAt: voidAt,
            keeper: market.keeper,
            reward: 0n,
          },
        },
      ])

      // Then it owes the stakes and nothing else.
      const decided = { status: 'void', resolvedAt: voidAt, feesDue: { burn: 0n, developer: 0n } }
      const sequence = before.sequence + 1
      expect(await readMarket(world, market)).to.deep.equal({ ...before, ...decided, sequence })
      await expectRefusal(world, 'NoFeesToCollect', { instructions: collection(world, market) })
      const owners = [both.publicKey, no.publicKey]
      const payouts = await payoutsBy(world, market, owners, () =>
        succeed(world, [settlement(market, owners)]),
      )
      expect(payouts).to.deep.equal([5n * unit + 1n, 4n * unit + 7n])
      expect(await heldBy(world, market)).to.equal(0n)
    })

    it('refuses a second before the delay has passed', async () => {
      for (const second of [market.createdAt, market.expireAt, voidAt - 1n]) {
        await world.chain.warpTo(second)
        await expectRefusal(world, 'TooEarlyToVoid', { instructions: voiding() })
      }
      await world.chain.warpTo(voidAt)
      await succeed(world, [voiding()])
      expect((await readMarket(world, market)).status).to.equal('void')
    })

    for (const outcome of ['Yes', 'No', 'void'] as const) {
      it(`refuses a market that is decided: ${outcome}`, async () => {
        await givenBet(world, market, 'Yes', unit)
        await givenBet(world, market, 'No', unit)
        await decide(world, market, outcome)
        await world.chain.warpTo(voidAt + 1_000n)
        await expectRefusal(world, 'MarketDecided', { instructions: voiding() })
      })
    }

    it('refuses a second time in one transaction', async () => {
      await world.chain.warpTo(voidAt)
      await expectRefusal(world, 'MarketDecided', { instructions: [voiding(), voiding()] })
    })

    it('voids a market whose feed was silent, after the void delay of feeds', async () => {
      market = await givenMarket(world, { condition: { ...PRICE_AT_EXPIRY, timing: 'byExpiry' } })
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.feedVoidDelay) - 1n)
      await expectRefusal(world, 'TooEarlyToVoid', { instructions: voiding() })
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.feedVoidDelay))
      await succeed(world, [voiding()])
      expect((await readMarket(world, market)).status).to.equal('void')
    })

    it('decides No by a recorded "not met" from the void delay on, and not before', async () => {
      // Given a market whose price was below the target at expiry, which somebody recorded.
      const condition = { ...PRICE_AT_EXPIRY, timing: 'byExpiry' } as const
      market = await givenMarket(world, { currency: of(world), condition })
      const [yes, no] = [
        await givenBet(world, market, 'Yes', 2n * unit),
        await givenBet(world, market, 'No', 3n * unit),
      ]
      await world.chain.warpTo(market.expireAt)
      await succeed(world, [resolution(market, priceFor(world, market, { price: PRICE_250 - 1n }))])

      // When the proof window is over it can be decided, but not yet by voiding.
      voidAt = market.expireAt + BigInt(world.settings.feedVoidDelay)
      for (const second of [market.expireAt + BigInt(world.settings.proofWindow), voidAt - 1n]) {
        await world.chain.warpTo(second)
        await expectRefusal(world, 'TooEarlyToVoid', { instructions: voiding() })
      }

      // Then voiding it decides No, with fees, instead of refunding the losers.
      await world.chain.warpTo(voidAt)
      const [event] = await eventsOf(world, voiding())
      expect(event?.name).to.equal('MarketResolved')
      expect(event?.data).to.deep.include({ outcome: 'No', resolvedAt: voidAt })
      const share = unit / 10n
      expect(await readMarket(world, market)).to.deep.include({
        status: 'resolved',
        outcome: 'No',
        fees: { burn: share, developer: share },
      })
      const owners = [yes.publicKey, no.publicKey]
      const payouts = await payoutsBy(world, market, owners, () =>
        succeed(world, [settlement(market, owners)]),
      )
      expect(payouts).to.deep.equal([0n, 5n * unit - 2n * share])
    })

    it('uses the void delay of the creation, and works while paused', async () => {
      const own = await start({ settings: { proofWindow: 60, voidDelay: 120 } })
      const old = await givenMarket(own, { currency: of(own) })
      await changeSettings(own, { paused: true, voidDelay: 2_592_000 })
      const instructions = voidMarket({ keeper: old.keeper, market: old.address })
      await own.chain.warpTo(old.expireAt + 119n)
      await expectRefusal(own, 'TooEarlyToVoid', { instructions })
      await own.chain.warpTo(old.expireAt + 120n)
      await succeed(own, [instructions])
    })

    it('refuses an account that is not a market', async () => {
      const wrong = withAccount('voidMarket', voiding(), 'market', PublicKey.unique())
      await expectRefusal(world, 'AccountOwnedByWrongProgram', { instructions: wrong })
      const readOnly = withAccount('voidMarket', voiding(), 'market', { isWritable: false })
      await expectRefusal(world, 'ConstraintMut', { instructions: readOnly })
    })
  })
}
