import { findEscrow, findFeeVault } from '@prediction-market/sdk/accounts'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { lamportsOf } from '../../helpers/program/balances.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { expectWinnerPaid, givenDecided, makeUnpayable } from '../../helpers/program/decided.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import {
  collection,
  decide,
  heldBy,
  payoutsBy,
  readMarket,
  settlement,
} from '../../helpers/program/market.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import {
  fund,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

describe('collect_fees in SOL', () => {
  let world: World

  beforeEach(async () => {
    world = await startWorld()
  })

  it('attack 9: refuses a treasury that is not the configured one', async () => {
    const market = await givenDecided(world, null)
    for (const treasury of [Keypair.generate().publicKey, market.creator.publicKey, world.admin.publicKey]) {
      await expectRefusal(world, 'WrongTreasury', { instructions: collection(world, market, treasury) })
    }
  })

  it('keeps the share of a treasury that would not be rent-exempt, and pays it later', async () => {
    // Given a treasury that does not exist, and a share of a few lamports.
    const treasury = Keypair.generate().publicKey
    const own = await startWorld({ settings: { treasury, minimumStakeSol: 1n, developerBps: 1 } })
    const { market, expectPaid } = await givenSmall(own)
    // When the fees are collected, the burn share is taken without the other one, and the winner is paid.
    await succeed(own, [collection(own, market, treasury)])
    expect((await readMarket(own, market)).feesDue).to.deep.equal({ burn: 0n, developer: 1n })
    await expectRefusal(own, 'RecipientCannotReceive', { instructions: collection(own, market, treasury) })
    await expectPaid()

    // Then the treasury is paid once it exists.
    const rent = await own.chain.rent(0)
    fund(own.chain, treasury, rent)
    await succeed(own, [collection(own, market, treasury)])
    expect(await lamportsOf(own.chain, treasury)).to.equal(rent + 1n)
  })

  /** A market with a losing pool so small that its share does not cover the rent of an account. */
  async function givenSmall(own: World) {
    const market = await givenMarket(own)
    const winner = await givenBet(own, market, 'Yes', 10_000n)
    await givenBet(own, market, 'No', 10_000n)
    await decide(own, market, 'Yes')
    const owners = [winner.publicKey]
    const expectPaid = async () => {
      const pay = () => succeed(own, [settlement(market, owners)])
      const [payout] = await payoutsBy(own, market, owners, pay)
      expect(payout).to.equal(20_000n - 501n)
    }
    return { market, expectPaid }
  }

  it('creates a treasury that does not exist if its share covers the rent', async () => {
    const treasury = Keypair.generate().publicKey
    const own = await startWorld({ settings: { treasury } })
    const market = await givenDecided(own, null)
    await succeed(own, [collection(own, market, treasury)])
    expect(await lamportsOf(own.chain, treasury)).to.equal(SOL / 10n)
  })

  it('keeps the share of a treasury that cannot be paid, and pays another afterwards', async () => {
    const market = await givenDecided(world, null)
    const readOnly = withAccount('collectFees', collection(world, market), 'treasury', { isWritable: false })
    await expectRefusal(world, 'ConstraintMut', { instructions: readOnly })
    const poor = Keypair.generate().publicKey
    makeUnpayable(world, poor)
    const { treasury } = await changeSettings(world, { treasury: poor })
    await succeed(world, [collection(world, market, treasury)])
    await expectRefusal(world, 'RecipientCannotReceive', {
      instructions: collection(world, market, treasury),
    })
    await expectWinnerPaid(world, market, SOL / 10n)
    await changeSettings(world, { treasury: world.treasury })
    await succeed(world, [collection(world, market)])
    expect(await heldBy(world, market)).to.equal(0n)
  })

  it('attack 9: refuses the escrow of another market, and any other account as the vault', async () => {
    const market = await givenDecided(world, null)
    const other = await givenDecided(world, null)
    const refuse = (name: string, slot: 'escrow' | 'feeVault' | 'market', account: PublicKey) =>
      expectRefusal(world, name, {
        instructions: withAccount('collectFees', collection(world, market), slot, account),
        watched: [findEscrow(market.address), findFeeVault()],
      })
    await refuse('WrongEscrow', 'escrow', findEscrow(other.address))
    await refuse('WrongEscrow', 'market', other.address)
    await refuse('AccountDiscriminatorMismatch', 'feeVault', other.address)
    await refuse('AccountOwnedByWrongProgram', 'feeVault', market.creator.publicKey)
  })
})
