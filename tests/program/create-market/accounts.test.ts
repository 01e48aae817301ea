import { findEscrow, findPosition, findQuestion, type Settings } from '@prediction-market/sdk/accounts'
import { TOKEN_2022_PROGRAM_ID } from '@solana/spl-token'
import { type Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { PYTH_RECEIVERS } from '../../helpers/oracle/pyth.ts'
import { setMint, setTokenAccount } from '../../helpers/oracle/tokens.ts'
import { lamportsOf } from '../../helpers/program/balances.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { CURRENCIES, currencyCase } from '../../helpers/program/currency.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { type RawMarket, rawCreateMarket } from '../../helpers/program/raw-market.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import {
  freshNonce,
  fund,
  givenMarket,
  givenWallet,
  SOL,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`create_market in ${name}`, () => {
    let world: World
    let creator: Keypair

    beforeEach(async () => {
      world = await start()
      creator = givenWallet(world)
    })

    const opening = (raw: RawMarket = {}) =>
      rawCreateMarket(world, creator.publicKey, { currency: of(world), ...raw })

    it('refuses while new markets are paused', async () => {
      await changeSettings(world, { paused: true })
      const { instruction } = await opening()
      await expectRefusal(world, 'Paused', { instructions: instruction, signers: [creator] })
    })

    it('attack 11: refuses the same nonce of the same creator twice, with a stake or without', async () => {
      const nonce = await freshNonce(world.chain)
      const { instruction } = await opening({ nonce })
      await succeed(world, [instruction], [creator])
      await expectRefusal(world, 'AccountExists', { instructions: instruction, signers: [creator] })
      const { instruction: staked } = await opening({
        nonce,
        question: 'Another?',
        initialStake: { outcome: 'Yes', amount: unit },
      })
      await expectRefusal(world, 'AccountExists', { instructions: staked, signers: [creator] })
    })

    it('lets two creators use the same nonce', async () => {
      const nonce = await freshNonce(world.chain)
      const other = givenWallet(world)
      const { instruction, market } = await opening({ nonce })
      await succeed(world, [instruction], [creator])
      const second = await rawCreateMarket(world, other.publicKey, { nonce, currency: of(world) })
      await succeed(world, [second.instruction], [other])
      expect(second.market.toBase58()).not.to.equal(market.toBase58())
    })

    for (const lamports of [1n, 890_880n, 10n * SOL]) {
      it(`opens a market although each of its addresses already holds ${lamports} lamports`, async () => {
        // Given an attacker who sends lamports to the addresses that the creator is about to use.
        const stake = { outcome: 'Yes', amount: 3n * unit } as const
        const { instruction, market } = await opening({ initialStake: stake })
        const accounts = {
          market,
          question: findQuestion(market),
          escrow: findEscrow(market),
          position: findPosition(market, creator.publicKey),
        }
        for (const address of Object.values(accounts)) fund(world.chain, address, lamports)

        // When the creator opens the market with an initial stake.
        await succeed(world, [instruction], [creator])

        // Then the market is valid, and the surplus in the escrow is not part of the stakes.
        const address = market
        expect((await readMarket(world, { address })).pools).to.deep.equal({ Yes: 3n * unit, No: 0n })
        for (const [account, at] of Object.entries(accounts)) {
          const data = (await world.chain.account(at))?.data.length ?? 0
          const rent = await world.chain.rent(data)
          const stakeInSol = account === 'escrow' && !of(world) ? 3n * unit : 0n
          const surplus = lamports > rent ? lamports - rent : 0n
          expect(await lamportsOf(world.chain, at), account).to.equal(rent + surplus + stakeInSol)
        }
      })
    }

    it('keeps the terms of its creation, even if the admin changes the settings', async () => {
      const given = { creator, currency: of(world) }
      const before = await givenMarket(world, given)
      const settings = await changeSettings(world, {
        burnBps: 1_000,
        developerBps: 0,
        proofWindow: 60,
        voidDelay: 240,
        maxConfidenceBps: 17,
        pythReceiver: PYTH_RECEIVERS[1],
        shortestPeriod: 120,
        closeMargin: 20,
        settleReward: 7_000n,
      })
      const after = await givenMarket(world, given)
      const terms = (settings: Settings, period: number) => ({
        burnBps: settings.burnBps,
        developerBps: settings.developerBps,
        proofWindow: settings.proofWindow,
        voidDelay: settings.voidDelay,
        maxConfidenceBps: settings.maxConfidenceBps,
        pythReceiver: settings.pythReceiver,
        closeMargin: settings.closeMargin,
        settleReward: settings.settleReward,
        decideReward: 0n,
        rewardStake: of(world) ? 1n : 0n,
        maxRatio: 0,
        period,
        attestorSet: 0,
      })
      expect((await readMarket(world, before)).terms).to.deep.equal(terms(world.settings, 56))
      expect((await readMarket(world, after)).terms).to.deep.equal(terms(settings, 120))
    })

    it('refuses an initial stake below the minimum, or above what the creator has', async () => {
      const { minimumStakeSol, minimumStakeUtility } = world.settings
      const minimum = of(world) ? minimumStakeUtility : minimumStakeSol
      const staking = (amount: bigint) => opening({ initialStake: { outcome: 'No', amount } })
      for (const amount of [0n, minimum - 1n]) {
        const { instruction } = await staking(amount)
        await expectRefusal(world, 'StakeTooSmall', { instructions: instruction, signers: [creator] })
      }
      const { instruction } = await staking(1_001n * unit)
      await expectRefusal(world, 'InsufficientFunds', { instructions: instruction, signers: [creator] })
      await succeed(world, [(await staking(minimum)).instruction], [creator])
    })

    it('refuses an initial stake without a position, or with that of another bettor', async () => {
      const { instruction, market } = await opening({ initialStake: { outcome: 'No', amount: unit } })
      const other = givenWallet(world).publicKey
      const { programId } = instruction
      for (const position of [programId, findPosition(market, other), other]) {
        const wrong = withAccount('createMarket', instruction, 'position', position)
        await expectRefusal(world, 'WrongPosition', { instructions: wrong, signers: [creator] })
      }
    })

    it('refuses a creator who does not sign', async () => {
      const { instruction } = await opening()
      const unsigned = withAccount('createMarket', instruction, 'creator', { isSigner: false })
      await expectRefusal(world, 'AccountNotSigner', { instructions: unsigned })
    })
  })
}

