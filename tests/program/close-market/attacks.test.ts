import { findEscrow, findMarket, findQuestion } from '@prediction-market/sdk/accounts'
import { createMarket } from '@prediction-market/sdk/instructions'
import { createTransferInstruction } from '@solana/spl-token'
import { Keypair, type PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { tokenSupply } from '../../helpers/oracle/tokens.ts'
import { lamportGains } from '../../helpers/program/balances.ts'
import { accountsOf, closing, givenMarketWithDust } from '../../helpers/program/close.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { collection, decide, payoutAccount, readMarket, settlement } from '../../helpers/program/market.ts'
import {
  givenMarket,
  givenWallet,
  PRICE_AT_EXPIRY,
  SOL,
  succeed,
  termsOf,
  type World,
} from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`close_market in ${name}, under attack`, () => {
    let world: World

    before(async () => {
      world = await start()
    })

    it('refuses until the nonce has expired, so that its address is never used again', async () => {
      // Given a market with the latest nonce possible, decided at once.
      const creator = givenWallet(world)
      const now = await world.chain.now()
      const nonce = (now + 300n) * 1_000n + 999n
      const input = { creator: creator.publicKey, nonce, question: '?', token: null, currency: of(world) }
      const expected = await termsOf(world, PRICE_AT_EXPIRY, of(world))
      const rewardStake = input.currency ? 1n : undefined
      const opening = (expireAt: bigint) =>
        createMarket({
          ...input,
          expireAt,
          condition: PRICE_AT_EXPIRY,
          expected,
          decideReward: 0n,
          rewardStake,
        })
      await succeed(world, [opening(now + 11n)], [creator])
      const address = findMarket(creator.publicKey, nonce)
      const keeper = world.chain.payer.publicKey
      const market = { ...input, address, creator, condition: PRICE_AT_EXPIRY, keeper }
      await decide(world, { ...market, createdAt: now, expireAt: now + 11n }, 'Yes')

      // When somebody closes it in the last second of its nonce, that is refused.
      const given = { ...market, createdAt: now, expireAt: now + 11n }
      await world.chain.warpTo(now + 600n)
      await expectRefusal(world, 'MarketTooYoung', { instructions: closing(given) })

      // Then it can be closed a second later, and not be opened again.
      await world.chain.warpTo(now + 601n)
      await succeed(world, [closing(given)])
      await expectRefusal(world, 'NonceOutOfRange', {
        instructions: opening(now + 3_600n),
        signers: [creator],
      })
    })

    it('gives lamports that strangers sent to the creator, and burns their tokens', async () => {
      const { market, owners } = await givenMarketWithDust(world, of(world))
      const stranger = givenWallet(world)
      const escrow = findEscrow(market.address)
      const fromPubkey = stranger.publicKey
      const gifts = [escrow, market.address, findQuestion(market.address)].map((toPubkey) =>
        SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 5n * SOL }),
      )
      if (market.currency) {
        const account = payoutAccount(market, fromPubkey)
        const { tokenProgram } = market.currency
        gifts.push(createTransferInstruction(account, escrow, fromPubkey, 7n * unit, [], tokenProgram))
      }
      await succeed(world, gifts, [stranger])
      await succeed(world, [settlement(market, owners), collection(world, market)])
      const { paid, fees } = await readMarket(world, market)
      const dust = 4n * unit + 2n - paid - fees.burn - fees.developer
      const supply = await tokenSupply(world.chain, world.utility.mint)
      const gains = await lamportGains(world.chain, accountsOf(market), () =>
        succeed(world, [closing(market)]),
      )
      const vaultGain = market.currency ? 0n : dust
      expect(gains.vault).to.equal(vaultGain)
      expect(gains.creator).to.equal(-(gains.market + gains.question + gains.escrow) - vaultGain)
      const burned = supply - (await tokenSupply(world.chain, world.utility.mint))
      expect(burned).to.equal(market.currency ? dust + 7n * unit : 0n)
    })

    it('refuses the creator, the question and the escrow of another market', async () => {
      const market = await givenMarket(world, { currency: of(world) })
      const other = await givenMarket(world, { currency: of(world) })
      await decide(world, market, 'void')
      const stranger = Keypair.generate().publicKey
      const accounts = accountsOf(market)
      const refuse = (error: string, from: PublicKey, to: PublicKey) => {
        const instruction = closing(market)
        for (const key of instruction.keys) if (key.pubkey.equals(from)) key.pubkey = to
        return expectRefusal(world, error, {
          instructions: instruction,
          watched: [...Object.values(accounts), ...Object.values(accountsOf(other))],
        })
      }
      await refuse('ConstraintAddress', accounts.creator, stranger)
      await refuse('ConstraintAddress', accounts.creator, other.creator.publicKey)
      await refuse('WrongQuestion', accounts.question, findQuestion(other.address))
      await refuse('WrongEscrow', accounts.escrow, findEscrow(other.address))
      await refuse('AccountDiscriminatorMismatch', accounts.vault, other.address)
      await refuse('ConstraintAddress', accounts.market, other.address)
    })
  })
}
