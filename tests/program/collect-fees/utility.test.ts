import { PROGRAM_ID } from '@prediction-market/sdk'
import { findEscrow, findFeeVault } from '@prediction-market/sdk/accounts'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { extension, setMint, setTokenAccount, tokenBalance } from '../../helpers/oracle/tokens.ts'
import { lamportsOf } from '../../helpers/program/balances.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import {
  type DecidedMarket,
  expectWinnerPaid,
  givenDecided,
  makeUnpayable,
} from '../../helpers/program/decided.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import {
  collection,
  decide,
  heldBy,
  payoutAccount,
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
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

for (const tokenProgram of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
  const name = tokenProgram.equals(TOKEN_PROGRAM_ID) ? 'UTILITY' : 'UTILITY of Token-2022'

  describe(`collect_fees in ${name}`, () => {
    let world: World
    let market: DecidedMarket

    beforeEach(async () => {
      world = await startWorld({ tokenProgram })
      market = await givenDecided(world, world.utility)
    })

    const treasuryToken = () => payoutAccount(market, world.treasury)
    const refuse = (error: string, change?: PublicKey) => {
      const collect = collection(world, market)
      const changed = change ? withAccount('collectFees', collect, 'treasuryToken', change) : collect
      return expectRefusal(world, error, { instructions: changed })
    }

    /** Expects that the burn share is taken, once, and the developer share is not. */
    async function expectKept(): Promise<void> {
      const { feesDue } = await readMarket(world, market)
      if (feesDue.burn > 0n) await succeed(world, [collection(world, market)])
      expect((await readMarket(world, market)).feesDue).to.deep.equal({ burn: 0n, developer: UTILITY / 10n })
      await refuse('RecipientCannotReceive')
    }

    it('takes the burn share alone where no token account of the treasury is given', async () => {
      const collect = withAccount('collectFees', collection(world, market), 'treasuryToken', PROGRAM_ID)
      await succeed(world, [collect])
      expect((await readMarket(world, market)).feesDue).to.deep.equal({ burn: 0n, developer: UTILITY / 10n })
      await expectRefusal(world, 'RecipientCannotReceive', { instructions: collect })
    })

    /** Restores the treasury's token account, and checks that it gets its share. */
    async function expectCollected(): Promise<void> {
      setTokenAccount(world.chain, { ...world.utility, owner: world.treasury, amount: 0n })
      await succeed(world, [collection(world, market)])
      expect(await tokenBalance(world.chain, treasuryToken())).to.equal(UTILITY / 10n)
      expect(await heldBy(world, market)).to.equal(0n)
    }

    it('keeps the share of a token account that is missing; all else goes on', async () => {
      fund(world.chain, treasuryToken(), 0n)
      await expectKept()
      await expectWinnerPaid(world, market, UTILITY / 10n)
      await expectCollected()
    })

    it('keeps the share of a frozen one; all else goes on', async () => {
      setTokenAccount(world.chain, { ...world.utility, owner: world.treasury, amount: 0n, frozen: true })
      await expectKept()
      await expectWinnerPaid(world, market, UTILITY / 10n)
      await expectCollected()
    })

    it('keeps the share of one of another owner or mint', async () => {
      const address = treasuryToken()
      const owner = Keypair.generate().publicKey
      setTokenAccount(world.chain, { ...world.utility, owner, amount: 0n, address })
      await expectKept()
      const mint = setMint(world.chain, { tokenProgram })
      setTokenAccount(world.chain, { mint, tokenProgram, owner: world.treasury, amount: 0n, address })
      await expectKept()
      await expectWinnerPaid(world, market, UTILITY / 10n)
      await expectCollected()
    })

    it('refuses a token account that is not the associated one of the treasury', async () => {
      const second = { ...world.utility, owner: world.treasury, amount: 0n, address: PublicKey.unique() }
      await refuse('WrongTreasury', setTokenAccount(world.chain, second))
      const creator = market.creator.publicKey
      await refuse('WrongTreasury', payoutAccount(market, creator))
      await refuse('WrongTreasury', findEscrow(market.address))
    })

    it('refuses another mint or token program', async () => {
      const collect = collection(world, market)
      const other = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((each) => !each.equals(tokenProgram))
      const wrong = (slot: 'mint' | 'tokenProgram', account: PublicKey) =>
        withAccount('collectFees', collect, slot, account)
      await expectRefusal(world, 'WrongMint', { instructions: wrong('mint', setMint(world.chain)) })
      await expectRefusal(world, 'WrongTokenProgram', {
        instructions: wrong('tokenProgram', other as PublicKey),
      })
      await expectRefusal(world, 'InvalidProgramId', {
        instructions: wrong('tokenProgram', SystemProgram.programId),
      })
      for (const slot of ['mint', 'tokenProgram'] as const) {
        await expectRefusal(world, 'TokenAccountsMissing', { instructions: wrong(slot, PROGRAM_ID) })
      }
    })

    if (tokenProgram.equals(TOKEN_2022_PROGRAM_ID)) {
      it('keeps the share of one that requires memos; all else goes on', async () => {
        const extensions = extension(8, Uint8Array.of(1))
        const account = { ...world.utility, owner: world.treasury, amount: 0n, extensions }
        setTokenAccount(world.chain, account)
        await expectKept()
        await expectWinnerPaid(world, market, UTILITY / 10n)
        await expectCollected()
      })
    }
  })
}

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
