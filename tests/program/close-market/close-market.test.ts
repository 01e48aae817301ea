import { findEscrow, findMarket, findPosition, findQuestion } from '@prediction-market/sdk/accounts'
import { createMarket } from '@prediction-market/sdk/instructions'
import { createTransferInstruction } from '@solana/spl-token'
import { Keypair, type PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { tokenSupply } from '../../helpers/oracle/tokens.ts'
import { lamportGains, lamportsOf } from '../../helpers/program/balances.ts'
import { readFeeVault } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { accountsOf, closing, givenMarketWithDust } from '../../helpers/program/decided.ts'
import { eventNames, eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import {
  collection,
  decide,
  heldBy,
  payoutAccount,
  readMarket,
  settlement,
} from '../../helpers/program/market.ts'
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
  describe(`close_market in ${name}`, () => {
    let world: World

    before(async () => {
      world = await start()
    })

    it('closes all accounts: rent to the creator, dust to the vault or burned', async () => {
      // Given a market with nothing but dust in its escrow.
      const { market, owners } = await givenMarketWithDust(world, of(world))
      await succeed(world, [settlement(market, owners)])
      await succeed(world, [collection(world, market)])
      const { paid, fees } = await readMarket(world, market)
      const dust = 4n * unit + 2n - paid - fees.burn - fees.developer
      expect(dust > 0n && dust < 3n).to.equal(true)
      expect(await heldBy(world, market)).to.equal(dust)
      const supply = await tokenSupply(world.chain, world.utility.mint)
      const vault = await readFeeVault(world)

      // When anyone closes it.
      const gains = await lamportGains(world.chain, accountsOf(market), async () => {
        expect(await eventsOf(world, closing(market))).to.deep.equal([
          {
            name: 'MarketClosed',
            data: {
              market: market.address,
              sequence: 12,
              paid,
              fees,
              dust,
              keeper: market.keeper,
              reward: 0n,
            },
          },
        ])
      })

      // Then its accounts are closed, and every lamport is accounted for.
      const dustInSol = market.currency ? 0n : dust
      expect(gains.vault).to.equal(dustInSol)
      expect(gains.creator).to.equal(-(gains.market + gains.question + gains.escrow) - dustInSol)
      for (const account of ['market', 'question', 'escrow'] as const) {
        expect(await world.chain.account(accountsOf(market)[account]), account).to.equal(null)
      }
      const burned = supply - (await tokenSupply(world.chain, world.utility.mint))
      expect(burned).to.equal(market.currency ? dust : 0n)
      expect(await readFeeVault(world)).to.deep.equal({
        ...vault,
        received: vault.received + dustInSol,
        forSale: vault.forSale + dustInSol,
      })
    })

    it('returns to the creator exactly what opening cost', async () => {
      const market = await givenMarket(world, { currency: of(world) })
      const creator = market.creator.publicKey
      expect((await lamportsOf(world.chain, creator)) < 1_000n * SOL).to.equal(true)
      await decide(world, market, 'void')
      await succeed(world, [closing(market)])
      expect(await lamportsOf(world.chain, creator)).to.equal(1_000n * SOL)
    })

    it('refuses before the decision', async () => {
      const market = await givenMarket(world, { currency: of(world) })
      await world.chain.warpTo(market.expireAt)
      await expectRefusal(world, 'MarketUndecided', { instructions: closing(market) })
    })

    it('refuses until the last position is paid and the fees are collected', async () => {
      const { market, owners } = await givenMarketWithDust(world, of(world))
      const refuse = () => expectRefusal(world, 'MarketNotEmpty', { instructions: closing(market) })
      await refuse()
      await succeed(world, [collection(world, market)])
      await refuse()
      await succeed(world, [settlement(market, owners.slice(1))])
      await refuse()
      await succeed(world, [settlement(market, owners.slice(0, 1))])
      await succeed(world, [closing(market)])
    })

    it('refuses while only the fees are left', async () => {
      const { market, owners } = await givenMarketWithDust(world, of(world))
      await succeed(world, [settlement(market, owners)])
      await expectRefusal(world, 'MarketNotEmpty', { instructions: closing(market) })
      const names = await eventNames(world, [collection(world, market), closing(market)])
      expect(names).to.deep.equal(['FeesCollected', 'MarketClosed'])
    })

    it('refuses while a loser is still owed the rent', async () => {
      const { market, owners } = await givenMarketWithDust(world, of(world))
      await succeed(world, [settlement(market, owners.slice(0, 3)), collection(world, market)])
      await expectRefusal(world, 'MarketNotEmpty', {
        instructions: closing(market),
        watched: [findPosition(market.address, owners[3] as PublicKey)],
      })
    })

    it('refuses a second time, in one transaction and in two', async () => {
      const market = await givenMarket(world, { currency: of(world) })
      await decide(world, market, 'void')
      const twice = [closing(market), closing(market)]
      await expectRefusal(world, 'AccountOwnedByWrongProgram', { instructions: twice })
      await succeed(world, [closing(market)])
      await expectRefusal(world, 'AccountOwnedByWrongProgram', { instructions: closing(market) })
    })
  })
}

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
