import { cancelMarket, claimPosition } from '@prediction-market/sdk/instructions'
import { expect } from 'chai'
import { givenBuyer, givenForSale, purchase } from '../helpers/program/auction.ts'
import { bankrollBet, givenBankroll } from '../helpers/program/bankroll.ts'
import { readFeeVault } from '../helpers/program/config.ts'
import { CURRENCIES } from '../helpers/program/currency.ts'
import { closing } from '../helpers/program/decided.ts'
import { eventsOf } from '../helpers/program/expect.ts'
import { collection, readMarket, settlement } from '../helpers/program/market.ts'
import { givenChange, priceFor, referenceFor, resolution } from '../helpers/program/price.ts'
import { rawCreateMarket } from '../helpers/program/raw-market.ts'
import {
  bet,
  givenBet,
  givenMarket,
  givenWallet,
  SOL,
  startWorld,
  type World,
} from '../helpers/program/world.ts'

/** The events of instructions, each with its number. */
async function numbered(...attempt: Parameters<typeof eventsOf>): Promise<string[]> {
  const events = await eventsOf(...attempt)
  return events.map(({ name, data }) => `${name} ${'sequence' in data ? data.sequence : '-'}`)
}

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`the numbers of events in ${name}`, () => {
    let world: World

    before(async () => {
      world = await start()
    })

    it('attack 97: count every change of a market, from its creation to its end', async () => {
      // Given a market with an initial stake.
      const creator = givenWallet(world)
      const stake = { outcome: 'Yes', amount: unit } as const
      const raw = { currency: of(world) ?? undefined, initialStake: stake }
      const { instruction, market: address } = await rawCreateMarket(world, creator.publicKey, raw as object)
      expect(await numbered(world, instruction, [creator])).to.deep.equal(['MarketCreated 1', 'BetPlaced 2'])

      // When people bet on it, from a wallet and from a bankroll, in one transaction too.
      const keeper = world.chain.payer.publicKey
      const { expireAt, createdAt, condition } = await readMarket(world, { address })
      const market = {
        address,
        creator,
        currency: of(world),
        condition,
        token: null,
        createdAt,
        expireAt,
        keeper,
      }
      const bettor = givenWallet(world)
      const bets = [1n, 2n].map((times) => bet(market, bettor.publicKey, 'No', times * unit))
      expect(await numbered(world, bets, [bettor])).to.deep.equal(['BetPlaced 3', 'BetPlaced 4'])
      const bankroll = await givenBankroll(world)
      const spending = bankrollBet(bankroll, market, 'No', unit)
      const placed = await numbered(world, spending, [bankroll.owner])
      expect(placed).to.deep.equal(['BetPlaced 5', 'BankrollBet 5'])

      // Then the decision, fees and payouts go on counting; the end is last.
      await world.chain.warpTo(expireAt)
      const decision = resolution(market, priceFor(world, market))
      expect(await numbered(world, decision)).to.deep.equal(['MarketResolved 6'])
      const owners = [creator.publicKey, bettor.publicKey, creator.publicKey]
      const paying = [settlement(market, owners), collection(world, market)]
      expect(await numbered(world, paying)).to.deep.equal([
        'PositionSettled 7',
        'PositionSettled 8',
        'FeesCollected 9',
      ])
      const claim = claimPosition({ owner: bankroll.owner.publicKey, market: address, ...market.currency })
      expect(await numbered(world, claim, [bankroll.owner])).to.deep.equal(['PositionSettled 10'])
      expect((await readMarket(world, market)).sequence).to.equal(10)
      expect(await numbered(world, closing(market))).to.deep.equal(['MarketClosed 11'])
    })

    it('count a record and a decision of one call', async () => {
      const market = await givenChange(world, { currency: of(world) })
      await givenBet(world, market, 'Yes', unit)
      await givenBet(world, market, 'No', unit)
      await world.chain.warpTo(market.expireAt)
      const both = resolution(market, referenceFor(world, market), priceFor(world, market))
      expect(await numbered(world, both)).to.deep.equal(['ObservationRecorded 4', 'MarketResolved 5'])
    })

    it('end with a cancellation', async () => {
      const market = await givenMarket(world, { currency: of(world) })
      await world.chain.warpTo(market.createdAt + 302n)
      const creator = market.creator.publicKey
      const cancel = cancelMarket({ creator, market: market.address, ...market.currency })
      expect(await numbered(world, cancel, [market.creator])).to.deep.equal(['MarketCancelled 2'])
    })
  })
}

describe('the numbers of purchases', () => {
  it('count on, whatever is bought', async () => {
    const world = await startWorld()
    await givenForSale(world, 32n * SOL)
    const buyer = givenBuyer(world)
    const buying = [SOL / 50n, SOL / 100n].map((lamports) => purchase(world, buyer.publicKey, lamports))
    expect(await numbered(world, buying, [buyer])).to.deep.equal(['TokensBurned 1', 'TokensBurned 2'])
    expect(await numbered(world, purchase(world, buyer.publicKey, SOL / 100n), [buyer])).to.deep.equal([
      'TokensBurned 3',
    ])
    expect((await readFeeVault(world)).sequence).to.equal(3)
  })
})
