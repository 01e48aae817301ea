import { findPosition } from '@prediction-market/sdk/accounts'
import { closeBankroll, deposit, withdraw } from '@prediction-market/sdk/instructions'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import {
  bankrollBet,
  type GivenBankroll,
  givenBankroll,
  givenDelegate,
  naming,
  wideLimits,
} from '../../helpers/program/bankroll.ts'
import { dataOf } from '../../helpers/program/config.ts'
import type { DecidedMarket } from '../../helpers/program/decided.ts'
import { eventNames, expectRefusal, expectUnchanged, refusalOf } from '../../helpers/program/expect.ts'
import { expectSlotsGuarded, type Substitutes } from '../../helpers/program/expect-slots.ts'
import { payoutsBy, settlement } from '../../helpers/program/market.ts'
import { givenReaders, type Reader, type ReadType } from '../../helpers/program/readers.ts'
import { givenSubstitutes } from '../../helpers/program/substitutes.ts'
import { givenMarket, SOL, startWorld, succeed, UTILITY, type World } from '../../helpers/program/world.ts'

/** Where an account says its version: after the discriminator. */
const VERSION_AT = 8

const TYPES: readonly ReadType[] = [
  ...(['market', 'position', 'question', 'config', 'fee vault', 'attestor set', 'bankroll'] as const),
]

describe('accounts of a version that the program does not know, or cut short', () => {
  let world: World
  let decided: DecidedMarket
  let readers: Record<ReadType, Reader[]>

  before(async () => {
    world = await startWorld()
    ;({ decided, readers } = await givenReaders(world))
  })

  /** Runs an action while the account has other data. */
  async function whileChanged(
    address: PublicKey,
    change: (data: Uint8Array) => Uint8Array,
    action: () => Promise<unknown>,
  ): Promise<void> {
    const account = await world.chain.account(address)
    if (!account) throw new Error(`There is no account ${address.toBase58()}`)
    world.chain.setAccount(address, { ...account, data: change(Uint8Array.from(account.data)) })
    try {
      await action()
    } finally {
      world.chain.setAccount(address, account)
    }
  }

  const withVersion = (version: number) => (data: Uint8Array) => {
    data[VERSION_AT] = version
    return data
  }
  const half = (data: Uint8Array) => data.subarray(0, data.length / 2)

  for (const type of TYPES) {
    it(`attack 63: every instruction that reads it refuses another version of the ${type}`, async () => {
      for (const { account, ...call } of readers[type]) {
        expect((await dataOf(world, account))[VERSION_AT]).to.equal(1)
        for (const version of [0, 2, 255]) {
          const refused = () => expectRefusal(world, 'UnknownVersion', call)
          await whileChanged(account, withVersion(version), refused)
        }
      }
    })

    it(`attack 63: every instruction that reads it refuses half of the ${type}`, async () => {
      // A deposit reads no more than type and version, and only adds.
      for (const { account, name, ...call } of readers[type].filter((each) => each.name !== 'deposit')) {
        await whileChanged(account, half, async () => {
          const outcome = await expectUnchanged(world, call)
          const refusals = ['AccountDidNotDeserialize', 'WrongPosition', 'WrongQuestion', 'WrongAttestorSet']
          expect(refusalOf(outcome), name).to.be.oneOf(refusals)
        })
      }
    })
  }

  it('attack 63: a batch skips a position of another version, or half of one, and pays its neighbours', async () => {
    const { winner, loser, address } = decided
    const position = findPosition(address, winner.publicKey)
    await whileChanged(position, withVersion(2), async () => {
      const names = await eventNames(world, settlement(decided, [winner.publicKey, loser.publicKey]))
      expect(names).to.deep.equal(['PositionSettled'])
    })
    await whileChanged(position, half, async () => {
      const names = await eventNames(world, settlement(decided, [winner.publicKey]))
      expect(names).to.deep.equal([])
    })
    // As it was, it is paid: nothing is lost by waiting for a program that knows it.
    const pay = () => succeed(world, [settlement(decided, [winner.publicKey])])
    expect(await payoutsBy(world, decided, [winner.publicKey], pay)).to.deep.equal([decided.payout])
  })
})

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
