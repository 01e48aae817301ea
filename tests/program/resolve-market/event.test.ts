import type { Timing } from '@prediction-market/sdk/condition'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors, resolutionBy } from '../../helpers/oracle/attestors.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { resolution } from '../../helpers/program/price.ts'
import { givenBet, givenMarket, SOL, startWorld, succeed, type World } from '../../helpers/program/world.ts'

describe('resolve_market by an event', () => {
  let world: World
  let attestors: Attestors

  beforeEach(async () => {
    world = await startWorld()
    attestors = await givenAttestors(world)
  })

  async function staked(timing: Timing, token: PublicKey | null = null) {
    const market = await givenMarket(world, { condition: { type: 'event', timing }, token })
    await givenBet(world, market, 'Yes', 5n * SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    return market
  }

  for (const [isMet, outcome] of [
    [true, 'Yes'],
    [false, 'No'],
  ] as const) {
    it(`decides ${outcome} at expiry, at once`, async () => {
      const market = await staked('atExpiry')
      await world.chain.warpTo(market.expireAt)
      const second = market.expireAt
      const observation = { value: isMet ? 1n : 0n, exponent: 0, observedAt: second, isMet, hasValue: true }
      const [event] = await eventsOf(world, attested(market, attestors, { second, isMet }))
      expect(event?.data).to.deep.include({ outcome, observation, resolvedAt: market.expireAt })
      const decided = { status: 'resolved', outcome, observation }
      expect(await readMarket(world, market)).to.deep.include(decided)
    })

    for (const timing of ['atExpiry', 'byExpiry'] as const) {
      it(`decides ${outcome} early, ${timing}, once it can no longer change`, async () => {
        const market = await staked(timing)
        const second = market.createdAt + 1_500n
        await world.chain.warpTo(second + 5n)
        await succeed(world, attested(market, attestors, { second, isMet }))
        expect(await readMarket(world, market)).to.deep.include({ outcome, resolvedAt: second + 5n })
      })
    }
  }

  it('does not decide No at expiry while an early Yes can still arrive', async () => {
    // Given a market that has just expired, and attestors who have signed that the event had not happened.
    const market = await staked('byExpiry')
    const second = market.expireAt
    const deadline = second + BigInt(world.settings.proofWindow)
    const no = { instructions: attested(market, attestors, { second, isMet: false }) }
    await world.chain.warpTo(second)

    // When somebody shows that, it is recorded; shown again, or with nothing, the market stays open.
    const [event] = await eventsOf(world, no.instructions)
    expect(event?.name).to.equal('ObservationRecorded')
    expect(await readMarket(world, market)).to.deep.include({ status: 'open', outcome: null })
    for (const now of [second, deadline - 1n]) {
      await world.chain.warpTo(now)
      await expectRefusal(world, 'NotDecidableYet', no)
      await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    }

    // Then an early Yes in the last second decides.
    await succeed(world, attested(market, attestors, { second: second - 5n, isMet: true }))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('decides No after the proof window by what was recorded, with any evidence', async () => {
    for (const withEvidence of [false, true]) {
      const market = await staked('byExpiry')
      await world.chain.warpTo(market.expireAt)
      await succeed(world, attested(market, attestors, { second: market.expireAt, isMet: false }))
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
      const yes = attested(market, attestors, { second: market.expireAt - 5n, isMet: true })
      await succeed(world, withEvidence ? yes : [resolution(market)])
      expect(await readMarket(world, market)).to.deep.include({
        outcome: 'No',
        observation: { value: 0n, exponent: 0, observedAt: market.expireAt, isMet: false, hasValue: true },
      })
    }
  })

  it('is void without a quorum: attestors who say nothing never mean No', async () => {
    const market = await staked('byExpiry')
    await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay) - 1n)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
  })

  it('may be about a token, too', async () => {
    const market = await staked('atExpiry', PublicKey.unique())
    await world.chain.warpTo(market.expireAt)
    await succeed(world, attested(market, attestors, { second: market.expireAt, isMet: true }))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('refuses a second decision, even the opposite one', async () => {
    const market = await staked('atExpiry')
    await world.chain.warpTo(market.expireAt)
    const yes = attested(market, attestors, { second: market.expireAt, isMet: true })
    const no = attested(market, attestors, { second: market.expireAt, isMet: false })
    await succeed(world, yes)
    await expectRefusal(world, 'MarketDecided', { instructions: yes })
    await expectRefusal(world, 'MarketDecided', { instructions: no })
  })

  it('does not decide another market by the same signatures', async () => {
    const [first, second] = [await staked('atExpiry'), await staked('atExpiry')]
    await world.chain.warpTo(first.expireAt)
    const yes = attested(first, attestors, { second: first.expireAt, isMet: true })
    await expectRefusal(world, 'AttestationMissing', {
      instructions: [...yes, resolutionBy(second, attestors.address)],
    })
    await succeed(world, yes)
    expect((await readMarket(world, first)).outcome).to.equal('Yes')
    expect((await readMarket(world, second)).outcome).to.equal(null)
  })
})
