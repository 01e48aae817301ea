import { PROGRAM_ID } from '@prediction-market/sdk'
import { findPosition } from '@prediction-market/sdk/accounts'
import { claimPosition, settlePositions } from '@prediction-market/sdk/instructions'
import { ExtensionType, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { extension, setMint, setTokenAccount, type TokenAccountOptions } from '../../helpers/oracle/tokens.ts'
import { tokenGains } from '../../helpers/program/balances.ts'
import { type DecidedMarket, givenDecided } from '../../helpers/program/decided.ts'
import { eventNames, expectRefusal, expectUnchanged } from '../../helpers/program/expect.ts'
import {
  decide,
  heldBy,
  payoutAccount,
  payoutsBy,
  readMarket,
  settlement,
} from '../../helpers/program/market.ts'
import { withAccount, withKey } from '../../helpers/program/slots.ts'
import {
  bet,
  fund,
  givenBet,
  givenMarket,
  startWorld,
  succeed,
  UTILITY,
  type World,
} from '../../helpers/program/world.ts'

for (const tokenProgram of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
  const isClassic = tokenProgram.equals(TOKEN_PROGRAM_ID)

  describe(`settle_positions in UTILITY${isClassic ? '' : ' of Token-2022'} to a token account`, () => {
    let world: World
    let market: DecidedMarket
    let winner: PublicKey

    before(async () => {
      world = await startWorld({ tokenProgram })
    })

    beforeEach(async () => {
      market = await givenDecided(world, world.utility)
      winner = market.winner.publicKey
    })

    const token = (options: Partial<TokenAccountOptions>) =>
      setTokenAccount(world.chain, { ...world.utility, owner: winner, amount: 0n, ...options })

    /** Ways in which the winner's token account cannot receive tokens. */
    const spoiled: [text: string, spoil: () => unknown][] = [
      ['is missing', () => fund(world.chain, payoutAccount(market, winner), 0n)],
      ['was closed and holds lamports', () => fund(world.chain, payoutAccount(market, winner), 2_039_280n)],
      ['is frozen', () => token({ frozen: true })],
      [
        'was given to somebody else',
        () => token({ owner: PublicKey.unique(), address: payoutAccount(market, winner) }),
      ],
      [
        'is of another mint',
        () => token({ mint: setMint(world.chain, { tokenProgram }), address: payoutAccount(market, winner) }),
      ],
      [
        'is of another program',
        () => token({ tokenProgram: PublicKey.unique(), address: payoutAccount(market, winner) }),
      ],
    ]
    if (!isClassic) {
      const memo = extension(ExtensionType.MemoTransfer, Uint8Array.of(1))
      spoiled.push(['asks for a memo', () => token({ extensions: memo })])
    }

    for (const [text, spoil] of spoiled) {
      it(`attack 20: skips one that ${text}, pays the others, and pays to another account by a claim`, async () => {
        // Given a winner whose account cannot be paid, and another winner and a loser.
        const { owners, expected } = await givenThree()
        spoil()

        // When the batch is settled.
        const names: string[] = []
        const others = owners.slice(1)
        const payouts = await payoutsBy(world, market, others, async () => {
          names.push(...(await eventNames(world, settlement(market, owners))))
        })

        // Then only the first is skipped, and its payout stays in the escrow.
        expect(names).to.deep.equal(['PositionSettled', 'PositionSettled'])
        expect(payouts).to.deep.equal(expected.slice(1))
        expect((await readMarket(world, market)).openPositions).to.equal(1)
        await expectUnchanged(world, { instructions: settlement(market, [winner]) })

        // And the owner can claim it to another token account.
        const second = token({ address: PublicKey.unique() })
        const claim = claimPosition({
          owner: winner,
          market: market.address,
          ownerToken: second,
          ...world.utility,
        })
        const gains = await tokenGains(world.chain, { second }, () =>
          succeed(world, [claim], [market.winner]),
        )
        expect(gains.second).to.equal(expected[0])
        expect(await world.chain.account(findPosition(market.address, winner))).to.equal(null)
      })
    }

    /** A market of this world with two winners and a loser, the first of whom is `winner`. */
    async function givenThree() {
      const base = await givenMarket(world, { currency: world.utility })
      const first = market.winner
      await succeed(world, [bet(base, winner, 'Yes', 5n * UTILITY)], [first])
      const second = await givenBet(world, base, 'Yes', 5n * UTILITY)
      const loser = await givenBet(world, base, 'No', 10n * UTILITY)
      await decide(world, base, 'Yes')
      market = { ...base, winner: first, loser, payout: 9_500_000n }
      const owners = [winner, second.publicKey, loser.publicKey]
      return { owners, expected: [9_500_000n, 9_500_000n, 0n] }
    }

    it('pays once the account can receive again', async () => {
      token({ frozen: true })
      await expectUnchanged(world, { instructions: settlement(market, [winner]) })
      token({})
      const pay = () => succeed(world, [settlement(market, [winner])])
      expect(await payoutsBy(world, market, [winner], pay)).to.deep.equal([market.payout])
    })

    it('returns the rent to a loser, whatever the state of their token account', async () => {
      const loser = market.loser.publicKey
      token({ owner: loser, frozen: true })
      expect(await eventNames(world, settlement(market, [loser]))).to.deep.equal(['PositionSettled'])
      expect(await world.chain.account(findPosition(market.address, loser))).to.equal(null)
    })

    it('skips a token account of the owner that is not the associated one', async () => {
      const second = token({ address: PublicKey.unique() })
      const wrong = withKey(settlement(market, [winner]), 7, second)
      const { error } = await expectUnchanged(world, {
        instructions: wrong,
        watched: [payoutAccount(market, winner)],
      })
      expect(error).to.equal(null)
      expect(await eventNames(world, wrong)).to.deep.equal([])
    })

    /** Settles the winner, and names another token account besides the associated one. */
    const redirected = (ownerToken: PublicKey) =>
      settlePositions({
        keeper: market.keeper,
        market: market.address,
        ...market.currency,
        positions: [{ owner: winner, ownerToken }],
      })

    it('pays a second token account of the owner thirty days after the decision', async () => {
      // Given a winner whose associated account cannot receive.
      token({ frozen: true })
      const second = token({ address: PublicKey.unique() })
      const elsewhere = redirected(second)
      const { resolvedAt } = await readMarket(world, market)
      const from = (resolvedAt ?? 0n) + 30n * 86_400n
      await world.chain.warpTo(from - 1n)
      expect(await eventNames(world, elsewhere)).to.deep.equal([])
      await world.chain.warpTo(from)

      // Somebody else's account is still none, nor is any in the place of the associated one.
      const robbed = redirected(payoutAccount(market, market.loser.publicKey))
      expect(await eventNames(world, robbed)).to.deep.equal([])
      expect(await eventNames(world, withKey(elsewhere, 7, second))).to.deep.equal([])
      const gains = await tokenGains(world.chain, { second }, () => succeed(world, [elsewhere]))
      expect(gains.second).to.equal(market.payout)
    })

    it('attack 58: a stranger cannot choose another account while the associated one can be paid', async () => {
      const second = token({ address: PublicKey.unique() })
      const { resolvedAt } = await readMarket(world, market)
      await world.chain.warpTo((resolvedAt ?? 0n) + 30n * 86_400n)
      const associated = payoutAccount(market, winner)
      const gains = await tokenGains(world.chain, { second, associated }, () =>
        succeed(world, [redirected(second)]),
      )
      expect(gains).to.deep.equal({ second: 0n, associated: market.payout })
    })

    it('attacks 58 and 92: a healthy associated account that is passed read-only is no reason to pay another', async () => {
      const second = token({ address: PublicKey.unique() })
      const { resolvedAt } = await readMarket(world, market)
      await world.chain.warpTo((resolvedAt ?? 0n) + 30n * 86_400n)
      const readOnly = withKey(redirected(second), 7, { isWritable: false })
      expect(await eventNames(world, readOnly)).to.deep.equal([])
      // Nor is one that is broken, or that anyone could create.
      token({ frozen: true })
      expect(await eventNames(world, readOnly)).to.deep.equal([])
      for (const lamports of [0n, 2_039_280n]) {
        fund(world.chain, payoutAccount(market, winner), lamports)
        expect(await eventNames(world, redirected(second))).to.deep.equal([])
      }
      expect(await heldBy(world, market)).to.equal(7n * UTILITY)
    })

    it('attacks 92 and 93: a broken or given away one lets another be paid, without a delegate or a close authority', async () => {
      const { resolvedAt } = await readMarket(world, market)
      await world.chain.warpTo((resolvedAt ?? 0n) + 30n * 86_400n)
      token({ owner: PublicKey.unique(), address: payoutAccount(market, winner) })
      const stranger = PublicKey.unique()
      for (const shared of [{ delegate: stranger }, { closeAuthority: stranger }]) {
        const other = token({ address: PublicKey.unique(), ...shared })
        expect(await eventNames(world, redirected(other))).to.deep.equal([])
      }
      const own = token({ address: PublicKey.unique() })
      const gains = await tokenGains(world.chain, { own }, () => succeed(world, [redirected(own)]))
      expect(gains.own).to.equal(market.payout)
    })

    it('skips a read-only token account', async () => {
      const readOnly = withKey(settlement(market, [winner]), 7, { isWritable: false })
      expect(await eventNames(world, readOnly)).to.deep.equal([])
      expect(await heldBy(world, market)).to.equal(7n * UTILITY)
    })

    it('refuses missing and foreign token programs and mints', async () => {
      const instruction = settlement(market, [winner])
      for (const slot of ['mint', 'tokenProgram'] as const) {
        const missing = withAccount('settlePositions', instruction, slot, PROGRAM_ID)
        await expectRefusal(world, 'TokenAccountsMissing', { instructions: missing })
      }
      const mint = withAccount('settlePositions', instruction, 'mint', setMint(world.chain, { tokenProgram }))
      await expectRefusal(world, 'WrongMint', { instructions: mint })
      const other = isClassic ? TOKEN_2022_PROGRAM_ID : TOKEN_PROGRAM_ID
      const program = withAccount('settlePositions', instruction, 'tokenProgram', other)
      await expectRefusal(world, 'WrongTokenProgram', { instructions: program })
      // Without token accounts, as in a SOL market: nothing is paid in lamports.
      const inSol = settlePositions({
        keeper: market.keeper,
        market: market.address,
        positions: [{ owner: winner }],
      })
      await expectRefusal(world, 'TokenAccountsMissing', { instructions: inSol })
    })
  })
}

describe('settle_positions in SOL', () => {
  it('does not accept a token account as the wallet', async () => {
    const world = await startWorld()
    const market = await givenDecided(world, null)
    const account = payoutAccount({ ...market, currency: world.utility }, market.winner.publicKey)
    const wrong = withKey(settlement(market, [market.winner.publicKey]), 6, account)
    expect(await eventNames(world, wrong)).to.deep.equal([])
  })
})
