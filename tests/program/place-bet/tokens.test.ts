import { PROGRAM_ID } from '@prediction-market/sdk'
import { findEscrow } from '@prediction-market/sdk/accounts'
import { createApproveInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import { type Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { setMint, setTokenAccount, tokenBalance } from '../../helpers/oracle/tokens.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { payoutAccount, readPosition } from '../../helpers/program/market.ts'
import { accountIn, type SlotName, withAccount } from '../../helpers/program/slots.ts'
import {
  bet,
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

type Slot = SlotName<'placeBet'>

describe('place_bet in UTILITY with wrong token accounts', () => {
  let world: World
  let market: GivenMarket
  let bettor: Keypair
  let instruction: TransactionInstruction

  before(async () => {
    world = await startWorld()
  })

  beforeEach(async () => {
    market = await givenMarket(world, { currency: world.utility })
    bettor = givenWallet(world)
    instruction = bet(market, bettor.publicKey, 'Yes', UTILITY)
  })

  const refuse = (error: string, slot: Slot, account: PublicKey) =>
    expectRefusal(world, error, {
      instructions: withAccount('placeBet', instruction, slot, account),
      signers: [bettor],
      watched: [bettor.publicKey, accountIn('placeBet', instruction, slot)],
    })

  /** Expects an error of the token program, by its number. */
  const refuseByToken = async (code: number, slot: Slot, account: PublicKey) => {
    const error = await refuse('UnknownProgramError', slot, account)
    expect(error).to.include({ code, program: world.utility.tokenProgram.toBase58() })
  }

  it('refuses missing accounts', async () => {
    for (const slot of ['bettorToken', 'mint', 'tokenProgram'] as const) {
      await refuse('TokenAccountsMissing', slot, PROGRAM_ID)
    }
  })

  it('attack 9: refuses another mint', async () => {
    await refuse('WrongMint', 'mint', setMint(world.chain, { supply: UTILITY }))
    await refuse('WrongMint', 'mint', PublicKey.unique())
  })

  it('refuses the other token program, and a false one', async () => {
    await refuse('WrongTokenProgram', 'tokenProgram', TOKEN_2022_PROGRAM_ID)
    const genuine = await world.chain.account(world.utility.tokenProgram)
    if (!genuine) throw new Error('The chain has no token program')
    const fake = PublicKey.unique()
    world.chain.setAccount(fake, genuine)
    await refuse('InvalidProgramId', 'tokenProgram', fake)
    await refuse('InvalidProgramId', 'tokenProgram', PublicKey.unique())
  })

  it('attack 9: refuses the token account of somebody else', async () => {
    const other = givenWallet(world)
    await refuseByToken(4, 'bettorToken', payoutAccount(market, other.publicKey))
  })

  it("refuses the escrow as the token account: nobody bets with other people's stakes", async () => {
    await givenBet(world, market, 'No', 10n * UTILITY)
    await refuseByToken(4, 'bettorToken', findEscrow(market.address))
    const other = await givenMarket(world, { currency: world.utility })
    await givenBet(world, other, 'No', 10n * UTILITY)
    await refuseByToken(4, 'bettorToken', findEscrow(other.address))
  })

  it('refuses a token account of another mint, and a frozen one', async () => {
    const owner = bettor.publicKey
    const mint = setMint(world.chain, { supply: UTILITY })
    const foreign = setTokenAccount(world.chain, { mint, owner, amount: UTILITY })
    await refuseByToken(3, 'bettorToken', foreign)
    const address = PublicKey.unique()
    const frozen = { ...world.utility, owner, amount: UTILITY, address, frozen: true }
    await refuseByToken(17, 'bettorToken', setTokenAccount(world.chain, frozen))
  })

  it('refuses an account that another program owns', async () => {
    await refuse('invalid account data for instruction', 'bettorToken', givenWallet(world).publicKey)
  })

  it('takes any token account that the bettor may transfer from', async () => {
    // Given another token account of the bettor, and a friend's with the bettor as delegate for two coins.
    const second = { ...world.utility, owner: bettor.publicKey, amount: UTILITY, address: PublicKey.unique() }
    setTokenAccount(world.chain, second)
    const friend = givenWallet(world)
    const purse = payoutAccount(market, friend.publicKey)
    await succeed(
      world,
      [createApproveInstruction(purse, bettor.publicKey, friend.publicKey, 2n * UTILITY)],
      [friend],
    )

    // When the bettor bets from both.
    for (const account of [second.address, purse]) {
      await succeed(world, [withAccount('placeBet', instruction, 'bettorToken', account)], [bettor])
    }

    // Then both stakes are in the bettor's position, and a bet beyond the delegation is refused.
    expect((await readPosition(world, market, bettor.publicKey)).stakes).to.deep.equal({
      Yes: 2n * UTILITY,
      No: 0n,
    })
    expect(await tokenBalance(world.chain, second.address)).to.equal(0n)
    expect(await tokenBalance(world.chain, purse)).to.equal(999n * UTILITY)
  })
})