describe('create_market in UTILITY', () => {
  let world: World
  let creator: Keypair

  beforeEach(async () => {
    world = await currencyCase('UTILITY').start()
    creator = givenWallet(world)
  })

  it('refuses a mint that is not the utility token', async () => {
    const mint = setMint(world.chain)
    const currency = { ...world.utility, mint }
    setTokenAccount(world.chain, { ...currency, owner: creator.publicKey, amount: UTILITY })
    const { instruction } = await rawCreateMarket(world, creator.publicKey, { currency })
    await expectRefusal(world, 'WrongMint', { instructions: instruction, signers: [creator] })
  })

  it('refuses a missing token program, a false one, and the other one', async () => {
    const { instruction } = await rawCreateMarket(world, creator.publicKey, { currency: world.utility })
    const refuse = (name: string, tokenProgram: PublicKey) =>
      expectRefusal(world, name, {
        instructions: withAccount('createMarket', instruction, 'tokenProgram', tokenProgram),
        signers: [creator],
      })
    await refuse('TokenAccountsMissing', instruction.programId)
    await refuse('InvalidProgramId', SystemProgram.programId)
    await refuse('InvalidProgramId', PublicKey.unique())
    await refuse('incorrect program id for instruction', TOKEN_2022_PROGRAM_ID)
  })

  it('refuses an initial stake without a token account, or with that of another owner', async () => {
    const other = givenWallet(world)
    const { instruction } = await rawCreateMarket(world, creator.publicKey, {
      currency: world.utility,
      initialStake: { outcome: 'Yes', amount: UTILITY },
    })
    const attempt = (creatorToken: PublicKey) => ({
      instructions: withAccount('createMarket', instruction, 'creatorToken', creatorToken),
      signers: [creator],
    })
    await expectRefusal(world, 'TokenAccountsMissing', attempt(instruction.programId))
    const token = setTokenAccount(world.chain, { ...world.utility, owner: other.publicKey, amount: UTILITY })
    const error = await expectRefusal(world, 'UnknownProgramError', attempt(token))
    // The token program's error for an account of another owner.
    expect(error).to.include({ code: 4, program: world.utility.tokenProgram.toBase58() })
  })
})
