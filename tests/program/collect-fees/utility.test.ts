import { PROGRAM_ID } from '@prediction-market/sdk'
import { findEscrow } from '@prediction-market/sdk/accounts'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { extension, setMint, setTokenAccount, tokenBalance } from '../../helpers/oracle/tokens.ts'
import { type DecidedMarket, expectWinnerPaid, givenDecided } from '../../helpers/program/decided.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { collection, heldBy, payoutAccount, readMarket } from '../../helpers/program/market.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import { fund, startWorld, succeed, UTILITY, type World } from '../../helpers/program/world.ts'

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
