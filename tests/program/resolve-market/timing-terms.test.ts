import { type Condition, type Settings, voidMarket } from '@prediction-market/sdk'
import { expect } from 'chai'
import { type Attestors, attested, givenAttestors } from '../../helpers/oracle/attestors.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
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

describe('the waiting times of a market', () => {
  let world: World
  let attestors: Attestors

  async function start(settings: Partial<Settings> = {}): Promise<void> {
    world = await startWorld({ settings })
    attestors = await givenAttestors(world, 1, 1)
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
    await changeSettings(world, { proofWindow: 1, voidDelay: 2 })

    // Shorter settings let nobody decide No, or void, any earlier.
    await world.chain.warpTo(market.expireAt + 599n)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(market) })
    await expectRefusal(world, 'TooEarlyToVoid', { instructions: voidMarket({ market: market.address }) })
    await succeed(world, attested(market, attestors, { value: 1n, observedAt: market.expireAt }))
    expect(await outcomeOf(market)).to.equal('Yes')
  })

  it('are those of its creation when they are extended', async () => {
    await start({ proofWindow: 60, voidDelay: 120 })
    const [silent, late] = [await staked('byExpiry'), await staked('atExpiry')]
    await changeSettings(world, { proofWindow: 604_800, voidDelay: 2_592_000 })

    // Longer settings do not delay the decision either.
    await world.chain.warpTo(silent.expireAt + 60n)
    await succeed(world, [resolution(silent)])
    expect(await outcomeOf(silent)).to.equal('No')
    await world.chain.warpTo(late.expireAt + 61n)
    await expectRefusal(world, 'ObservationOutOfTime', {
      instructions: attested(late, attestors, { value: 1n, observedAt: late.expireAt + 61n }),
    })
    await world.chain.warpTo(late.expireAt + 120n)
    await succeed(world, [voidMarket({ market: late.address })])
    expect((await readMarket(world, late)).status).to.equal('void')
  })

  it('may be as short as a second and two', async () => {
    await start({ proofWindow: 1, voidDelay: 2 })
    const proven = await staked('byExpiry')
    const silent = await staked('byExpiry')
    const voided = await staked('byExpiry')
    const { expireAt } = proven
    await world.chain.warpTo(expireAt)
    await expectRefusal(world, 'EvidenceMissing', { instructions: resolution(silent) })
    await succeed(world, attested(proven, attestors, { value: 1n, observedAt: expireAt }))
    await world.chain.warpTo(expireAt + 1n)
    await expectRefusal(world, 'TooEarlyToVoid', { instructions: voidMarket({ market: voided.address }) })
    await succeed(world, [resolution(silent)])
    await world.chain.warpTo(expireAt + 2n)
    await expectRefusal(world, 'DecisionTooLate', { instructions: resolution(voided) })
    await succeed(world, [voidMarket({ market: voided.address })])
    expect([await outcomeOf(proven), await outcomeOf(silent)]).to.deep.equal(['Yes', 'No'])
    expect((await readMarket(world, voided)).status).to.equal('void')
  })

  it('apply to a market that lives for one second', async () => {
    await start()
    const condition: Condition = { type: 'event', timing: 'byExpiry' }
    const market = await givenMarket(world, { condition, duration: 1n })
    await givenBet(world, market, 'Yes', SOL)
    await world.chain.warpTo(market.expireAt)
    const at = (observedAt: bigint) => attested(market, attestors, { value: 1n, observedAt })
    await expectRefusal(world, 'ObservationOutOfTime', { instructions: at(market.createdAt) })
    await succeed(world, at(market.createdAt + 1n))
    expect(await outcomeOf(market)).to.equal('Yes')
  })
})
