import type { Comparison, HoldersCondition } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { resolution } from '../../helpers/program/price.ts'
import { givenBet, givenMarket, SOL, startWorld, succeed, type World } from '../../helpers/program/world.ts'

const HOLDERS: HoldersCondition = {
  type: 'holders',
  comparison: 'atLeast',
  target: '1000',
  minimumBalance: 1n,
  timing: 'atExpiry',
}

describe('resolve_market by a number of holders', () => {
  let world: World
  let attestors: Attestors

  before(async () => {
    world = await startWorld()
    attestors = await givenAttestors(world, 3, 2)
  })

  async function staked(condition: Partial<HoldersCondition> = {}) {
    const token = PublicKey.unique()
    const market = await givenMarket(world, { condition: { ...HOLDERS, ...condition }, token })
    await givenBet(world, market, 'Yes', 5n * SOL)
    await givenBet(world, market, 'No', 2n * SOL)
    return market
  }

  it('decides by the number at expiry, and stores the observation', async () => {
    const market = await staked()
    await world.chain.warpTo(market.expireAt + 7n)
    const statement = { value: 1_234n, observedAt: market.expireAt + 3n }
    const observation = { value: 1_234n, exponent: 0, observedAt: market.expireAt + 3n }

    const [event] = await eventsOf(world, attested(market, attestors, statement))
    expect(event?.name).to.equal('MarketResolved')
    expect(event?.data).to.deep.include({ outcome: 'Yes', observation, resolvedAt: market.expireAt + 7n })
    const decided = { status: 'resolved', outcome: 'Yes', observation }
    expect(await readMarket(world, market)).to.deep.include(decided)
  })

  // Below, at and above the target of a thousand.
  const table: [Comparison, string][] = [
    ['above', 'No No Yes'],
    ['atLeast', 'No Yes Yes'],
    ['below', 'Yes No No'],
    ['atMost', 'Yes Yes No'],
  ]
  for (const [comparison, expected] of table) {
    it(`decides '${comparison}' at the boundary`, async () => {
      const answers: (string | null)[] = []
      for (const value of [999n, 1_000n, 1_001n]) {
        const market = await staked({ comparison })
        await world.chain.warpTo(market.expireAt)
        await succeed(world, attested(market, attestors, { value, observedAt: market.expireAt }))
        answers.push((await readMarket(world, market)).outcome)
      }
      expect(answers.join(' ')).to.equal(expected)
    })
  }

  for (const [value, answer] of [
    [0n, 'No'],
    [2n ** 64n - 1n, 'Yes'],
  ] as const) {
    it(`accepts the number ${value}`, async () => {
      const market = await staked()
      await world.chain.warpTo(market.expireAt)
      await succeed(world, attested(market, attestors, { value, observedAt: market.expireAt }))
      expect(await readMarket(world, market)).to.deep.include({
        outcome: answer,
        observation: { value, exponent: 0, observedAt: market.expireAt },
      })
    })
  }

  it('decides by any two of the three, in any order, and by all of them', async () => {
    const [a, b, c] = attestors.members as [Keypair, Keypair, Keypair]
    for (const signers of [
      [a, b],
      [b, a],
      [a, c],
      [c, b],
      [c, b, a],
    ]) {
      const market = await staked()
      await world.chain.warpTo(market.expireAt)
      const statement = { value: 1_000n, observedAt: market.expireAt }
      await succeed(world, attested(market, attestors, statement, signers))
      expect((await readMarket(world, market)).outcome).to.equal('Yes')
    }
  })

  it('ignores the signature of a stranger', async () => {
    const [a, b] = attestors.members as [Keypair, Keypair]
    const market = await staked()
    await world.chain.warpTo(market.expireAt)
    const statement = { value: 1_000n, observedAt: market.expireAt }
    const stranger = Keypair.generate()
    await expectRefusal(world, 'AttestationQuorumMissing', {
      instructions: attested(market, attestors, statement, [stranger, a]),
    })
    await succeed(world, attested(market, attestors, statement, [stranger, a, b]))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('decides Yes before expiry, by a count after its creation', async () => {
    const market = await staked({ timing: 'byExpiry' })
    const seen = market.createdAt + 60n
    await world.chain.warpTo(seen)
    const fewer = attested(market, attestors, { value: 999n, observedAt: seen })
    await expectRefusal(world, 'NotDecidableYet', { instructions: fewer })
    await succeed(world, attested(market, attestors, { value: 1_000n, observedAt: seen - 1n }))
    expect(await readMarket(world, market)).to.deep.include({ outcome: 'Yes', resolvedAt: seen })
  })

  it('decides Yes before expiry for a number that must be below the target', async () => {
    const market = await staked({ timing: 'byExpiry', comparison: 'below' })
    await world.chain.warpTo(market.createdAt + 60n)
    const statement = { value: 999n, observedAt: market.createdAt + 1n }
    await succeed(world, attested(market, attestors, statement))
    expect((await readMarket(world, market)).outcome).to.equal('Yes')
  })

  it('decides No without a proof once the proof window has passed', async () => {
    const market = await staked({ timing: 'byExpiry' })
    const deadline = market.expireAt + BigInt(world.settings.proofWindow)
    await world.chain.warpTo(deadline - 1n)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    await world.chain.warpTo(deadline)
    await succeed(world, [resolution(market)])
    expect(await readMarket(world, market)).to.deep.include({ outcome: 'No', observation: null })
  })

  it('stores the minimum balance of a holder', async () => {
    const minimumBalance = 2n ** 64n - 1n
    const market = await staked({ minimumBalance })
    expect((await readMarket(world, market)).condition).to.deep.equal({ ...HOLDERS, minimumBalance })
  })
})
