import { findPosition } from '@prediction-market/sdk/accounts'
import { settlePositions } from '@prediction-market/sdk/instructions'
import { ACCOUNT_SIZE, createInitializeAccount3Instruction } from '@solana/spl-token'
import { type Keypair, type PublicKey, SystemProgram } from '@solana/web3.js'
import { expect } from 'chai'
import { setTokenAccount, tokenBalance } from '../../helpers/oracle/tokens.ts'
import { lamportGains, lamportsOf, tokenGains } from '../../helpers/program/balances.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { eventNames } from '../../helpers/program/expect.ts'
import { decide, payoutAccount, payoutsBy, readMarket, settlement } from '../../helpers/program/market.ts'
import { type GivenMarket, givenBet, givenMarket, succeed, type World } from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`settle_positions in ${name} to a wallet that became a token account`, () => {
    let world: World
    let market: GivenMarket
    let odd: Keypair
    let winner: Keypair
    let loser: Keypair

    before(async () => {
      world = await start()
    })

    beforeEach(async () => {
      market = await givenMarket(world, { currency: of(world) })
      odd = await givenBet(world, market, 'Yes', 5n * unit)
      winner = await givenBet(world, market, 'Yes', 5n * unit)
      loser = await givenBet(world, market, 'No', 10n * unit)
      await decide(world, market, 'Yes')
    })

    /** Makes the wallet of `odd` a token account of UTILITY that belongs to `owner`, as its key can. */
    async function becomeTokenAccount(owner: PublicKey): Promise<void> {
      const { mint, tokenProgram } = world.utility
      const wallet = odd.publicKey
      await succeed(
        world,
        [
          SystemProgram.allocate({ accountPubkey: wallet, space: ACCOUNT_SIZE }),
          SystemProgram.assign({ accountPubkey: wallet, programId: tokenProgram }),
          createInitializeAccount3Instruction(wallet, mint, owner, tokenProgram),
        ],
        [odd],
      )
    }

    const owners = () => [odd, winner, loser].map(({ publicKey }) => publicKey)

    it('attack 57: pays it with its neighbours, in one batch', async () => {
      await becomeTokenAccount(odd.publicKey)
      const payouts = await payoutsBy(world, market, owners(), async () => {
        const names = await eventNames(world, settlement(market, owners()))
        expect(names).to.deep.equal(Array(3).fill('PositionSettled'))
      })
      expect(payouts).to.deep.equal([(19n * unit) / 2n, (19n * unit) / 2n, 0n])
    })

    it('attack 57: skips it while it is below its rent, and pays its neighbours', async () => {
      // Given a token account with fewer lamports than the payout and the position can bring it to.
      await becomeTokenAccount(odd.publicKey)
      const account = await world.chain.account(odd.publicKey)
      if (!account) throw new Error('There is no account')
      const data = new Uint8Array(10_000_000)
      data.set(account.data)
      world.chain.setAccount(odd.publicKey, { ...account, lamports: 1n, data })
      const others = owners().slice(1)
      const payouts = await payoutsBy(world, market, others, async () => {
        const names = await eventNames(world, settlement(market, owners()))
        expect(names).to.deep.equal(['PositionSettled', 'PositionSettled'])
      })
      expect(payouts).to.deep.equal([(19n * unit) / 2n, 0n])
      expect((await readMarket(world, market)).openPositions).to.equal(1)
    })

    if (name !== 'SOL') {
      it('attack 57: which takes the tokens of a neighbour in the same batch', async () => {
        // Given a wallet that is a token account of another winner, whose own associated one is frozen.
        await becomeTokenAccount(winner.publicKey)
        setTokenAccount(world.chain, {
          ...world.utility,
          owner: winner.publicKey,
          amount: 0n,
          frozen: true,
        })
        const { resolvedAt } = await readMarket(world, market)
        await world.chain.warpTo((resolvedAt ?? 0n) + 30n * 86_400n)

        // When both are settled by one call, lamports and tokens come to the same account.
        const batch = settlePositions({
          keeper: market.keeper,
          market: market.address,
          ...market.currency,
          positions: [{ owner: odd.publicKey }, { owner: winner.publicKey, ownerToken: odd.publicKey }],
        })
        const rent = await lamportsOf(world.chain, findPosition(market.address, odd.publicKey))
        const own = payoutAccount(market, odd.publicKey)
        let lamports = 0n
        const tokens = await tokenGains(world.chain, { own, shared: odd.publicKey }, async () => {
          const gains = await lamportGains(world.chain, { wallet: odd.publicKey }, async () => {
            const names = await eventNames(world, batch)
            expect(names).to.deep.equal(['PositionSettled', 'PositionSettled'])
          })
          lamports = gains.wallet
        })

        // Then each is paid in full.
        expect(tokens).to.deep.equal({ own: (19n * unit) / 2n, shared: (19n * unit) / 2n })
        expect(lamports).to.equal(rent)
      })
    }

    it('attack 57: pays a keeper who settles its own position, and a position that is named twice once', async () => {
      await becomeTokenAccount(odd.publicKey)
      const own = { ...market, keeper: winner.publicKey }
      const names = await eventNames(world, settlement(own, [...owners(), winner.publicKey]), [winner])
      expect(names).to.deep.equal(Array(3).fill('PositionSettled'))
      if (market.currency) {
        const balance = await tokenBalance(world.chain, payoutAccount(market, winner.publicKey))
        expect(balance).to.equal(995n * unit + (19n * unit) / 2n)
      }
    })
  })
}
