import { findConfig, findPosition, findQuestion } from '@prediction-market/sdk/accounts'
import { claimPosition } from '@prediction-market/sdk/instructions'
import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { type DecidedMarket, givenDecided, makeExecutable } from '../../helpers/program/decided.ts'
import { eventNames, expectUnchanged } from '../../helpers/program/expect.ts'
import { decide, payoutAccount, payoutsBy, settlement } from '../../helpers/program/market.ts'
import { withKey } from '../../helpers/program/slots.ts'
import { fund, givenBet, givenMarket, givenWallet, succeed, type World } from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`settle_positions in ${name} of positions that cannot be settled`, () => {
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

    /** Index of the first remaining account, after the four named ones. */
    const FIRST = 5

    /** Expects that the batch succeeds, and skips the winner's position without changing it. */
    async function expectSkipped(
      instruction: TransactionInstruction,
      watched: PublicKey[] = [],
    ): Promise<void> {
      const position = findPosition(market.address, winner)
      const account = payoutAccount(market, winner)
      const { error, logs } = await expectUnchanged(world, {
        instructions: instruction,
        watched: [position, winner, account, ...watched],
      })
      expect(error, logs.join('\n')).to.equal(null)
      expect(await eventNames(world, instruction)).to.deep.equal([])
    }

    /** Expects that the same batch pays the loser's rent, and that the winner can be paid later. */
    async function expectOthersPaid(instruction: TransactionInstruction): Promise<void> {
      const loser = market.loser.publicKey
      const { keys, data } = settlement(market, [winner, loser])
      instruction.keys.push(...keys.slice((FIRST + keys.length) / 2))
      instruction.data = data
      const position = findPosition(market.address, loser)
      await succeed(world, [instruction])
      expect(await world.chain.account(position)).to.equal(null)
    }

    it('skips a position with a wallet that is not its owner', async () => {
      for (const thief of [givenWallet(world), market.loser]) {
        const wrong = withKey(settlement(market, [winner]), FIRST + 1, thief.publicKey)
        await expectSkipped(wrong, [thief.publicKey])
        if (market.currency) {
          const robbed = withKey(wrong, FIRST + 2, payoutAccount(market, thief.publicKey))
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

    it('skips accounts that are not positions', async () => {
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

    it('skips a forged position', async () => {
      const genuine = await world.chain.account(findPosition(market.address, winner))
      if (!genuine) throw new Error('There is no position')
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

    it('attack 93: pays a wallet that has become a program, by a settlement and by a claim', async function () {
      if (!world.chain.shows.executableWallets) this.skip()
      const { loser } = market
      for (const wallet of [market.winner, loser]) await makeExecutable(world, wallet.publicKey)
      await expectPaidLater()
      const position = findPosition(market.address, loser.publicKey)
      const claim = claimPosition({ owner: loser.publicKey, market: market.address, ...market.currency })
      await succeed(world, [claim], [loser])
      expect(await world.chain.account(position)).to.equal(null)
    })

    it('skips a hundred accounts that are no positions, and says nothing of them', async () => {
      // Given as many groups as a transaction can name, each of accounts that it has anyway.
      const many = settlement(market, [winner])
      const group = many.keys
        .slice(FIRST)
        .map((key, slot) => (slot === 0 ? { ...key, pubkey: market.address } : key))
      const count = Math.floor(240 / group.length)
      many.keys.splice(FIRST, group.length, ...Array(count).fill(group).flat())
      if (market.currency) {
        // The bumps are a vector of bytes after the discriminator.
        const data = Buffer.alloc(12 + count, many.data.at(-1))
        many.data.copy(data, 0, 0, 8)
        data.writeUInt32LE(count, 8)
        many.data = data
      }
      await expectSkipped(many)
    })

    it('attack 19: skips a wallet that would not be rent-exempt, pays the others, and pays it later', async () => {
      // Given a winner whose account has data, and too few lamports for it.
      const account = { lamports: 1n, data: new Uint8Array(1_000_000), owner: SystemProgram.programId }
      world.chain.setAccount(winner, { ...account, executable: false })
      const instruction = settlement(market, [winner])
      await expectSkipped(instruction)
      await expectOthersPaid(instruction)
      fund(world.chain, winner, 1_000_000_000n)
      await expectPaidLater()
    })

    it('pays an empty wallet: the rent of the position makes it rent-exempt', async () => {
      fund(world.chain, winner, 0n)
      await expectPaidLater()
    })

    async function expectPaidLater(): Promise<void> {
      const pay = () => succeed(world, [settlement(market, [winner])])
      expect(await payoutsBy(world, market, [winner], pay)).to.deep.equal([market.payout])
    }

    it('lets the owner claim a skipped position', async () => {
      await expectSkipped(withKey(settlement(market, [winner]), FIRST + 1, market.loser.publicKey))
      const claim = claimPosition({ owner: winner, market: market.address, ...market.currency })
      const pay = () => succeed(world, [claim], [market.winner])
      expect(await payoutsBy(world, market, [winner], pay)).to.deep.equal([market.payout])
    })
  })
}
