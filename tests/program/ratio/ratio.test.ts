import { placeBet } from '@prediction-market/sdk/instructions'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { collection, heldBy, payoutsBy, readMarket, settlement } from '../../helpers/program/market.ts'
import {
  type GivenChange,
  givenChange,
  PRICE_250,
  priceFor,
  referenceFor,
  resolution,
} from '../../helpers/program/price.ts'
import { givenBet, givenWallet, succeed, type World } from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`the largest ratio of an up-or-down market in ${name}`, () => {
    let world: World

    before(async () => {
      world = await start({ settings: { minimumStakeSol: 1n, minimumStakeUtility: 1n } })
    })

    /** A round with stakes on [Yes, No], in thousandths of a coin; each is a bettor's own. */
    async function round(maxRatio: number, yes: bigint[], no: bigint[]) {
      const market = await givenChange(world, { currency: of(world), maxRatio })
      const bettors: Keypair[] = []
      for (const stake of yes) bettors.push(await givenBet(world, market, 'Yes', (stake * unit) / 1_000n))
      for (const stake of no) bettors.push(await givenBet(world, market, 'No', (stake * unit) / 1_000n))
      return { market, owners: bettors.map(({ publicKey }) => publicKey) }
    }

    /** Decides a round, and returns the event. */
    async function decideRound(market: GivenChange, outcome: 'Yes' | 'No') {
      await world.chain.warpTo(market.expireAt)
      const last = priceFor(world, market, { price: outcome === 'Yes' ? PRICE_250 + 1n : PRICE_250 })
      const events = await eventsOf(world, resolution(market, referenceFor(world, market), last))
      return events.at(-1)
    }

    const pay = ({ market, owners }: Awaited<ReturnType<typeof round>>) =>
      payoutsBy(world, market, owners, () => succeed(world, [settlement(market, owners)]))

    /** Thousandths of a coin in base units. */
    const coins = (thousandths: number) => (BigInt(Math.round(thousandths * 1_000)) * unit) / 1_000_000n

    it('attack 90: a lone bettor loses at most 1.25 times the dust of the last second', async () => {
      // Given 1 coin on Yes, and 0.008 on No.
      const given = await round(125, [1_000n], [8n])
      const event = await decideRound(given.market, 'No')
      expect(event?.name).to.equal('MarketResolved')
      expect(event?.data).to.deep.include({
        unmatched: coins(990),
        fees: { burn: coins(0.5), developer: coins(0.5) },
      })
      // Then 0.01 is lost, and nine tenths of it are won.
      expect(await pay(given)).to.deep.equal([coins(990), coins(17)])
      await succeed(world, [collection(world, given.market)])
      expect(await heldBy(world, given.market)).to.equal(0n)
    })

    it('changes nothing if the heavier side wins, or nobody has chosen it', async () => {
      const heavy = await round(125, [1_000n], [1n])
      expect((await decideRound(heavy.market, 'Yes'))?.data).to.deep.include({ unmatched: 0n })
      expect(await pay(heavy)).to.deep.equal([coins(1_000.9), 0n])
      const without = await round(0, [1_000n], [1n])
      expect((await decideRound(without.market, 'No'))?.data).to.deep.include({ unmatched: 0n })
      expect(await pay(without)).to.deep.equal([0n, coins(901)])
    })

    it('attack 91: gives every loser the same part back, and a whale costs nobody more than the rule says', async () => {
      // Given 2 coins on No against 1 and 3, and 96 more in the last second.
      const given = await round(150, [1_000n, 3_000n, 96_000n], [2_000n])
      await decideRound(given.market, 'No')
      expect((await readMarket(world, given.market)).unmatched).to.equal(97n * unit)
      const [one, three, whale, winner] = await pay(given)
      expect([one, three, whale]).to.deep.equal([coins(970), coins(2_910), coins(93_120)])
      expect(winner).to.equal(coins(2_000) + (3n * unit * 9n) / 10n)
    })

    it('attack 91: nothing is missing to the unit, for odd stakes, and the dust is swept', async () => {
      const market = await givenChange(world, { currency: of(world), maxRatio: 137 })
      const bettors: Keypair[] = []
      for (const stake of [11n, 101n, 1_009n, 10_007n]) {
        bettors.push(await givenBet(world, market, 'Yes', stake))
      }
      bettors.push(await givenBet(world, market, 'No', 997n))
      await decideRound(market, 'No')
      const { unmatched, fees } = await readMarket(world, market)
      const lost = (997n * 137n) / 100n
      expect(unmatched).to.equal(11_128n - lost)
      const payouts = await pay({ market, owners: bettors.map(({ publicKey }) => publicKey) })
      const back = [11n, 101n, 1_009n, 10_007n].map((stake) => (stake * unmatched) / 11_128n)
      expect(payouts).to.deep.equal([...back, 997n + lost - fees.burn - fees.developer])
      await succeed(world, [collection(world, market)])
      const dust = await heldBy(world, market)
      expect(dust).to.equal(unmatched - back.reduce((sum, stake) => sum + stake, 0n))
      expect(dust < 4n).to.equal(true)
    })

    it('gives everything back where nobody is on the winning side', async () => {
      const given = await round(125, [1_000n], [])
      expect((await decideRound(given.market, 'No'))?.name).to.equal('MarketVoided')
      expect(await readMarket(world, given.market)).to.deep.include({ status: 'void', unmatched: 0n })
      expect(await pay(given)).to.deep.equal([unit])
    })

    it('attack 34: counts in what a bet must be paid at least', async () => {
      const { market } = await round(125, [], [1_000n])
      const bettor = givenWallet(world)
      const placing = (minPayout: bigint) =>
        placeBet({
          bettor: bettor.publicKey,
          market: market.address,
          outcome: 'Yes',
          amount: coins(8),
          minPayout,
          ...market.currency,
        })
      const payout = coins(17)
      await expectRefusal(world, 'PayoutTooLow', { instructions: placing(payout + 1n), signers: [bettor] })
      await succeed(world, [placing(payout)], [bettor])
    })
  })
}
