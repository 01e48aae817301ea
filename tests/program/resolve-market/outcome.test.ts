import type { Condition } from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import { closeMarket, voidMarket } from '@prediction-market/sdk/instructions'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
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
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`resolve_market in ${name}, by the pools`, () => {
    let world: World
    let market: GivenMarket

    before(async () => {
      world = await start()
    })

    beforeEach(async () => {
      market = await givenMarket(world, { currency: of(world) })
    })

    /** Decides the market with a price above or below the target. */
    const resolve = async (outcome: 'Yes' | 'No') => {
      await world.chain.warpTo(market.expireAt)
      const price = outcome === 'Yes' ? PRICE_250 : PRICE_250 - 1n
      return eventsOf(world, resolution(market, priceFor(world, market, { price })))
    }

    const settle = (owners: PublicKey[]) =>
      payoutsBy(world, market, owners, () => succeed(world, [settlement(market, owners)]))

    for (const outcome of ['Yes', 'No'] as const) {
      it(`attack 18: voids a market that is decided ${outcome} if nobody staked on ${outcome}`, async () => {
        // Given stakes on the other side only.
        const other = outcome === 'Yes' ? 'No' : 'Yes'
        const first = await givenBet(world, market, other, 3n * unit)
        const second = await givenBet(world, market, other, 4n * unit)
        const { pools } = await readMarket(world, market)

        // When it is decided.
        const events = await resolve(outcome)

        // Then it is void, the observation is stored, and everyone is refunded.
        const value = outcome === 'Yes' ? PRICE_250 : PRICE_250 - 1n
        const observation = {
          value,
          exponent: -8,
          observedAt: market.expireAt,
          isMet: outcome === 'Yes',
          hasValue: true,
        }
        const data = {
          market: market.address,
          sequence: 4,
          answer: outcome,
          observation,
          pools,
          voidedAt: market.expireAt,
          keeper: market.keeper,
          reward: 0n,
        }
        expect(events).to.deep.equal([{ name: 'MarketVoided', data }])
        expect(await readMarket(world, market)).to.deep.include({
          status: 'void',
          outcome: null,
          observation,
          resolvedAt: market.expireAt,
          fees: { burn: 0n, developer: 0n },
          feesDue: { burn: 0n, developer: 0n },
        })
        await expectRefusal(world, 'NoFeesToCollect', { instructions: collection(world, market) })
        expect(await settle([first.publicKey, second.publicKey])).to.deep.equal([3n * unit, 4n * unit])
        expect(await heldBy(world, market)).to.equal(0n)
      })

      it(`attack 18: pays stakes back without a fee if all were on ${outcome}, the winner`, async () => {
        const first = await givenBet(world, market, outcome, 3n * unit)
        const second = await givenBet(world, market, outcome, 4n * unit)
        const [event] = await resolve(outcome)
        expect(event).to.deep.include({ name: 'MarketResolved' })
        expect(await readMarket(world, market)).to.deep.include({
          status: 'resolved',
          outcome,
          fees: { burn: 0n, developer: 0n },
          feesDue: { burn: 0n, developer: 0n },
        })
        await expectRefusal(world, 'NoFeesToCollect', { instructions: collection(world, market) })
        expect(await settle([first.publicKey, second.publicKey])).to.deep.equal([3n * unit, 4n * unit])
        expect(await heldBy(world, market)).to.equal(0n)
      })
    }

    it('attack 18: voids a market that nobody bet on, and lets it be closed', async () => {
      const events = await resolve('Yes')
      expect(events.map((event) => event.name)).to.deep.equal(['MarketVoided'])
      const creator = market.creator.publicKey
      await succeed(world, [
        closeMarket({ keeper: market.keeper, market: market.address, creator, ...market.currency }),
      ])
      expect(await world.chain.account(market.address)).to.equal(null)
    })

    it('takes fees from the losing pool only, each rounded down', async () => {
      await givenBet(world, market, 'Yes', 5n * unit)
      await givenBet(world, market, 'No', 2n * unit + 19n)
      await resolve('Yes')
      const share = ((2n * unit + 19n) * 500n) / 10_000n
      expect(share).to.equal(unit / 10n)
      expect((await readMarket(world, market)).fees).to.deep.equal({ burn: share, developer: share })
    })

    it('attack 22: takes the fees of its creation, even if the admin changes them before the decision', async () => {
      const own = await start({ settings: { burnBps: 200, developerBps: 100 } })
      const old = await givenMarket(own, { currency: of(own) })
      await givenBet(own, old, 'Yes', 5n * unit)
      await givenBet(own, old, 'No', 10n * unit)
      await changeSettings(own, { burnBps: 1_000, developerBps: 1_000 })
      await decide(own, old, 'Yes')
      expect((await readMarket(own, old)).fees).to.deep.equal({ burn: unit / 5n, developer: unit / 10n })
    })

    it('decides while new markets and bets are paused', async () => {
      const own = await start()
      const old = await givenMarket(own, { currency: of(own) })
      await givenBet(own, old, 'Yes', unit)
      await changeSettings(own, { paused: true })
      await decide(own, old, 'Yes')
      expect((await readMarket(own, old)).outcome).to.equal('Yes')
    })
  })
}

