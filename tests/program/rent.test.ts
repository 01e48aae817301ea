import { findEscrow } from '@prediction-market/sdk/accounts'
import { type Keypair, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { lamportsOf } from '../helpers/program/balances.ts'
import { CURRENCIES } from '../helpers/program/currency.ts'
import { closing } from '../helpers/program/decided.ts'
import { collection, decide, payoutsBy, settlement } from '../helpers/program/market.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
  SOL,
  succeed,
  type World,
} from '../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`a market in ${name} whose network changes its rent`, () => {
    let world: World
    let market: GivenMarket
    let bettors: [Keypair, Keypair]

    beforeEach(async () => {
      world = await start()
      market = await givenMarket(world, { currency: of(world) })
      bettors = [
        await givenBet(world, market, 'Yes', 5n * unit),
        await givenBet(world, market, 'No', 2n * unit),
      ]
    })

    /** Expects that the winner and the loser are paid to the unit. */
    async function expectPaid(): Promise<void> {
      const owners = bettors.map(({ publicKey }) => publicKey)
      const pay = () => succeed(world, [settlement(market, owners)])
      expect(await payoutsBy(world, market, owners, pay)).to.deep.equal([5n * unit + (9n * unit) / 5n, 0n])
    }

    /** Expects that the creator has back what opening cost. */
    const expectReturned = async () =>
      expect(await lamportsOf(world.chain, market.creator.publicKey)).to.equal(1_000n * SOL)

    it('attack 59: is paid and closed after a rise; the escrow is emptied and closed in one transaction', async () => {
      await world.chain.changeRent(2)
      await decide(world, market, 'Yes')
      await expectPaid()
      await succeed(world, [collection(world, market), closing(market)])
      await expectReturned()
    })

    it('attack 59: is refunded and closed after a rise in any steps, once somebody adds the missing rent', async () => {
      // The network itself refuses to leave a SOL escrow below its rent: what is missing can be sent to it.
      const before = await world.chain.rent(0)
      await world.chain.changeRent(2)
      const helper = givenWallet(world)
      const topUp = SystemProgram.transfer({
        fromPubkey: helper.publicKey,
        toPubkey: findEscrow(market.address),
        lamports: (await world.chain.rent(0)) - before,
      })
      await succeed(world, [topUp], [helper])
      await decide(world, market, 'void')
      for (const [index, { publicKey }] of bettors.entries()) {
        const pay = () => succeed(world, [settlement(market, [publicKey])])
        const refund = await payoutsBy(world, market, [publicKey], pay)
        expect(refund).to.deep.equal([index === 0 ? 5n * unit : 2n * unit])
      }
      await succeed(world, [closing(market)])
      const returned = await lamportsOf(world.chain, market.creator.publicKey)
      expect(returned).to.equal(1_000n * SOL + before)
    })

    it('attack 59: is paid and closed after a fall, and nothing is left behind', async () => {
      await world.chain.changeRent(0.5)
      await decide(world, market, 'Yes')
      await expectPaid()
      await succeed(world, [collection(world, market)])
      await succeed(world, [closing(market)])
      await expectReturned()
    })
  })
}
