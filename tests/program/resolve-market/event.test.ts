import type { Timing } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors, resolutionBy } from '../../helpers/oracle/attestors.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { resolution } from '../../helpers/program/price.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('resolve_market by an event', () => {
  let world: World
  let attestors: Attestors

  beforeEach(async () => {
    world = await startWorld()
    attestors = await givenAttestors(world, 3, 2)
  })

  async function staked(timing: Timing, token: PublicKey | null = null) {
    const market = await givenMarket(world, { condition: { type: 'event', timing }, token })
    await givenBet(world, market, 'Yes', 5n * SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    return market
  }

  for (const [value, outcome] of [
    [1n, 'Yes'],
    [0n, 'No'],
  ] as const) {
    it(`decides ${outcome} at expiry, by a ${value}`, async () => {
      const market = await staked('atExpiry')
      await world.chain.warpTo(market.expireAt)
      const observation = { value, exponent: 0, observedAt: market.expireAt }
      const [event] = await eventsOf(
        world,
        attested(market, attestors, { value, observedAt: market.expireAt }),
      )
      expect(event?.data).to.deep.include({ outcome, observation, resolvedAt: market.expireAt })
      const decided = { status: 'resolved', outcome, observation }
      expect(await readMarket(world, market)).to.deep.include(decided)
    })
  }

  it('decides Yes as soon as it has happened, by expiry', async () => {
    const market = await staked('byExpiry')
    const seen = market.createdAt + 60n
    await world.chain.warpTo(seen)
    await succeed(world, attested(market, attestors, { value: 1n, observedAt: seen - 1n }))
    expect(await readMarket(world, market)).to.deep.include({
      outcome: 'Yes',
      resolvedAt: seen,
      observation: { value: 1n, exponent: 0, observedAt: seen - 1n },
    })
  })

  it('does not decide No while a proof of Yes can still arrive', async () => {
    // Given a market that has just expired, and attestors who have signed that the event had not happened.
    const market = await staked('byExpiry')
    const deadline = market.expireAt + BigInt(world.settings.proofWindow)
    const no = (observedAt: bigint) => ({
      instructions: attested(market, attestors, { value: 0n, observedAt }),
    })

    // When somebody shows that within the proof window, or shows nothing, the market is not decided.
    for (const now of [market.expireAt, market.expireAt + 1n, deadline - 1n]) {
      await world.chain.warpTo(now)
      await expectRefusal(world, 'NotDecidableYet', no(market.expireAt))
      await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    }

    // Then a proof of Yes in the last second decides.
    await succeed(world, attested(market, attestors, { value: 1n, observedAt: market.expireAt }))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('decides No after the proof window, with any evidence', async () => {
    const silence = (market: GivenMarket) => [resolution(market)]
    const late = (market: GivenMarket) =>
      attested(market, attestors, { value: 1n, observedAt: market.expireAt })
    for (const instructions of [silence, late]) {
      const market = await staked('byExpiry')
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.proofWindow))
      await succeed(world, instructions(market))
      expect(await readMarket(world, market)).to.deep.include({ outcome: 'No', observation: null })
    }
  })

  for (const timing of ['atExpiry', 'byExpiry'] as const) {
    for (const value of [2n, 256n, 2n ** 32n, 2n ** 64n - 1n]) {
      it(`refuses the value ${value}, ${timing}`, async () => {
        const market = await staked(timing)
        await world.chain.warpTo(market.expireAt)
        await expectRefusal(world, 'AttestationNotAFact', {
          instructions: attested(market, attestors, { value, observedAt: market.expireAt }),
        })
      })
    }
  }

  it('may be about a token, too', async () => {
    const market = await staked('atExpiry', PublicKey.unique())
    await world.chain.warpTo(market.expireAt)
    await succeed(world, attested(market, attestors, { value: 1n, observedAt: market.expireAt }))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('refuses a second decision, even the opposite one', async () => {
    const market = await staked('atExpiry')
    await world.chain.warpTo(market.expireAt)
    const yes = attested(market, attestors, { value: 1n, observedAt: market.expireAt })
    const no = attested(market, attestors, { value: 0n, observedAt: market.expireAt })
    await expectRefusal(world, 'MarketDecided', { instructions: [...yes, ...no] })
    await succeed(world, yes)
    await expectRefusal(world, 'MarketDecided', { instructions: yes })
    await expectRefusal(world, 'MarketDecided', { instructions: no })
  })

  it('decides two markets in one transaction, each by its own signatures', async () => {
    // Given a threshold of one, so that both decisions fit into a transaction.
    world = await startWorld()
    const solo = await givenAttestors(world, 1, 1)
    const [first, second] = [await staked('atExpiry'), await staked('atExpiry')]
    await world.chain.warpTo(first.expireAt)
    const observedAt = first.expireAt
    const yes = attested(first, solo, { value: 1n, observedAt })
    const no = attested(second, solo, { value: 0n, observedAt })
    await expectRefusal(world, 'AttestationMissing', {
      instructions: [...yes, resolutionBy(second, solo.address)],
    })
    await succeed(world, [...yes, ...no])
    expect((await readMarket(world, first)).outcome).to.equal('Yes')
    expect((await readMarket(world, second)).outcome).to.equal('No')
  })
})