describe('the waiting times of a market', () => {
  let world: World
  let attestors: Attestors

  async function start(settings: Partial<Settings> = {}): Promise<void> {
    world = await startWorld({ settings })
    attestors = await givenAttestors(world)
  }

  async function staked(timing: 'atExpiry' | 'byExpiry'): Promise<GivenMarket> {
    const condition: Condition = { type: 'event', timing }
    const market = await givenMarket(world, { condition })
    await givenBet(world, market, 'Yes', SOL)
    await givenBet(world, market, 'No', SOL)
    return market
  }

  const outcomeOf = async (market: GivenMarket) => (await readMarket(world, market)).outcome

  it('are those of its creation when the proof window is shortened', async () => {
    await start({ proofWindow: 600, voidDelay: 86_400 })
    const market = await staked('byExpiry')
    await changeSettings(world, { proofWindow: 10, voidDelay: 20 })

    // Shorter settings let nobody decide No, or void, any earlier.
    await world.chain.warpTo(market.expireAt + 599n)
    await succeed(world, attested(market, attestors, { second: market.expireAt, isMet: false }))
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    await expectRefusal(world, 'TooEarlyToVoid', {
      instructions: voidMarket({ keeper: market.keeper, market: market.address }),
    })
    await succeed(world, attested(market, attestors, { second: market.expireAt - 5n, isMet: true }))
    expect(await outcomeOf(market)).to.equal('Yes')
  })

  it('are those of its creation when they are extended', async () => {
    await start({ proofWindow: 60, voidDelay: 120 })
    const [recorded, silent] = [await staked('byExpiry'), await staked('atExpiry')]
    await changeSettings(world, { proofWindow: 604_800, voidDelay: 2_592_000, feedVoidDelay: 2_592_000 })

    // Longer settings do not delay the decision either.
    await world.chain.warpTo(recorded.expireAt)
    await succeed(world, attested(recorded, attestors, { second: recorded.expireAt, isMet: false }))
    await world.chain.warpTo(recorded.expireAt + 60n)
    await succeed(world, [resolution(recorded)])
    expect(await outcomeOf(recorded)).to.equal('No')
    await world.chain.warpTo(silent.expireAt + 120n)
    await expectRefusal(world, 'DecisionTooLate', {
      instructions: attested(silent, attestors, { second: silent.expireAt, isMet: true }),
    })
    await succeed(world, [voidMarket({ keeper: silent.keeper, market: silent.address })])
    expect((await readMarket(world, silent)).status).to.equal('void')
  })

  it('may be as short as ten seconds and twenty', async () => {
    await start({ proofWindow: 10, voidDelay: 20 })
    const recorded = await staked('byExpiry')
    const voided = await staked('byExpiry')
    const { expireAt } = recorded
    await world.chain.warpTo(expireAt)
    await succeed(world, attested(recorded, attestors, { second: expireAt, isMet: false }))
    await world.chain.warpTo(expireAt + 9n)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(recorded) })
    await world.chain.warpTo(expireAt + 10n)
    await succeed(world, [resolution(recorded)])
    await world.chain.warpTo(expireAt + 19n)
    await expectRefusal(world, 'TooEarlyToVoid', {
      instructions: voidMarket({ keeper: voided.keeper, market: voided.address }),
    })
    await world.chain.warpTo(expireAt + 20n)
    await expectRefusal(world, 'DecisionTooLate', { instructions: resolution(voided) })
    await succeed(world, [voidMarket({ keeper: voided.keeper, market: voided.address })])
    expect(await outcomeOf(recorded)).to.equal('No')
    expect((await readMarket(world, voided)).status).to.equal('void')
  })
})
