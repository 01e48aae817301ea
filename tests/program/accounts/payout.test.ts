import { claimPosition, closeMarket } from '@prediction-market/sdk/instructions'
import { expect } from 'chai'
import { lamportGains } from '../../helpers/program/balances.ts'
import { type DecidedMarket, givenDecided } from '../../helpers/program/decided.ts'
import { expectSlotsGuarded, type Substitutes } from '../../helpers/program/expect-slots.ts'
import { collection, payoutsBy, settlement } from '../../helpers/program/market.ts'
import { givenSubstitutes } from '../../helpers/program/substitutes.ts'
import { startWorld, succeed, type World } from '../../helpers/program/world.ts'

const IGNORED = 'a SOL market ignores token accounts'
const IN_SOL = {
  mint: IGNORED,
  ownerToken: IGNORED,
  treasuryToken: IGNORED,
  'tokenProgram ← Token program': IGNORED,
  'tokenProgram ← Token-2022 program': IGNORED,
}

for (const name of ['SOL', 'UTILITY'] as const) {
  describe(`attacks 9 and 14: every account of a payout in ${name}`, () => {
    let world: World
    let substitutes: Substitutes
    let market: DecidedMarket

    before(async () => {
      world = await startWorld()
      substitutes = await givenSubstitutes(world)
    })

    beforeEach(async () => {
      market = await givenDecided(world, name === 'SOL' ? null : world.utility)
    })

    const except = name === 'SOL' ? IN_SOL : {}

    const keeping = { ...except, keeper: 'anyone who signs is paid' }

    it('is guarded in collect_fees', async () => {
      const instruction = collection(world, market)
      const without = 'without it the burn share is taken alone'
      const allowed = { ...except, 'treasuryToken ← the program itself': without }
      await expectSlotsGuarded(world, { name: 'collectFees', instruction, except: allowed }, substitutes)
      await succeed(world, [instruction])
    })

    it('is guarded in settle_positions', async () => {
      const owner = market.winner.publicKey
      const instruction = settlement(market, [owner])
      const remaining = ['position', 'wallet', ...(market.currency ? ['token account'] : [])]
      const guarded = {
        name: 'settlePositions' as const,
        instruction,
        remaining,
        except: keeping,
        maySkip: true,
      }
      await expectSlotsGuarded(world, guarded, substitutes)
      const pay = () => succeed(world, [instruction])
      expect(await payoutsBy(world, market, [owner], pay)).to.deep.equal([market.payout])
    })

    it('is guarded in claim_position', async () => {
      const owner = market.winner.publicKey
      const instruction = claimPosition({ owner, market: market.address, ...market.currency })
      const guarded = { name: 'claimPosition' as const, instruction, signers: [market.winner], except }
      await expectSlotsGuarded(world, guarded, substitutes)
      const pay = () => succeed(world, [instruction], [market.winner])
      expect(await payoutsBy(world, market, [owner], pay)).to.deep.equal([market.payout])
    })

    it('is guarded in close_market', async () => {
      const owners = [market.winner.publicKey, market.loser.publicKey]
      await succeed(world, [settlement(market, owners), collection(world, market)])
      const creator = market.creator.publicKey
      const instruction = closeMarket({
        keeper: market.keeper,
        market: market.address,
        creator,
        ...market.currency,
      })
      await expectSlotsGuarded(world, { name: 'closeMarket', instruction, except: keeping }, substitutes)
      const gains = await lamportGains(world.chain, { creator }, () => succeed(world, [instruction]))
      expect(gains.creator > 0n).to.equal(true)
    })
  })
}
