import type { Stakes } from '@prediction-market/sdk'
import { findEscrow, findPosition } from '@prediction-market/sdk/accounts'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { changeSettings } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { eventNames, eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import {
  collection,
  decide,
  heldBy,
  payoutAccount,
  payoutsBy,
  readMarket,
  settlement,
} from '../../helpers/program/market.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import {
  bet,
  type GivenMarket,
  givenBet,
  givenMarket,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`settle_positions in ${name}`, () => {
    let world: World
    let market: GivenMarket

    before(async () => {
      world = await start()
    })

    beforeEach(async () => {
      market = await givenMarket(world, { currency: of(world) })
    })

    const settle = (owners: PublicKey[]) =>
      payoutsBy(world, market, owners, () => succeed(world, [settlement(market, owners)]))
    const keys = (wallets: Keypair[]) => wallets.map(({ publicKey }) => publicKey)

    it('pays a full batch in one transaction, winners and losers', async () => {
      // Given as many bettors as fit into a transaction, every third of them on the losing side.
      const count = market.currency ? 8 : 14
      const bettors: Keypair[] = []
      const stakes = Array.from({ length: count }, (_, index) => BigInt(index + 1) * unit + BigInt(index))
      for (const [index, stake] of stakes.entries()) {
        bettors.push(await givenBet(world, market, index % 3 === 2 ? 'No' : 'Yes', stake))
      }
      await decide(world, market, 'Yes')
      const { pools, fees } = await readMarket(world, market)
      const { Yes: winning, No: losing } = pools
      const distributable = losing - fees.burn - fees.developer

      // When anyone settles them all.
      const payouts = await settle(keys(bettors))

      // Then winners have their stakes and their shares, rounded down, and losers only the rent.
      const expected = stakes.map((stake, index) =>
        index % 3 === 2 ? 0n : stake + (stake * distributable) / winning,
      )
      expect(payouts).to.deep.equal(expected)
      const paid = expected.reduce((sum, payout) => sum + payout, 0n)
      expect(await readMarket(world, market)).to.deep.include({ openPositions: 0, paid, pools, fees })
      expect(await heldBy(world, market)).to.equal(winning + losing - paid)
      for (const { publicKey } of bettors) {
        expect(await world.chain.account(findPosition(market.address, publicKey))).to.equal(null)
      }
    })

    it('emits events with owner, payout and recipient', async () => {
      const winner = (await givenBet(world, market, 'No', 3n * unit)).publicKey
      const loser = (await givenBet(world, market, 'Yes', 2n * unit)).publicKey
      await decide(world, market, 'No')
      const settled = (sequence: number, owner: PublicKey, stakes: Stakes, payout: bigint) => ({
        name: 'PositionSettled',
        data: {
          market: market.address,
          sequence,
          owner,
          stakes,
          payout,
          refund: 0n,
          // Nothing is paid to a loser's token account.
          recipient: payout > 0n ? payoutAccount(market, owner) : owner,
          reward: 0n,
        },
      })
      expect(await eventsOf(world, settlement(market, [winner, loser]))).to.deep.equal([
        settled(5, winner, { Yes: 0n, No: 3n * unit }, 3n * unit + (2n * unit * 9n) / 10n),
        settled(6, loser, { Yes: 2n * unit, No: 0n }, 0n),
      ])
    })

    it('pays a bettor on both sides for the winning one', async () => {
      const both = await givenBet(world, market, 'Yes', 4n * unit)
      await succeed(world, [bet(market, both.publicKey, 'No', 6n * unit)], [both])
      const other = await givenBet(world, market, 'Yes', 2n * unit)
      await decide(world, market, 'Yes')
      const distributable = (6n * unit * 9n) / 10n
      expect(await settle([both.publicKey, other.publicKey])).to.deep.equal([
        4n * unit + (4n * distributable) / 6n,
        2n * unit + (2n * distributable) / 6n,
      ])
    })

    it('refunds both sides of a void market, in any order and number of batches', async () => {
      const first = await givenBet(world, market, 'Yes', 4n * unit + 1n)
      const second = await givenBet(world, market, 'No', 6n * unit + 2n)
      await succeed(world, [bet(market, first.publicKey, 'No', unit)], [first])
      await decide(world, market, 'void')
      expect(await settle([second.publicKey])).to.deep.equal([6n * unit + 2n])
      expect(await settle([first.publicKey])).to.deep.equal([5n * unit + 1n])
      expect(await heldBy(world, market)).to.equal(0n)
    })

    it('pays the same in any order', async () => {
      const runs: bigint[][] = []
      for (const order of [
        [0, 1, 2],
        [2, 0, 1],
      ]) {
        market = await givenMarket(world, { currency: of(world) })
        const bettors: Keypair[] = []
        for (const stake of [1n, 2n, 4n]) {
          bettors.push(await givenBet(world, market, 'Yes', stake * unit + 1n))
        }
        await givenBet(world, market, 'No', 10n * unit + 1n)
        await decide(world, market, 'Yes')
        const payouts: bigint[] = []
        for (const index of order)
          [payouts[index]] = (await settle(keys([bettors[index] as Keypair]))) as [bigint]
        runs.push(payouts)
      }
      expect(runs[0]).to.deep.equal(runs[1])
    })

    it('pays out while new markets and bets are paused', async () => {
      const own = await start()
      const old = await givenMarket(own, { currency: of(own) })
      const winner = await givenBet(own, old, 'Yes', unit)
      await changeSettings(own, { paused: true })
      await decide(own, old, 'Yes')
      expect(await eventNames(own, settlement(old, [winner.publicKey]))).to.deep.equal(['PositionSettled'])
    })

    it('refuses before the decision', async () => {
      const bettor = await givenBet(world, market, 'Yes', unit)
      const instructions = settlement(market, [bettor.publicKey])
      await expectRefusal(world, 'MarketUndecided', { instructions })
      await world.chain.warpTo(market.expireAt + BigInt(world.settings.voidDelay))
      await expectRefusal(world, 'MarketUndecided', { instructions })
    })

    it('refuses an empty batch, and an incomplete position', async () => {
      const bettor = await givenBet(world, market, 'Yes', unit)
      await decide(world, market, 'Yes')
      const whole = settlement(market, [bettor.publicKey])
      const parts = market.currency ? 3 : 2
      for (let missing = 1; missing <= parts; missing++) {
        const instructions = settlement(market, [bettor.publicKey])
        instructions.keys.splice(-missing)
        await expectRefusal(world, 'SettlementAccountsInvalid', { instructions })
      }
      // A fourth account of a UTILITY group is another token account; a fifth is none.
      const surplus = { pubkey: market.address, isSigner: false, isWritable: false }
      whole.keys.push(surplus, ...(market.currency ? [surplus] : []))
      await expectRefusal(world, 'SettlementAccountsInvalid', { instructions: whole })
    })

    it('refuses bumps without accounts, as many as a transaction holds', async () => {
      const bettor = await givenBet(world, market, 'Yes', unit)
      await decide(world, market, 'Yes')
      for (const count of [1, 800]) {
        const instructions = settlement(market, [bettor.publicKey])
        // The bumps are a vector of bytes after the discriminator.
        const bumps = Buffer.concat([instructions.data.subarray(12), Buffer.alloc(count, 255)])
        const length = Buffer.alloc(4)
        length.writeUInt32LE(bumps.length)
        instructions.data = Buffer.concat([instructions.data.subarray(0, 8), length, bumps])
        await expectRefusal(world, 'SettlementAccountsInvalid', { instructions })
      }
    })

    it('refuses the escrow of another market', async () => {
      const bettor = await givenBet(world, market, 'Yes', unit)
      await decide(world, market, 'Yes')
      const other = await givenMarket(world, { currency: of(world) })
      const instructions = withAccount(
        ...(['settlePositions', settlement(market, [bettor.publicKey]), 'escrow'] as const),
        findEscrow(other.address),
      )
      await expectRefusal(world, 'WrongEscrow', { instructions, watched: [findEscrow(market.address)] })
    })

    it('keeps the fees in the escrow until they are collected', async () => {
      const winner = await givenBet(world, market, 'Yes', unit)
      await givenBet(world, market, 'No', 10n * unit)
      await decide(world, market, 'Yes')
      await settle([winner.publicKey])
      expect(await heldBy(world, market)).to.equal(unit)
      await succeed(world, [collection(world, market)])
      expect(await heldBy(world, market)).to.equal(0n)
    })
  })
}
