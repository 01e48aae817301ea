import { findPosition } from '@prediction-market/sdk/accounts'
import { claimPosition } from '@prediction-market/sdk/instructions'
import { type PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { type DecidedMarket, givenDecided } from '../../helpers/program/decided.ts'
import { eventNames, expectRefusal, expectUnchanged } from '../../helpers/program/expect.ts'
import { collection, heldBy, payoutsBy, readMarket, settlement } from '../../helpers/program/market.ts'
import { bet, givenWallet, succeed, type World } from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`settle_positions in ${name}, twice`, () => {
    let world: World
    let market: DecidedMarket
    let winner: PublicKey
    let loser: PublicKey

    before(async () => {
      world = await start()
    })

    beforeEach(async () => {
      market = await givenDecided(world, of(world))
      winner = market.winner.publicKey
      loser = market.loser.publicKey
    })

    const settle = (...owners: PublicKey[]) => settlement(market, owners)

    /** Expects that `action` pays the winner once and the loser nothing, and that the fees stay. */
    async function expectOnce(action: () => Promise<unknown>): Promise<void> {
      const payouts = await payoutsBy(world, market, [winner, loser], action)
      expect(payouts).to.deep.equal([market.payout, 0n])
      expect(await readMarket(world, market)).to.deep.include({ paid: market.payout, openPositions: 0 })
      expect(await heldBy(world, market)).to.equal(unit / 5n)
      await succeed(world, [collection(world, market)])
      expect(await heldBy(world, market)).to.equal(0n)
    }

    it('attack 13: pays once in one batch', () =>
      expectOnce(async () => {
        const names = await eventNames(world, settle(winner, winner, loser, winner, loser))
        expect(names).to.deep.equal(['PositionSettled', 'PositionSettled'])
      }))

    it('attack 13: pays once in two batches of one transaction', () =>
      expectOnce(async () => {
        const names = await eventNames(world, [settle(winner, loser), settle(loser, winner)])
        expect(names).to.deep.equal(['PositionSettled', 'PositionSettled'])
      }))

    it('attack 13: pays once in two transactions, as two keepers would send them', () =>
      expectOnce(async () => {
        await succeed(world, [settle(winner, loser)])
        const { logs } = await expectUnchanged(world, { instructions: settle(winner, loser) })
        expect(logs.join()).to.include('success')
        expect(await eventNames(world, settle(winner))).to.deep.equal([])
      }))

    it('attack 13: pays once by a claim and a settlement in one transaction', () =>
      expectOnce(async () => {
        const claim = claimPosition({ owner: winner, market: market.address, ...market.currency })
        const names = await eventNames(world, [claim, settle(winner, loser)], [market.winner])
        expect(names).to.deep.equal(['PositionSettled', 'PositionSettled'])
      }))

    it('refuses a claim after a settlement, in one transaction and in two', () =>
      expectOnce(async () => {
        const claim = claimPosition({ owner: winner, market: market.address, ...market.currency })
        const signers = [market.winner]
        await expectRefusal(world, 'AccountOwnedByWrongProgram', {
          instructions: [settle(winner), claim],
          signers,
        })
        await succeed(world, [settle(winner, loser)])
        await expectRefusal(world, 'AccountOwnedByWrongProgram', { instructions: claim, signers })
      }))

    for (const lamports of [890_880n, 1_503_360n, 5_000_000_000n]) {
      it(`attack 12: pays nothing to a position revived with ${lamports} lamports`, async () => {
        // Given somebody who sends lamports to the position's address right after it is settled.
        const friend = givenWallet(world)
        const position = findPosition(market.address, winner)
        const revive = SystemProgram.transfer({
          fromPubkey: friend.publicKey,
          toPubkey: position,
          lamports,
        })
        const claim = claimPosition({ owner: winner, market: market.address, ...market.currency })

        // When that and a second settlement happen in one transaction.
        const before = await heldBy(world, market)
        const names = await eventNames(world, [settle(winner), revive, settle(winner)], [friend])
        expect(names).to.deep.equal(['PositionSettled'])

        // Then the escrow has paid once, and neither a claim nor a bet finds a position there.
        expect(await heldBy(world, market)).to.equal(before - market.payout)
        const revived = await world.chain.account(position)
        expect(revived).to.deep.include({ lamports, data: new Uint8Array() })
        expect(revived?.owner.toBase58()).to.equal(SystemProgram.programId.toBase58())
        await expectUnchanged(world, { instructions: settle(winner), watched: [position] })
        const signers = [market.winner]
        await expectRefusal(world, 'AccountOwnedByWrongProgram', { instructions: claim, signers })
        await world.chain.warpTo(market.createdAt)
        await expectRefusal(world, 'MarketClosed', {
          instructions: bet(market, winner, 'Yes', unit),
          signers,
        })
      })
    }
  })
}
