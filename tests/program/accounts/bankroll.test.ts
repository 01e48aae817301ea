import { closeBankroll, deposit, withdraw } from '@prediction-market/sdk/instructions'
import {
  bankrollBet,
  type GivenBankroll,
  givenBankroll,
  givenDelegate,
  naming,
  wideLimits,
} from '../../helpers/program/bankroll.ts'
import { expectSlotsGuarded, type Substitutes } from '../../helpers/program/expect-slots.ts'
import { givenSubstitutes } from '../../helpers/program/substitutes.ts'
import { givenMarket, SOL, startWorld, succeed, UTILITY, type World } from '../../helpers/program/world.ts'

const IN_SOL = 'SOL needs no token accounts'
const WITHOUT_MINT = { 'mint ← the program itself': 'without a mint the amount is in lamports' }
const ANY_TOKENS = 'the owner has signed: any of their token accounts will do'

describe('every account of a bankroll', () => {
  let world: World
  let substitutes: Substitutes
  let bankroll: GivenBankroll

  before(async () => {
    world = await startWorld()
    substitutes = await givenSubstitutes(world)
  })

  beforeEach(async () => {
    bankroll = await givenBankroll(world)
  })

  for (const name of ['SOL', 'UTILITY'] as const) {
    const of = () => (name === 'SOL' ? null : world.utility)
    const unit = name === 'SOL' ? SOL : UTILITY

    it(`is guarded in deposit in ${name}`, async () => {
      const { owner } = bankroll
      const instruction = deposit({ owner: owner.publicKey, amount: unit, ...of() })
      const except = name === 'SOL' ? exceptTokens('ownerToken', 'bankrollToken') : WITHOUT_MINT
      await expectSlotsGuarded(world, { name: 'deposit', instruction, signers: [owner], except }, substitutes)
      await succeed(world, [instruction], [owner])
    })

    it(`is guarded in withdraw in ${name}`, async () => {
      const { owner } = bankroll
      const instruction = withdraw({ owner: owner.publicKey, amount: unit, ...of() })
      const inTokens = { ownerToken: ANY_TOKENS, ...WITHOUT_MINT }
      const except = name === 'SOL' ? exceptTokens('ownerToken', 'bankrollToken') : inTokens
      await expectSlotsGuarded(
        world,
        { name: 'withdraw', instruction, signers: [owner], except },
        substitutes,
      )
      await succeed(world, [instruction], [owner])
    })

    it(`is guarded in place_bet_from_bankroll in ${name}`, async () => {
      const keys = await givenDelegate(world, bankroll)
      const market = await givenMarket(world, { currency: of() })
      const instruction = bankrollBet(bankroll, market, 'Yes', unit, { keys })
      const except = name === 'SOL' ? exceptTokens('bankrollToken', 'mint') : {}
      const signers = [keys.key, keys.cosigner]
      const guarded = { name: 'placeBetFromBankroll' as const, instruction, signers, except }
      await expectSlotsGuarded(world, guarded, substitutes)
      await succeed(world, [instruction], signers)
    })
  }

  it('is guarded in set_delegate', async () => {
    const { owner } = bankroll
    const keys = await givenDelegate(world, bankroll)
    const instruction = naming(owner.publicKey, keys, await wideLimits(world))
    await expectSlotsGuarded(world, { name: 'setDelegate', instruction, signers: [owner] }, substitutes)
    await succeed(world, [instruction], [owner])
  })

  it('is guarded in close_bankroll', async () => {
    const { owner } = bankroll
    const instruction = closeBankroll({ owner: owner.publicKey })
    await expectSlotsGuarded(world, { name: 'closeBankroll', instruction, signers: [owner] }, substitutes)
    await succeed(world, [instruction], [owner])
  })
})

/** The slots of tokens, which SOL ignores, but for a mint: with one the amount is in tokens. */
function exceptTokens(...slots: string[]): Record<string, string> {
  const programs = ['Token program', 'Token-2022 program'].map((name) => `tokenProgram ← ${name}`)
  return Object.fromEntries([...slots, ...programs].map((slot) => [slot, IN_SOL]))
}
