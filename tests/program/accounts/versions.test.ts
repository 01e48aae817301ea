import { findPosition } from '@prediction-market/sdk/accounts'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { dataOf } from '../../helpers/program/config.ts'
import type { DecidedMarket } from '../../helpers/program/decided.ts'
import { eventNames, expectRefusal, expectUnchanged, refusalOf } from '../../helpers/program/expect.ts'
import { payoutsBy, settlement } from '../../helpers/program/market.ts'
import { givenReaders, type Reader, type ReadType } from '../../helpers/program/readers.ts'
import { startWorld, succeed, type World } from '../../helpers/program/world.ts'

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
