import { PROGRAM_ID } from '@prediction-market/sdk'
import { findEscrow, findPosition } from '@prediction-market/sdk/accounts'
import { claimPosition } from '@prediction-market/sdk/instructions'
import { type Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { setMint, setTokenAccount } from '../../helpers/oracle/tokens.ts'
import { lamportGains, tokenGains } from '../../helpers/program/balances.ts'
import { changeSettings } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { type DecidedMarket, givenDecided } from '../../helpers/program/decided.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import { decide, heldBy, payoutAccount, payoutsBy, readMarket } from '../../helpers/program/market.ts'
import { withAccount } from '../../helpers/program/slots.ts'
import { bet, fund, givenBet, givenMarket, succeed, type World } from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`claim_position in ${name}`, () => {
    let world: World
    let market: DecidedMarket

    before(async () => {
      world = await start()
    })

    beforeEach(async () => {
      market = await givenDecided(world, of(world))
    })

    const claim = (owner: Keypair) =>
      claimPosition({ owner: owner.publicKey, market: market.address, ...market.currency })

    it('pays the owner what a settlement would, and closes the position', async () => {
      const { winner } = market
      const owner = winner.publicKey
      const payouts = await payoutsBy(world, market, [owner], async () => {
        const data = {
          market: market.address,
          sequence: 5,
          owner,
          stakes: { Yes: 5n * unit, No: 0n },
          payout: market.payout,
          refund: 0n,
          recipient: payoutAccount(market, owner),
          reward: 0n,
        }
        expect(await eventsOf(world, claim(winner), [winner])).to.deep.equal([
          { name: 'PositionSettled', data },
        ])
      })
      expect(payouts).to.deep.equal([market.payout])
      expect(await world.chain.account(findPosition(market.address, owner))).to.equal(null)
      expect(await readMarket(world, market)).to.deep.include({ openPositions: 1, paid: market.payout })
      expect(await heldBy(world, market)).to.equal(unit / 5n)
    })

    it('gives a loser the rent back, and nothing else', async () => {
      const owner = market.loser.publicKey
      const pay = () => succeed(world, [claim(market.loser)], [market.loser])
      const position = findPosition(market.address, owner)
      const gains = await lamportGains(world.chain, { owner, position }, async () => {
        expect(await payoutsBy(world, market, [owner], pay)).to.deep.equal([0n])
      })
      expect(gains.owner).to.equal(-gains.position)
      expect(gains.owner).to.equal(await world.chain.rent(160))
    })

    it('refunds both sides of a void market', async () => {
      const open = await givenMarket(world, { currency: of(world) })
      const bettor = await givenBet(world, open, 'Yes', 3n * unit)
      await succeed(world, [bet(open, bettor.publicKey, 'No', 4n * unit)], [bettor])
      await decide(world, open, 'void')
      const owner = bettor.publicKey
      const instruction = claimPosition({ owner, market: open.address, ...open.currency })
      const pay = () => succeed(world, [instruction], [bettor])
      expect(await payoutsBy(world, open, [owner], pay)).to.deep.equal([7n * unit])
      expect(await heldBy(world, open)).to.equal(0n)
    })

    it('refuses before the decision', async () => {
      const open = await givenMarket(world, { currency: of(world) })
      const bettor = await givenBet(world, open, 'Yes', unit)
      const owner = bettor.publicKey
      await expectRefusal(world, 'MarketUndecided', {
        instructions: claimPosition({ owner, market: open.address, ...open.currency }),
        signers: [bettor],
      })
    })

    it('refuses a second time, in one transaction and in two', async () => {
      const { winner } = market
      const signers = [winner]
      const twice = [claim(winner), claim(winner)]
      await expectRefusal(world, 'AccountOwnedByWrongProgram', { instructions: twice, signers })
      await succeed(world, [claim(winner)], signers)
      await expectRefusal(world, 'AccountOwnedByWrongProgram', { instructions: claim(winner), signers })
    })

    it('refuses somebody else, and an owner who does not sign', async () => {
      const { winner, loser } = market
      const theft = withAccount('claimPosition', claim(loser), 'position', {
        pubkey: findPosition(market.address, winner.publicKey),
      })
      await expectRefusal(world, 'WrongPosition', { instructions: theft, signers: [loser] })
      const unsigned = withAccount('claimPosition', claim(winner), 'owner', { isSigner: false })
      await expectRefusal(world, 'AccountNotSigner', { instructions: unsigned })
    })

    it('refuses a position of another market, and another escrow', async () => {
      const other = await givenMarket(world, { currency: of(world) })
      const { winner } = market
      await world.chain.warpTo(other.createdAt)
      await succeed(world, [bet(other, winner.publicKey, 'Yes', 50n * unit)], [winner])
      const signers = [winner]
      const position = findPosition(other.address, winner.publicKey)
      await expectRefusal(world, 'WrongPosition', {
        instructions: withAccount('claimPosition', claim(winner), 'position', position),
        signers,
      })
      await expectRefusal(world, 'WrongEscrow', {
        instructions: withAccount('claimPosition', claim(winner), 'escrow', findEscrow(other.address)),
        signers,
      })
    })

    it('pays while new markets and bets are paused', async () => {
      const own = await start()
      const decided = await givenDecided(own, of(own))
      await changeSettings(own, { paused: true })
      const owner = decided.winner.publicKey
      const instruction = claimPosition({ owner, market: decided.address, ...decided.currency })
      await succeed(own, [instruction], [decided.winner])
    })

    if (name !== 'SOL') {
      it('pays any token account of the owner, and no other', async () => {
        const { winner, loser } = market
        const owner = winner.publicKey
        const address = () => PublicKey.unique()
        const give = (options: object) =>
          setTokenAccount(world.chain, {
            ...world.utility,
            owner,
            amount: 0n,
            address: address(),
            ...options,
          })
        const to = (account: PublicKey) => withAccount('claimPosition', claim(winner), 'ownerToken', account)
        const { tokenProgram } = world.utility
        const wrong = [
          payoutAccount(market, loser.publicKey),
          give({ owner: PublicKey.unique() }),
          give({ mint: setMint(world.chain, { tokenProgram }) }),
          give({ frozen: true }),
          give({ tokenProgram: PublicKey.unique() }),
          findEscrow(market.address),
          PublicKey.unique(),
          PROGRAM_ID,
        ]
        for (const account of wrong) {
          const instructions = to(account)
          await expectRefusal(world, 'RecipientCannotReceive', { instructions, signers: [winner] })
        }
        const second = give({})
        const gains = await tokenGains(world.chain, { second }, () => succeed(world, [to(second)], [winner]))
        expect(gains.second).to.equal(market.payout)
      })

      it('refuses missing and foreign mints and token programs', async () => {
        const signers = [market.winner]
        const refuse = (error: string, slot: 'mint' | 'tokenProgram', account: PublicKey) =>
          expectRefusal(world, error, {
            instructions: withAccount('claimPosition', claim(market.winner), slot, account),
            signers,
          })
        await refuse('TokenAccountsMissing', 'mint', PROGRAM_ID)
        await refuse('TokenAccountsMissing', 'tokenProgram', PROGRAM_ID)
        await refuse('WrongMint', 'mint', setMint(world.chain))
        await refuse('InvalidProgramId', 'tokenProgram', PublicKey.unique())
      })
    } else {
      it('pays a wallet that holds nothing', async () => {
        fund(world.chain, market.winner.publicKey, 0n)
        const owner = market.winner.publicKey
        const pay = () => succeed(world, [claim(market.winner)], [market.winner])
        expect(await payoutsBy(world, market, [owner], pay)).to.deep.equal([market.payout])
      })
    }
  })
}
