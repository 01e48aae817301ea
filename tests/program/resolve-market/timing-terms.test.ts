import type { Condition } from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import { voidMarket } from '@prediction-market/sdk/instructions'
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
