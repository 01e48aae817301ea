import { MAX_U64 } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { burnAuctionBuy } from '@prediction-market/sdk/instructions'
import { burnPrice, quoteBurn } from '@prediction-market/sdk/rules'
import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { expect } from 'chai'
import { tokenSupply } from '../../helpers/oracle/tokens.ts'
import { givenBuyer, givenForSale, purchase } from '../../helpers/program/auction.ts'
import { lamportGains, tokenGains } from '../../helpers/program/balances.ts'
import { changeSettings, readFeeVault } from '../../helpers/program/config.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { givenWallet, SOL, startWorld, succeed, UTILITY, type World } from '../../helpers/program/world.ts'

/** The auction of the localnet: 1,000 UTILITY for one SOL at first. */
const AUCTION = { firstPrice: 1_000n * UTILITY, halfLife: 150 }

describe('burn_auction_buy', () => {
  let world: World

  beforeEach(async () => {
    world = await startWorld({ auction: AUCTION })
  })

  for (const tokenProgram of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
    const name = tokenProgram.equals(TOKEN_PROGRAM_ID) ? 'Token' : 'Token-2022'
    it(`burns the tokens of ${name} and pays the SOL, to the unit as quoted`, async () => {
      // Given a vault with 32 SOL, of which a lot is 2.
      world = await startWorld({ auction: AUCTION, tokenProgram })
      const before = await givenForSale(world, 32n * SOL)
      const buyer = givenBuyer(world)
      const supply = await tokenSupply(world.chain, world.utility.mint)
      const { mint } = world.utility
      const wallet = getAssociatedTokenAddressSync(mint, buyer.publicKey, true, tokenProgram)

      // When somebody buys a lot.
      let tokens = 0n
      let slot = 0n
      let price = 0n
      const spent = await tokenGains(world.chain, { wallet }, async () => {
        const gains = await lamportGains(
          world.chain,
          { buyer: buyer.publicKey, vault: findFeeVault() },
          async () => {
            const [event] = await eventsOf(world, purchase(world, buyer.publicKey, 2n * SOL), [buyer])
            if (event?.name !== 'TokensBurned') return expect.fail(`there is ${event?.name}`)
            ;({ tokens, slot, price } = event.data)
            expect(event.data).to.deep.include({
              buyer: buyer.publicKey,
              lamports: 2n * SOL,
              forSale: 30n * SOL,
            })
          },
        )
        expect(gains).to.deep.equal({ buyer: 2n * SOL, vault: -2n * SOL })
      })

      // Then the tokens are gone, the price has doubled, and everything is as the SDK has quoted it.
      const quote = quoteBurn(before, 2n * SOL, slot)
      expect({ tokens, price }).to.deep.equal({ tokens: quote.tokens, price: quote.price })
      expect(spent).to.deep.equal({ wallet: -tokens })
      expect(supply - (await tokenSupply(world.chain, mint))).to.equal(tokens)
      expect(await readFeeVault(world)).to.deep.equal({
        ...before,
        forSale: 30n * SOL,
        price: quote.after,
        pricedAt: slot,
        sold: 2n * SOL,
        burned: tokens,
        last: { price, slot },
        sequence: 1,
      })
    })
  }

  it('halves the price with every half-life, and sells ever more cheaply while nobody buys', async () => {
    const vault = await givenForSale(world, 32n * SOL)
    const buyer = givenBuyer(world)
    for (const slots of [75n, 150n, 1_000n, 1_000_000n]) {
      await world.chain.warpToSlot(vault.pricedAt + slots)
      const now = await readFeeVault(world)
      const [event] = await eventsOf(world, purchase(world, buyer.publicKey, SOL), [buyer])
      if (event?.name !== 'TokensBurned') return expect.fail(`there is ${event?.name}`)
      expect(event.data.price).to.equal(burnPrice(now, event.data.slot).value)
      expect(event.data.tokens).to.equal(quoteBurn(now, SOL, event.data.slot).tokens)
    }
  })

  it('counts what was sent to the vault otherwise after the next purchase', async () => {
    await givenForSale(world, 4n * SOL)
    const account = await world.chain.account(findFeeVault())
    if (!account) return expect.fail('there is no vault')
    world.chain.setAccount(findFeeVault(), { ...account, lamports: account.lamports + 5n * SOL })
    const buyer = givenBuyer(world)
    await succeed(world, [purchase(world, buyer.publicKey, SOL)], [buyer])
    expect((await readFeeVault(world)).forSale).to.equal(8n * SOL)
  })

  it('attack 35: sells nothing below 0.01 SOL, also of what is left', async () => {
    await givenForSale(world, SOL)
    const buyer = givenBuyer(world)
    await succeed(world, [purchase(world, buyer.publicKey, SOL - SOL / 100n + 1n)], [buyer])
    const left = SOL / 100n - 1n
    expect(await readFeeVault(world)).to.include({ forSale: left })
    await expectRefusal(world, 'PurchaseOutOfRange', {
      instructions: purchase(world, buyer.publicKey, left),
      signers: [buyer],
    })
  })

  it('goes on while the program is paused', async () => {
    await givenForSale(world, SOL)
    await changeSettings(world, { paused: true })
    const buyer = givenBuyer(world)
    await succeed(world, [purchase(world, buyer.publicKey, SOL)], [buyer])
  })

  describe('refuses', () => {
    const refuse = async (name: string, lamports: bigint, maxTokens?: bigint) => {
      const buyer = givenBuyer(world)
      const instructions = purchase(world, buyer.publicKey, lamports, maxTokens)
      await expectRefusal(world, name, { instructions, signers: [buyer], watched: [findFeeVault()] })
    }

    beforeEach(() => givenForSale(world, 32n * SOL))

    it('less than 0.01 SOL', () => refuse('PurchaseOutOfRange', SOL / 100n - 1n))
    it('more than a lot', () => refuse('PurchaseOutOfRange', 2n * SOL + 1n))
    it('more than there is', () => refuse('PurchaseOutOfRange', 2n ** 64n - 1n))
    it('a price above what the buyer allows', () => refuse('PurchaseTooExpensive', 2n * SOL, 1n))

    it('a buyer without the tokens', async () => {
      const poor = givenWallet(world, 1n)
      const instructions = purchase(world, poor.publicKey, 2n * SOL)
      await expectRefusal(world, 'InsufficientFunds', {
        instructions,
        signers: [poor],
        watched: [findFeeVault()],
      })
    })

    it("somebody else's tokens", async () => {
      const [buyer, rich] = [givenWallet(world, 1n), givenBuyer(world)]
      const { mint, tokenProgram } = world.utility
      const buyerToken = getAssociatedTokenAddressSync(mint, rich.publicKey, true, tokenProgram)
      const input = { buyer: buyer.publicKey, lamports: SOL, maxTokens: MAX_U64, buyerToken }
      const instructions = burnAuctionBuy({ ...input, ...world.utility })
      const error = await expectRefusal(world, 'UnknownProgramError', {
        instructions,
        signers: [buyer],
        watched: [findFeeVault(), buyerToken],
      })
      expect(error?.message).to.match(/owner does not match|4/)
    })
  })

  describe('attack 35', () => {
    /** The tokens that purchases in one transaction cost together, and what one of all of it would have. */
    async function buyInParts(sizes: readonly bigint[]) {
      const before = await givenForSale(world, 32n * SOL)
      const buyer = givenBuyer(world)
      const parts = sizes.map((size) => purchase(world, buyer.publicKey, size))
      const events = await eventsOf(world, parts, [buyer])
      const bought = events.flatMap((event) => (event.name === 'TokensBurned' ? [event.data] : []))
      const total = sizes.reduce((sum, size) => sum + size, 0n)
      const apart = bought.reduce((sum, { tokens }) => sum + tokens, 0n)
      const { tokens: together, price } = quoteBurn(before, total, bought[0]?.slot ?? 0n)
      return { apart, together, price }
    }

    for (const parts of [2n, 4n, 16n]) {
      it(`a lot in ${parts} parts costs more than at once`, async () => {
        const sizes = Array<bigint>(Number(parts)).fill((2n * SOL) / parts)
        const { apart, together } = await buyInParts(sizes)
        expect(apart > together).to.equal(true)
      })
    }

    it('dust barely moves the price', async () => {
      const { price } = await buyInParts(Array<bigint>(10).fill(SOL / 100n))
      const { price: after } = await readFeeVault(world)
      // A tenth of a SOL is a twentieth of a lot.
      expect(after.value < (price * 106n) / 100n).to.equal(true)
    })

    it('a first purchase of almost nothing raises the floor by almost nothing: the sale goes on falling', async () => {
      const { pricedAt, price: before } = await givenForSale(world, 32n * SOL)
      await world.chain.warpToSlot(pricedAt)
      const buyer = givenBuyer(world)
      await succeed(world, [purchase(world, buyer.publicKey, SOL / 100n)], [buyer])
      const vault = await readFeeVault(world)
      // A two-hundredth of the way to an eighth of the price; ten half-lives later it has stopped nothing.
      expect(vault.price.floor).to.equal(vault.price.value / 8n / 200n)
      const later = burnPrice(vault, pricedAt + 1_500n)
      expect(later.value < before.value / 1_000n).to.equal(true)
    })

    it('neither an empty vault nor one with less than a lot makes anything cheaper', async () => {
      const { price } = await givenForSale(world, SOL - 1n)
      await world.chain.warpToSlot((await world.chain.slot()) + 1_000_000n)
      const buyer = givenBuyer(world)
      const [event] = await eventsOf(world, purchase(world, buyer.publicKey, SOL / 2n), [buyer])
      expect(event?.data).to.include({ price: price.value })
    })
  })
})
