import { findEscrow, PROGRAM_ID } from '@prediction-market/sdk'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { extension, setMint, setTokenAccount, tokenBalance } from '../../helpers/oracle/tokens.ts'
import { type DecidedMarket, expectWinnerPaid, givenDecided } from '../../helpers/program/decided.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { collection, heldBy, payoutAccount } from '../../helpers/program/market.ts'
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

    /** Restores the treasury's token account, and checks that it gets its share. */
    async function expectCollected(): Promise<void> {
      setTokenAccount(world.chain, { ...world.utility, owner: world.treasury, amount: 0n })
      await succeed(world, [collection(world, market)])
      expect(await tokenBalance(world.chain, treasuryToken())).to.equal(UTILITY / 10n)
      expect(await heldBy(world, market)).to.equal(0n)
    }

    it('refuses a token account that is missing; payouts go on', async () => {
      fund(world.chain, treasuryToken(), 0n)
      await refuse('RecipientCannotReceive')
      await expectWinnerPaid(world, market)
      await expectCollected()
    })

    it('refuses a frozen one; payouts go on', async () => {
      setTokenAccount(world.chain, { ...world.utility, owner: world.treasury, amount: 0n, frozen: true })
      await refuse('RecipientCannotReceive')
      await expectWinnerPaid(world, market)
      await expectCollected()
    })

    it('refuses one of another owner or mint', async () => {
      const address = treasuryToken()
      const owner = Keypair.generate().publicKey
      setTokenAccount(world.chain, { ...world.utility, owner, amount: 0n, address })
      await refuse('RecipientCannotReceive')
      const mint = setMint(world.chain, { tokenProgram })
      setTokenAccount(world.chain, { mint, tokenProgram, owner: world.treasury, amount: 0n, address })
      await refuse('RecipientCannotReceive')
      await expectWinnerPaid(world, market)
      await expectCollected()
    })

    it('refuses a token account that is not the associated one of the treasury', async () => {
      const second = { ...world.utility, owner: world.treasury, amount: 0n, address: PublicKey.unique() }
      await refuse('WrongTreasury', setTokenAccount(world.chain, second))
      const creator = market.creator.publicKey
      await refuse('WrongTreasury', payoutAccount(market, creator))
      await refuse('WrongTreasury', findEscrow(market.address))
      await refuse('TokenAccountsMissing', PROGRAM_ID)
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
      it('refuses one that requires memos; payouts go on', async () => {
        const extensions = extension(8, Uint8Array.of(1))
        const account = { ...world.utility, owner: world.treasury, amount: 0n, extensions }
        setTokenAccount(world.chain, account)
        await refuse('RecipientCannotReceive')
        await expectWinnerPaid(world, market)
        await expectCollected()
      })
    }
  })
}
