import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import {
  bankrollBet,
  type GivenBankroll,
  givenBankroll,
  givenDelegate,
  naming,
  readBankroll,
  wideLimits,
} from '../../helpers/program/bankroll.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import {
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('set_delegate', () => {
  let world: World
  let bankroll: GivenBankroll

  beforeEach(async () => {
    world = await startWorld()
    bankroll = await givenBankroll(world)
  })

  const newKeys = () => ({ key: Keypair.generate(), cosigner: Keypair.generate() })

  it('names a delegate, who has spent nothing', async () => {
    const { owner } = bankroll
    const keys = newKeys()
    const limits = await wideLimits(world)
    const named = { key: keys.key.publicKey, cosigner: keys.cosigner.publicKey, limits }
    const events = await eventsOf(world, naming(owner.publicKey, keys, limits), [owner])
    expect(events).to.deep.equal([{ name: 'DelegateSet', data: { owner: owner.publicKey, ...named } }])
    const { delegates } = await readBankroll(world, bankroll)
    expect(delegates).to.deep.equal([{ ...named, spent: { SOL: 0n, UTILITY: 0n } }])
  })

  it('names four and no fifth, until one is ended', async () => {
    const { owner } = bankroll
    const first = await givenDelegate(world, bankroll)
    for (let count = 2; count <= 4; count++) await givenDelegate(world, bankroll)
    const fifth = naming(owner.publicKey, newKeys(), await wideLimits(world))
    await expectRefusal(world, 'TooManyDelegates', { instructions: fifth, signers: [owner] })
    await succeed(world, [naming(owner.publicKey, first, null), fifth], [owner])
    expect((await readBankroll(world, bankroll)).delegates).to.have.length(4)
  })

  it('attack 47: a change of limits keeps what was spent, so that a bet on its way enlarges nothing', async () => {
    const { owner } = bankroll
    const keys = await givenDelegate(world, bankroll, { total: { SOL: 2n * SOL, UTILITY: 0n } })
    const market = await givenMarket(world)
    const betting = bankrollBet(bankroll, market, 'Yes', SOL, { keys })
    await succeed(world, [betting], [keys.key, keys.cosigner])
    const [before] = (await readBankroll(world, bankroll)).delegates

    // The owner sets the same total again: what was spent still counts, and another cosigner changes nothing.
    const cosigner = Keypair.generate()
    const limits = await wideLimits(world, { total: { SOL: 2n * SOL, UTILITY: 0n } })
    await succeed(world, [naming(owner.publicKey, { ...keys, cosigner }, limits)], [owner])
    const [after] = (await readBankroll(world, bankroll)).delegates
    expect(after?.spent).to.deep.equal(before?.spent)
    await expectRefusal(world, 'DelegateTotalExceeded', {
      instructions: bankrollBet(bankroll, market, 'Yes', SOL, { keys: { ...keys, cosigner } }),
      signers: [keys.key, cosigner],
    })
  })

  it('ends a delegate, who starts at 0 when it is named again', async () => {
    const { owner } = bankroll
    const keys = await givenDelegate(world, bankroll)
    const market = await givenMarket(world)
    const betting = () => bankrollBet(bankroll, market, 'Yes', SOL, { keys })
    await succeed(world, [betting()], [keys.key, keys.cosigner])
    await succeed(world, [naming(owner.publicKey, keys, null)], [owner])
    await expectRefusal(world, 'NotDelegate', { instructions: betting(), signers: [keys.key, keys.cosigner] })
    await succeed(world, [naming(owner.publicKey, keys, await wideLimits(world))], [owner])
    expect((await readBankroll(world, bankroll)).delegates[0]?.spent).to.deep.equal({ SOL: 0n, UTILITY: 0n })
  })

  describe('refuses', () => {
    it('anyone but the owner', async () => {
      const thief = givenWallet(world)
      const change = naming(bankroll.owner.publicKey, newKeys(), await wideLimits(world))
      const instructions = withAccount('setDelegate', change, 'owner', thief.publicKey)
      await expectRefusal(world, 'NotBankrollOwner', { instructions, signers: [thief] })
    })

    it('to end a delegate that is not there, and the empty one', async () => {
      const { owner } = bankroll
      const ending = naming(owner.publicKey, newKeys(), null)
      await expectRefusal(world, 'NotDelegate', { instructions: ending, signers: [owner] })
      const data = Buffer.from(ending.data)
      PublicKey.default.toBuffer().copy(data, 8)
      ending.data = data
      await expectRefusal(world, 'NotDelegate', { instructions: ending, signers: [owner] })
    })

    it('one key twice', async () => {
      const key = Keypair.generate()
      const twice = naming(bankroll.owner.publicKey, { key, cosigner: key }, await wideLimits(world))
      await expectRefusal(world, 'DelegateKeysInvalid', { instructions: twice, signers: [bankroll.owner] })
    })

    it('an end in the past, now, or more than 90 days away', async () => {
      const { owner } = bankroll
      const now = await world.chain.now()
      const of = async (expiresAt: bigint) =>
        naming(owner.publicKey, newKeys(), await wideLimits(world, { expiresAt }))
      const days = 90n * 86_400n
      for (const expiresAt of [1n, now, now + days + 60n]) {
        const instructions = await of(expiresAt)
        await expectRefusal(world, 'DelegateLimitsInvalid', { instructions, signers: [owner] })
      }
      await succeed(world, [await of(now + days)], [owner])
    })

    it('a fee above 50,000 lamports', async () => {
      const { owner } = bankroll
      const change = naming(owner.publicKey, newKeys(), await wideLimits(world))
      const data = Buffer.from(change.data)
      // The fee follows both keys, the tag of the option and the limits per bet and in total.
      data.writeBigUInt64LE(50_001n, 8 + 64 + 1 + 32)
      change.data = data
      await expectRefusal(world, 'DelegateLimitsInvalid', { instructions: change, signers: [owner] })
    })
  })
})
