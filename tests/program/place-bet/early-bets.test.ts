import type { Condition } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { givenAttestors } from '../../helpers/oracle/attestors.ts'
import { poolAddress, setCurve, setPool } from '../../helpers/oracle/pump.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import {
  bet,
  type GivenMarket,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

describe('place_bet on a known outcome', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  async function accept(market: GivenMarket, evidence: PublicKey[], amount = SOL): Promise<void> {
    const bettor = givenWallet(world)
    await succeed(world, [bet(market, bettor.publicKey, 'Yes', amount, evidence)], [bettor])
  }

  /** Refused on either side: a loss on purpose could move the odds. */
  async function refuse(name: string, market: GivenMarket, evidence: PublicKey[]): Promise<void> {
    for (const outcome of ['Yes', 'No'] as const) {
      const bettor = givenWallet(world)
      await expectRefusal(world, name, {
        instructions: bet(market, bettor.publicKey, outcome, SOL, evidence),
        signers: [bettor],
      })
    }
  }

  describe('of a migration', () => {
    const condition: Condition = { type: 'migration', timing: 'byExpiry' }

    for (const currency of ['SOL', 'UTILITY'] as const) {
      it(`attack 32: refuses a bet in ${currency} once the curve is complete`, async () => {
        const token = PublicKey.unique()
        const evidence = [setCurve(world.chain, token)]
        const options = { condition, token, evidence, currency: currency === 'SOL' ? null : world.utility }
        const market = await givenMarket(world, options)
        const amount = currency === 'SOL' ? SOL : UTILITY
        await accept(market, evidence, amount)

        // What follows a complete curve is anyone's to trigger.
        setCurve(world.chain, token, { complete: 1 })
        await refuse('AnswerFixed', market, evidence)
        setPool(world.chain, token)
        await refuse('AnswerFixed', market, evidence)
        expect((await readMarket(world, market)).pools).to.deep.equal({ Yes: amount, No: 0n })
      })
    }

    it(`refuses a bet that does not show the curve, or shows another`, async () => {
      const token = PublicKey.unique()
      const curve = setCurve(world.chain, token)
      const market = await givenMarket(world, { condition, token, evidence: [curve] })
      const other = setCurve(world.chain, PublicKey.unique())
      await refuse('EvidenceMissing', market, [])
      await refuse('CurveInvalid', market, [poolAddress(token), curve])
      await refuse('CurveInvalid', market, [other])
      setCurve(world.chain, token, { owner: PublicKey.unique() })
      await refuse('CurveInvalid', market, [curve])
    })
  })

  it('is refused from the closing time on, which may be before expiry', async () => {
    await givenAttestors(world)
    const closeAt = (await world.chain.now()) + 60n
    const market = await givenMarket(world, { condition: { type: 'event', timing: 'byExpiry' }, closeAt })
    await world.chain.warpTo(closeAt - 1n)
    await accept(market, [])
    await world.chain.warpTo(closeAt)
    await refuse('MarketClosed', market, [])
  })
})
