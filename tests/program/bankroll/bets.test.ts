import { findEscrow, findPosition } from '@prediction-market/sdk/accounts'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { lamportGains, tokenGains } from '../../helpers/program/balances.ts'
import {
  bankrollBet,
  type DelegateKeys,
  type GivenBankroll,
  givenBankroll,
  givenDelegate,
  readBankroll,
} from '../../helpers/program/bankroll.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { decide, readMarket, readPosition, settlement } from '../../helpers/program/market.ts'
import {
  bet,
  fund,
  type GivenMarket,
  givenBet,
  givenMarket,
  SOL,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

const POSITION = 160
const FEE = 7_000n

describe('place_bet_from_bankroll', () => {
  let world: World
  let bankroll: GivenBankroll
  let keys: DelegateKeys
  let market: GivenMarket

  beforeEach(async () => {
    world = await startWorld()
    bankroll = await givenBankroll(world)
    keys = await givenDelegate(world, bankroll)
    market = await givenMarket(world)
  })

  const signers = () => [keys.key, keys.cosigner]

  it('stakes SOL of the bankroll for its owner, with both keys of a delegate', async () => {
    const rent = await world.chain.rent(POSITION)
    const { owner, address } = bankroll
    const names = {
      bankroll: address,
      owner: owner.publicKey,
      escrow: findEscrow(market.address),
      position: findPosition(market.address, owner.publicKey),
      key: keys.key.publicKey,
      cosigner: keys.cosigner.publicKey,
    }
    const first = bankrollBet(bankroll, market, 'Yes', SOL, { keys, fee: FEE, requestId: 2n ** 64n - 1n })
    const gains = await lamportGains(world.chain, names, async () => {
      const [placed, paid] = await eventsOf(world, first, signers())
      expect(placed).to.deep.include({ name: 'BetPlaced' })
      expect(placed?.data).to.deep.include({
        sequence: 2,
        owner: owner.publicKey,
        amount: SOL,
        stakes: { Yes: SOL, No: 0n },
      })
      expect(paid).to.deep.equal({
        name: 'BankrollBet',
        data: {
          market: market.address,
          sequence: 2,
          owner: owner.publicKey,
          signer: keys.key.publicKey,
          spent: { SOL: SOL + rent + FEE, UTILITY: 0n },
          fee: FEE,
          requestId: 2n ** 64n - 1n,
        },
      })
    })
    const none = { owner: 0n, key: 0n }
    expect(gains).to.deep.equal({
      ...none,
      bankroll: -SOL - rent - FEE,
      escrow: SOL,
      position: rent,
      cosigner: FEE,
    })
    expect(await readPosition(world, market, owner.publicKey)).to.deep.include({
      stakes: { Yes: SOL, No: 0n },
    })

    // A later one pays no rent.
    const later = bankrollBet(bankroll, market, 'No', 2n * SOL, { keys })
    const more = await lamportGains(world.chain, names, () => succeed(world, [later], signers()))
    expect(more).to.deep.equal({ ...none, bankroll: -2n * SOL, escrow: 2n * SOL, position: 0n, cosigner: 0n })
    const [delegate] = (await readBankroll(world, bankroll)).delegates
    expect(delegate?.spent).to.deep.equal({ SOL: 3n * SOL + rent + FEE, UTILITY: 0n })
    expect(await readMarket(world, market)).to.deep.include({
      pools: { Yes: SOL, No: 2n * SOL },
      openPositions: 1,
    })
  })

  it('stakes UTILITY, and counts rent and fee as SOL', async () => {
    const rent = await world.chain.rent(POSITION)
    const inUtility = await givenMarket(world, { currency: world.utility })
    const { address, tokens } = bankroll
    const escrow = findEscrow(inUtility.address)
    const betting = bankrollBet(bankroll, inUtility, 'No', 5n * UTILITY, { keys, fee: FEE })
    const gains = await tokenGains(world.chain, { tokens, escrow }, async () => {
      const lamports = await lamportGains(world.chain, { address }, () =>
        succeed(world, [betting], signers()),
      )
      expect(lamports).to.deep.equal({ address: -rent - FEE })
    })
    expect(gains).to.deep.equal({ tokens: -5n * UTILITY, escrow: 5n * UTILITY })
    const [delegate] = (await readBankroll(world, bankroll)).delegates
    expect(delegate?.spent).to.deep.equal({ SOL: rent + FEE, UTILITY: 5n * UTILITY })
    await succeed(world, [bankrollBet(bankroll, inUtility, 'Yes', UTILITY, { keys })], signers())
  })

  it('stakes for the owner alone too, who has no limits', async () => {
    const betting = bankrollBet(bankroll, market, 'Yes', 99n * SOL)
    await succeed(world, [betting], [bankroll.owner])
    const [delegate] = (await readBankroll(world, bankroll)).delegates
    expect(delegate?.spent).to.deep.equal({ SOL: 0n, UTILITY: 0n })
  })

  it('adds to the position of a bet from the wallet', async () => {
    const { owner } = bankroll
    await succeed(world, [bet(market, owner.publicKey, 'Yes', SOL)], [owner])
    await succeed(world, [bankrollBet(bankroll, market, 'Yes', SOL, { keys })], signers())
    expect(await readPosition(world, market, bankroll.owner.publicKey)).to.deep.include({
      stakes: { Yes: 2n * SOL, No: 0n },
    })
  })

  it('opens a position at an address that somebody sent lamports to', async () => {
    const position = findPosition(market.address, bankroll.owner.publicKey)
    fund(world.chain, position, 1_000n)
    const gains = await lamportGains(world.chain, { bankroll: bankroll.address }, () =>
      succeed(world, [bankrollBet(bankroll, market, 'Yes', SOL, { keys })], signers()),
    )
    expect(gains.bankroll).to.equal(-SOL - (await world.chain.rent(POSITION)) + 1_000n)
  })

  it('pays winnings and rent to the owner’s wallet', async () => {
    await succeed(world, [bankrollBet(bankroll, market, 'Yes', SOL, { keys })], signers())
    await givenBet(world, market, 'No', SOL)
    await decide(world, market, 'Yes')
    const { owner, address } = bankroll
    const gains = await lamportGains(world.chain, { owner: owner.publicKey, address }, () =>
      succeed(world, [settlement(market, [owner.publicKey])]),
    )
    const rent = await world.chain.rent(POSITION)
    expect(gains).to.deep.equal({ owner: SOL + (9n * SOL) / 10n + rent, address: 0n })
  })

  describe('refuses', () => {
    const refuse = (name: string, amount: bigint, change: Parameters<typeof bankrollBet>[4] = {}) =>
      expectRefusal(world, name, {
        instructions: bankrollBet(bankroll, market, 'Yes', amount, { keys, ...change }),
        signers: signers(),
        watched: [bankroll.owner.publicKey],
      })

    it('less than the minimum, a paused program, a low payout and a closed market, as any bet', async () => {
      await refuse('StakeTooSmall', 1n)
      await refuse('PayoutTooLow', SOL, { minPayout: 2n * SOL })
      await changeSettings(world, { paused: true })
      await refuse('Paused', SOL)
      await changeSettings(world, { paused: false })
      await world.chain.warpTo(market.expireAt)
      await refuse('MarketClosed', SOL)
    })

    it('more than the bankroll has, with rent and fee', async () => {
      const rent = await world.chain.rent(POSITION)
      await refuse('BankrollTooLow', 100n * SOL + 1n)
      await refuse('BankrollTooLow', 100n * SOL - rent + 1n)
      await refuse('BankrollTooLow', 100n * SOL - rent - FEE + 1n, { fee: FEE })
      const most = bankrollBet(bankroll, market, 'Yes', 100n * SOL - rent - FEE, { keys, fee: FEE })
      await succeed(world, [most], signers())
    })

    it('a fee above the delegate’s limit, and any fee without a cosigner', async () => {
      await refuse('DelegateFeeTooHigh', SOL, { fee: 50_001n })
      await expectRefusal(world, 'NotDelegate', {
        instructions: bankrollBet(bankroll, market, 'Yes', SOL, { fee: 1n }),
        signers: [bankroll.owner],
      })
    })

    it('a delegate that has expired, to the second', async () => {
      const [delegate] = (await readBankroll(world, bankroll)).delegates
      const expiresAt = delegate?.limits.expiresAt ?? 0n
      market = await givenMarket(world, { duration: 200_000n })
      await world.chain.warpTo(expiresAt)
      await refuse('DelegateExpired', SOL)
      await world.chain.warpTo(expiresAt - 1n)
      await succeed(world, [bankrollBet(bankroll, market, 'Yes', SOL, { keys })], signers())
    })

    it('more than the limit for one bet, in either currency', async () => {
      keys = await givenDelegate(world, bankroll, { perBet: { SOL, UTILITY } })
      await refuse('DelegatePerBetExceeded', SOL + 1n)
      market = await givenMarket(world, { currency: world.utility })
      await refuse('DelegatePerBetExceeded', UTILITY + 1n)
      await succeed(world, [bankrollBet(bankroll, market, 'Yes', UTILITY, { keys })], signers())
    })

    it('more than the total, to the unit, with rent and fee', async () => {
      const rent = await world.chain.rent(POSITION)
      const total = { SOL: SOL + rent + FEE, UTILITY }
      keys = await givenDelegate(world, bankroll, { total })
      await refuse('DelegateTotalExceeded', SOL + 1n, { fee: FEE })
      await refuse('DelegateTotalExceeded', SOL, { fee: FEE + 1n })
      const most = bankrollBet(bankroll, market, 'Yes', SOL, { keys, fee: FEE })
      await succeed(world, [most], signers())
      await refuse('DelegateTotalExceeded', 1_000_000n)
      // A position in a UTILITY market costs rent in SOL, of which nothing is left.
      market = await givenMarket(world, { currency: world.utility })
      await refuse('DelegateTotalExceeded', UTILITY)
    })

    it('another bankroll’s delegate, a stranger, and one key of two', async () => {
      const other = await givenBankroll(world)
      const strangers = { key: Keypair.generate(), cosigner: Keypair.generate() }
      const attempts: [DelegateKeys, GivenBankroll][] = [
        [keys, other],
        [strangers, bankroll],
        [{ ...keys, cosigner: strangers.cosigner }, bankroll],
        [{ ...keys, key: strangers.key }, bankroll],
        [{ key: keys.cosigner, cosigner: keys.key }, bankroll],
        [{ key: bankroll.owner, cosigner: keys.cosigner }, bankroll],
      ]
      for (const [by, from] of attempts) {
        await expectRefusal(world, 'NotDelegate', {
          instructions: bankrollBet(from, market, 'Yes', SOL, { keys: by }),
          signers: [by.key, by.cosigner],
        })
      }
    })
  })
})
