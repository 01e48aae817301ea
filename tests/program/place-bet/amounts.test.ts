import { quote } from '@prediction-market/sdk'
import { findConfig, findEscrow, findPosition } from '@prediction-market/sdk/accounts'
import { placeBet } from '@prediction-market/sdk/instructions'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { buildInstruction } from '../../../sdk/src/core/instructions/build.ts'
import { codecOf } from '../../../sdk/src/web3/codec.ts'
import { setTokenAccount, tokenBalance } from '../../helpers/oracle/tokens.ts'
import { lamportsOf } from '../../helpers/program/balances.ts'
import { dataOf } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { expectRefusal, expectUnchanged, refusalOf } from '../../helpers/program/expect.ts'
import { heldBy, payoutAccount, readMarket } from '../../helpers/program/market.ts'
import {
  bet,
  fund,
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

const MAX_U64 = 2n ** 64n - 1n

describe('place_bet of an amount', () => {
  let world: World

  before(async () => {
    world = await startWorld()
  })

  const placing = (market: GivenMarket, bettor: Keypair, amount: bigint) => ({
    instructions: bet(market, bettor.publicKey, 'Yes', amount),
    signers: [bettor],
  })

  /** A wallet with as many utility tokens as there can be. */
  function givenTokens(amount: bigint): Keypair {
    const wallet = givenWallet(world)
    setTokenAccount(world.chain, { ...world.utility, owner: wallet.publicKey, amount })
    return wallet
  }

  it('refuses a stake of nothing', async () => {
    const market = await givenMarket(world)
    const bettor = givenWallet(world)
    const accounts = {
      bettor: bettor.publicKey,
      config: findConfig(),
      market: market.address,
      escrow: findEscrow(market.address),
      position: findPosition(market.address, bettor.publicKey),
      bettorToken: null,
      mint: null,
      tokenProgram: null,
    }
    const args = { stake: { outcome: { yes: {} }, amount: 0n }, minPayout: 0n }
    const instructions = buildInstruction(codecOf(), 'placeBet', { accounts, args })
    await expectRefusal(world, 'StakeTooSmall', { instructions, signers: [bettor] })
    instructions.data.writeUInt8(2, 8) // neither Yes nor No
    await expectRefusal(world, 'InstructionDidNotDeserialize', { instructions, signers: [bettor] })
  })

  it('refuses the largest amount in SOL, first and later', async () => {
    const market = await givenMarket(world)
    const newcomer = givenWallet(world)
    await expectRefusal(world, 'ArithmeticOverflow', placing(market, newcomer, MAX_U64))
    const bettor = await givenBet(world, market, 'Yes', SOL)
    await expectRefusal(world, 'InsufficientFunds', placing(market, bettor, MAX_U64))
  })

  it('takes the last lamport of a wallet, and refuses one lamport more', async () => {
    const market = await givenMarket(world)
    const bettor = Keypair.generate()
    const rent = await world.chain.rent(160)
    fund(world.chain, bettor.publicKey, SOL + rent)
    await expectRefusal(world, 'InsufficientFunds', placing(market, bettor, SOL + 1n))
    await succeed(world, [placing(market, bettor, SOL).instructions], [bettor])
    expect(await lamportsOf(world.chain, bettor.publicKey)).to.equal(0n)
    expect(await heldBy(world, market)).to.equal(SOL)
  })

  it('leaves no wallet below its rent', async () => {
    const market = await givenMarket(world)
    const bettor = Keypair.generate()
    fund(world.chain, bettor.publicKey, SOL + (await world.chain.rent(160)) + 1n)
    const { error } = await expectUnchanged(world, placing(market, bettor, SOL))
    expect(error).to.match(/insufficient ?funds ?for ?rent/i)
  })

  it('refuses more tokens than the bettor has, by one', async () => {
    const market = await givenMarket(world, { currency: world.utility })
    const bettor = givenTokens(50n * UTILITY)
    await expectRefusal(world, 'InsufficientFunds', placing(market, bettor, 50n * UTILITY + 1n))
    await succeed(world, [placing(market, bettor, 50n * UTILITY).instructions], [bettor])
    expect(await tokenBalance(world.chain, payoutAccount(market, bettor.publicKey))).to.equal(0n)
    await expectRefusal(world, 'InsufficientFunds', placing(market, bettor, UTILITY))
  })

  it('takes as many tokens as there can be, and not one more', async () => {
    const market = await givenMarket(world, { currency: world.utility })
    const bettor = givenTokens(MAX_U64)
    await succeed(world, [placing(market, bettor, MAX_U64).instructions], [bettor])
    expect((await readMarket(world, market)).pools).to.deep.equal({ Yes: MAX_U64, No: 0n })
    expect(await heldBy(world, market)).to.equal(MAX_U64)
    const other = givenTokens(UTILITY)
    const refusal = refusalOf(await expectUnchanged(world, placing(market, other, UTILITY)))
    // Not every token program refuses this; our program does.
    expect(refusal).to.be.oneOf(['UnknownProgramError', 'ArithmeticOverflow'])
  })

  it('refuses a stake with which a pool or both pools together would overflow', async () => {
    for (const side of ['Yes', 'No'] as const) {
      const market = await givenMarket(world)
      const bettor = await givenBet(world, market, side, 123_456_789_123n)
      await patch(market.address, 123_456_789_123n, MAX_U64 - SOL + 1n)
      expect((await readMarket(world, market)).pools[side]).to.equal(MAX_U64 - SOL + 1n)
      await expectRefusal(world, 'ArithmeticOverflow', placing(market, bettor, SOL))
      await succeed(world, [placing(market, bettor, SOL - 1n).instructions], [bettor])
    }
  })

  it('refuses a stake with which the position would overflow', async () => {
    const market = await givenMarket(world)
    const bettor = await givenBet(world, market, 'Yes', 123_456_789_123n)
    await patch(findPosition(market.address, bettor.publicKey), 123_456_789_123n, MAX_U64)
    await expectRefusal(world, 'ArithmeticOverflow', placing(market, bettor, SOL))
  })

  /** Replaces a number in the data of an account. */
  async function patch(address: PublicKey, from: bigint, to: bigint): Promise<void> {
    const account = await world.chain.account(address)
    const data = Buffer.from(await dataOf(world, address))
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(from)
    data.writeBigUInt64LE(to, data.indexOf(bytes))
    if (account) world.chain.setAccount(address, { ...account, data })
  }
})

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`place_bet in ${name} with a least payout`, () => {
    let world: World

    before(async () => {
      world = await start()
    })

    it('attack 34: refuses the bet if the odds have moved since the quote', async () => {
      // Given a quote of a bet on Yes.
      const market = await givenMarket(world, { currency: of(world) })
      await givenBet(world, market, 'Yes', 3n * unit)
      await givenBet(world, market, 'No', 5n * unit)
      const bettor = givenWallet(world)
      const amount = 2n * unit
      const { pools, terms } = await readMarket(world, market)
      const { payout } = quote({ pools, outcome: 'Yes', amount, shares: terms })
      const placing = (minPayout: bigint) =>
        placeBet({
          bettor: bettor.publicKey,
          market: market.address,
          outcome: 'Yes',
          amount,
          minPayout,
          ...market.currency,
        })
      await expectRefusal(world, 'PayoutTooLow', { instructions: placing(payout + 1n), signers: [bettor] })

      // When somebody else bets on the same side first, the bet is refused, first or later.
      const other = await givenBet(world, market, 'Yes', unit / 1_000n)
      await expectRefusal(world, 'PayoutTooLow', { instructions: placing(payout), signers: [bettor] })
      await succeed(world, [placing(0n)], [bettor])
      await expectRefusal(world, 'PayoutTooLow', { instructions: placing(payout), signers: [bettor] })
      expect(other).not.to.equal(null)
    })

    it('accepts exactly what the SDK quotes', async () => {
      const market = await givenMarket(world, { currency: of(world) })
      await givenBet(world, market, 'Yes', 3n * unit + 7n)
      await givenBet(world, market, 'No', 5n * unit + 3n)
      const bettor = givenWallet(world)
      for (const outcome of ['Yes', 'No'] as const) {
        const { pools, terms } = await readMarket(world, market)
        const amount = unit + 1n
        const { payout } = quote({ pools, outcome, amount, shares: terms })
        const input = { bettor: bettor.publicKey, market: market.address, outcome, amount }
        const placing = (minPayout: bigint) => placeBet({ ...input, minPayout, ...market.currency })
        await expectRefusal(world, 'PayoutTooLow', { instructions: placing(payout + 1n), signers: [bettor] })
        await succeed(world, [placing(payout)], [bettor])
      }
    })
  })
}
