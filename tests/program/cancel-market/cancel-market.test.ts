import { findEscrow, findQuestion } from '@prediction-market/sdk/accounts'
import { cancelMarket } from '@prediction-market/sdk/instructions'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { setTokenAccount } from '../../helpers/oracle/tokens.ts'
import { lamportGains } from '../../helpers/program/balances.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { decide } from '../../helpers/program/market.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import {
  bet,
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

/** Seconds until a nonce of now can no longer be used; the test's nonces lie up to a second ahead. */
const NONCE_EXPIRES = 302n

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`cancel_market in ${name}`, () => {
    let world: World
    let market: GivenMarket

    before(async () => {
      world = await start()
    })

    beforeEach(async () => {
      market = await givenMarket(world, { currency: of(world) })
    })

    const cancellation = (creator = market.creator.publicKey) =>
      cancelMarket({ creator, market: market.address, ...market.currency })

    const accounts = () => ({
      market: market.address,
      question: findQuestion(market.address),
      escrow: findEscrow(market.address),
    })

    it('gives the creator all rent back, and leaves nothing', async () => {
      await world.chain.warpTo(market.createdAt + NONCE_EXPIRES)
      const creator = market.creator.publicKey
      const moved = await lamportGains(world.chain, { creator, ...accounts() }, async () => {
        expect(await eventsOf(world, cancellation(), [market.creator])).to.deep.equal([
          {
            name: 'MarketCancelled',
            data: { market: market.address, sequence: 2, cancelledAt: market.createdAt + NONCE_EXPIRES },
          },
        ])
      })
      expect(moved.creator).to.equal(-(moved.market + moved.question + moved.escrow))
      for (const address of Object.values(accounts())) {
        expect(await world.chain.account(address)).to.equal(null)
      }
    })

    it('refuses while the nonce can be used again: the address could get another condition', async () => {
      await expectRefusal(world, 'MarketTooYoung', {
        instructions: cancellation(),
        signers: [market.creator],
      })
      await world.chain.warpTo(market.createdAt + 299n)
      await expectRefusal(world, 'MarketTooYoung', {
        instructions: cancellation(),
        signers: [market.creator],
      })
    })

    it('refuses everyone but the creator', async () => {
      await world.chain.warpTo(market.createdAt + NONCE_EXPIRES)
      const stranger = givenWallet(world)
      await expectRefusal(world, 'NotCreator', {
        instructions: cancellation(stranger.publicKey),
        signers: [stranger],
      })
      const unsigned = withAccount('cancelMarket', cancellation(), 'creator', { isSigner: false })
      await expectRefusal(world, 'AccountNotSigner', { instructions: unsigned })
    })

    it('refuses once somebody has staked', async () => {
      await givenBet(world, market, 'No', unit)
      await world.chain.warpTo(market.createdAt + NONCE_EXPIRES)
      await expectRefusal(world, 'MarketHasStakes', {
        instructions: cancellation(),
        signers: [market.creator],
      })
    })

    it('refuses a market that has been decided', async () => {
      await decide(world, market, 'Yes')
      await expectRefusal(world, 'MarketDecided', { instructions: cancellation(), signers: [market.creator] })
    })

    it('is not held up by what strangers send to the escrow', async () => {
      const escrow = findEscrow(market.address)
      const before = await world.chain.account(escrow)
      if (!before) throw new Error('There is no escrow')
      if (market.currency) {
        setTokenAccount(world.chain, { ...market.currency, owner: escrow, amount: 5n, address: escrow })
      } else {
        world.chain.setAccount(escrow, { ...before, lamports: before.lamports + 5n })
      }
      await world.chain.warpTo(market.createdAt + NONCE_EXPIRES)
      await succeed(world, [cancellation()], [market.creator])
      expect(await world.chain.account(escrow)).to.equal(null)
    })

    it('refuses the escrow or question of another market', async () => {
      const other = await givenMarket(world, { currency: of(world) })
      await world.chain.warpTo(other.createdAt + NONCE_EXPIRES)
      const refuse = (error: string, slot: 'escrow' | 'question', account: PublicKey) =>
        expectRefusal(world, error, {
          instructions: withAccount('cancelMarket', cancellation(), slot, account),
          signers: [market.creator],
        })
      await refuse('WrongEscrow', 'escrow', findEscrow(other.address))
      await refuse('WrongQuestion', 'question', findQuestion(other.address))
    })

    it('refuses bets that were signed for it afterwards', async () => {
      await world.chain.warpTo(market.createdAt + NONCE_EXPIRES)
      await succeed(world, [cancellation()], [market.creator])
      const bettor = givenWallet(world)
      await expectRefusal(world, 'AccountOwnedByWrongProgram', {
        instructions: bet(market, bettor.publicKey, 'Yes', unit),
        signers: [bettor],
      })
    })
  })
}
