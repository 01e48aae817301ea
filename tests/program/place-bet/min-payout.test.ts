import { quote } from '@prediction-market/sdk'
import { placeBet } from '@prediction-market/sdk/instructions'
import { expect } from 'chai'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { expectRefusal } from '../../helpers/program/expect.ts'
import { readMarket } from '../../helpers/program/market.ts'
import { givenBet, givenMarket, givenWallet, succeed, type World } from '../../helpers/program/world.ts'

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
