import { closeMarket } from '@prediction-market/sdk/instructions'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { readFeeVault } from '../helpers/program/config.ts'
import { currencyCase } from '../helpers/program/currency.ts'
import {
  collection,
  decide,
  heldBy,
  payoutsBy,
  readMarket,
  readPosition,
  settlement,
} from '../helpers/program/market.ts'
import { bet, givenMarket, givenWallet, succeed } from '../helpers/program/world.ts'

describe('dust', () => {
  for (const { name, start, of } of [currencyCase('SOL'), currencyCase('UTILITY')]) {
    it(`attack 17: ten thousand bets of one unit in ${name}: the sums match, and the dust is collected once`, async () => {
      // Given twenty bettors with five hundred bets of one unit each, the last seven on No.
      const world = await start({ settings: { minimumStakeSol: 1n, minimumStakeUtility: 1n } })
      const market = await givenMarket(world, { currency: of(world) })
      const owners: PublicKey[] = []
      for (let index = 0; index < 20; index++) {
        const bettor = givenWallet(world)
        owners.push(bettor.publicKey)
        const one = bet(market, bettor.publicKey, index < 13 ? 'Yes' : 'No', 1n)
        const many = Array<TransactionInstruction>(20).fill(one)
        for (let sent = 0; sent < 500; sent += many.length) await succeed(world, many, [bettor])
        const { stakes } = await readPosition(world, market, bettor.publicKey)
        expect(stakes.Yes + stakes.No).to.equal(500n)
      }
      expect((await readMarket(world, market)).pools).to.deep.equal({ Yes: 6_500n, No: 3_500n })
      expect(await heldBy(world, market)).to.equal(10_000n)

      // When it is decided and paid.
      await decide(world, market, 'Yes')
      const payouts: bigint[] = []
      for (let at = 0; at < owners.length; at += 5) {
        const some = owners.slice(at, at + 5)
        const pay = () => succeed(world, [settlement(market, some)])
        payouts.push(...(await payoutsBy(world, market, some, pay)))
      }

      // Then 13 winners share 3,150 units, and four units of dust are left.
      const expected = owners.map((_, index) => (index < 13 ? 742n : 0n))
      expect(payouts).to.deep.equal(expected)
      await succeed(world, [collection(world, market)])
      expect(await heldBy(world, market)).to.equal(4n)
      const vault = await readFeeVault(world)
      const creator = market.creator.publicKey
      await succeed(world, [
        closeMarket({ keeper: market.keeper, market: market.address, creator, ...market.currency }),
      ])
      const { received } = await readFeeVault(world)
      expect(received - vault.received).to.equal(market.currency ? 0n : 4n)
    })
  }
})
