import { claimPosition, findConfig, findPosition, findQuestion } from '@prediction-market/sdk'
import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { becomeProgram, type DecidedMarket, givenDecided } from '../../helpers/program/decided.ts'
import { eventsOf, expectUnchanged } from '../../helpers/program/expect.ts'
import { decide, payoutsBy, purseOf, settlement } from '../../helpers/program/market.ts'
import { withKey } from '../../helpers/program/slots.ts'
import { fund, givenBet, givenMarket, givenWallet, succeed, type World } from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`settle_positions in ${name} of what cannot be settled`, () => {
    let world: World
    let market: DecidedMarket
    let winner: PublicKey

    before(async () => {
      world = await start()
    })

    beforeEach(async () => {
      market = await givenDecided(world, of(world))
      winner = market.winner.publicKey
    })

    /** Where the accounts of the first position begin, after the four named ones. */
    const FIRST = 4

    /** The batch succeeds, skips this position of the winner's and changes nothing about it. */
    async function expectSkipped(
      instruction: TransactionInstruction,
      watched: PublicKey[] = [],
    ): Promise<void> {
      const position = findPosition(market.address, winner)
      const purse = purseOf(market, winner)
      const { error, logs } = await expectUnchanged(world, {
        instructions: instruction,
        watched: [position, winner, purse, ...watched],
      })
      expect(error, logs.join('\n')).to.equal(null)
      const [event] = await eventsOf(world, instruction)
      expect(event?.name).to.equal('PositionSkipped')
    }

    /** In the same batch the loser gets their rent, and afterwards the winner is paid after all. */
    async function expectOthersPaid(instruction: TransactionInstruction): Promise<void> {
      const loser = market.loser.publicKey
      const { keys } = settlement(market, [loser])
      instruction.keys.push(...keys.slice(FIRST))
      const position = findPosition(market.address, loser)
      await succeed(world, [instruction])
      expect(await world.chain.account(position)).to.equal(null)
    }

    it('skips a position whose wallet is somebody else', async () => {
      for (const thief of [givenWallet(world), market.loser]) {
        const wrong = withKey(settlement(market, [winner]), FIRST + 1, thief.publicKey)
        await expectSkipped(wrong, [thief.publicKey])
        if (market.currency) {
          const robbed = withKey(wrong, FIRST + 2, purseOf(market, thief.publicKey))
          await expectSkipped(robbed)
        }
      }
      await expectOthersPaid(withKey(settlement(market, [winner]), FIRST + 1, market.creator.publicKey))
    })

    it('skips a position of another market', async () => {
      const other = await givenMarket(world, { currency: of(world) })
      const rival = await givenBet(world, other, 'Yes', 9n * unit)
      await decide(world, other, 'Yes')
      const { keys } = settlement(other, [rival.publicKey])
      const wrong = settlement(market, [winner])
      wrong.keys.splice(FIRST, keys.length, ...keys.slice(FIRST))
      await expectSkipped(wrong, [findPosition(other.address, rival.publicKey)])
    })

    it('skips accounts that are no positions', async () => {
      const accounts = [
        market.address,
        findConfig(),
        findQuestion(market.address),
        PublicKey.unique(),
        winner,
      ]
      for (const account of accounts) {
        await expectSkipped(withKey(settlement(market, [winner]), FIRST, account))
      }
    })

    it('skips a position that a stranger made up', async () => {
      const genuine = await world.chain.account(findPosition(market.address, winner))
      if (!genuine) throw new Error('no position')
      const fake = PublicKey.unique()
      world.chain.setAccount(fake, { ...genuine, owner: SystemProgram.programId })
      await expectSkipped(withKey(settlement(market, [winner]), FIRST, fake))
    })

    for (const [text, slot] of [
      ['position', 0],
      ['wallet', 1],
    ] as const) {
      it(`skips a read-only ${text}, and pays the others`, async () => {
        const readOnly = withKey(settlement(market, [winner]), FIRST + slot, { isWritable: false })
        await expectSkipped(readOnly)
        await expectOthersPaid(readOnly)
      })
    }

    it('skips a wallet that is a program, pays the others, and waits', async () => {
      const before = await world.chain.account(winner)
      await becomeProgram(world, winner)
      const instruction = settlement(market, [winner])
      await expectSkipped(instruction)
      await expectOthersPaid(instruction)
      if (before) world.chain.setAccount(winner, before)
      await expectPaidLater()
    })

    it('skips a wallet that would stay below its rent, pays the others, and waits', async () => {
      // Given a winner whose account has come to hold data, and too little for it.
      const account = { lamports: 1n, data: new Uint8Array(1_000_000), owner: SystemProgram.programId }
      world.chain.setAccount(winner, { ...account, executable: false })
      const instruction = settlement(market, [winner])
      await expectSkipped(instruction)
      await expectOthersPaid(instruction)
      fund(world.chain, winner, 1_000_000_000n)
      await expectPaidLater()
    })

    it('pays a wallet that holds nothing: the rent of its position is enough to live on', async () => {
      fund(world.chain, winner, 0n)
      await expectPaidLater()
    })

    async function expectPaidLater(): Promise<void> {
      const pay = () => succeed(world, [settlement(market, [winner])])
      expect(await payoutsBy(world, market, [winner], pay)).to.deep.equal([market.payout])
    }

    it('leaves a skipped position to be claimed', async () => {
      await expectSkipped(withKey(settlement(market, [winner]), FIRST + 1, market.loser.publicKey))
      const claim = claimPosition({ owner: winner, market: market.address, ...market.currency })
      const pay = () => succeed(world, [claim], [market.winner])
      expect(await payoutsBy(world, market, [winner], pay)).to.deep.equal([market.payout])
    })
  })
}
