import { findEscrow, findFeeVault } from '@prediction-market/sdk/accounts'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { tokenSupply } from '../../helpers/oracle/tokens.ts'
import { lamportGains, tokenGains } from '../../helpers/program/balances.ts'
import { changeSettings, readFeeVault } from '../../helpers/program/config.ts'
import { CURRENCIES } from '../../helpers/program/currency.ts'
import { eventsOf, expectRefusal } from '../../helpers/program/expect.ts'
import {
  collection,
  decide,
  heldBy,
  payoutAccount,
  payoutsBy,
  readMarket,
  settlement,
} from '../../helpers/program/market.ts'
import {
  type GivenMarket,
  givenBet,
  givenMarket,
  givenWallet,
  succeed,
  type World,
} from '../../helpers/program/world.ts'

for (const { name, unit, start, of } of CURRENCIES) {
  describe(`collect_fees in ${name}`, () => {
    let world: World
    let market: GivenMarket
    let bettors: [winner: Keypair, loser: Keypair]

    before(async () => {
      world = await start()
    })

    // A losing pool whose fee shares of 500 basis points are rounded: 2 coins and 39 units.
    const losing = 2n * unit + 39n
    const share = unit / 10n + 1n

    beforeEach(async () => {
      market = await givenMarket(world, { currency: of(world) })
      const winner = await givenBet(world, market, 'Yes', 5n * unit)
      bettors = [winner, await givenBet(world, market, 'No', losing)]
    })

    const collect = () => collection(world, market)
    const escrow = () => findEscrow(market.address)

    it('collects both shares to the unit, and emits one event', async () => {
      // Given a decided market.
      await decide(world, market, 'Yes')
      const before = await readMarket(world, market)
      const fees = { burn: share, developer: share }
      expect(before).to.deep.include({ fees, feesDue: fees })
      const vault = await readFeeVault(world)
      const supply = await tokenSupply(world.chain, world.utility.mint)

      // When anyone collects its fees.
      const { treasury } = world
      const accounts = { escrow: escrow(), treasury, vault: findFeeVault() }
      let inTokens = {}
      const inLamports = await lamportGains(world.chain, accounts, async () => {
        const accounts = { escrow: escrow(), treasury: payoutAccount(market, treasury) }
        inTokens = await tokenGains(world.chain, accounts, async () => {
          const mint = market.currency?.mint ?? null
          expect(await eventsOf(world, collect())).to.deep.equal([
            {
              name: 'FeesCollected',
              data: { market: market.address, sequence: 5, mint, fees, treasury, developerBurned: false },
            },
          ])
        })
      })

      // Then the treasury has its share, and the other is in the vault or burned.
      const burned = supply - (await tokenSupply(world.chain, world.utility.mint))
      if (market.currency) {
        expect(inTokens).to.deep.equal({ escrow: -2n * share, treasury: share })
        expect(inLamports).to.deep.equal({ escrow: 0n, treasury: 0n, vault: 0n })
        expect(burned).to.equal(share)
        expect(await readFeeVault(world)).to.deep.equal(vault)
      } else {
        expect(inLamports).to.deep.equal({ escrow: -2n * share, treasury: share, vault: share })
        expect(burned).to.equal(0n)
        expect(await readFeeVault(world)).to.deep.equal({
          ...vault,
          received: vault.received + share,
          forSale: vault.forSale + share,
        })
      }
      expect(await readMarket(world, market)).to.deep.equal({
        ...before,
        sequence: before.sequence + 1,
        feesDue: { burn: 0n, developer: 0n },
      })
    })

    it('refuses before the decision', async () => {
      await expectRefusal(world, 'MarketUndecided', { instructions: collect() })
      await world.chain.warpTo(market.expireAt)
      await expectRefusal(world, 'MarketUndecided', { instructions: collect() })
    })

    it('refuses a second time, in one transaction and in two', async () => {
      await decide(world, market, 'Yes')
      await expectRefusal(world, 'NoFeesToCollect', { instructions: [collect(), collect()] })
      await succeed(world, [collect()])
      await expectRefusal(world, 'NoFeesToCollect', { instructions: collect() })
    })

    it('refuses a void market', async () => {
      await decide(world, market, 'void')
      await expectRefusal(world, 'NoFeesToCollect', { instructions: collect() })
    })

    for (const order of ['before', 'after'] as const) {
      it(`pays everyone the same whether it comes ${order} the payouts`, async () => {
        await decide(world, market, 'Yes')
        const owners = bettors.map(({ publicKey }) => publicKey)
        const settle = () => succeed(world, [settlement(market, owners)])
        if (order === 'before') await succeed(world, [collect()])
        const payouts = await payoutsBy(world, market, owners, settle)
        if (order === 'after') await succeed(world, [collect()])
        expect(payouts).to.deep.equal([5n * unit + losing - 2n * share, 0n])
        expect(await heldBy(world, market)).to.equal(0n)
      })
    }

    it('collects if one share or both are 0', async () => {
      for (const [burnBps, developerBps] of [
        [0, 500],
        [500, 0],
        [0, 0],
      ] as const) {
        const own = await start({ settings: { burnBps, developerBps } })
        const free = await givenMarket(own, { currency: of(own) })
        await givenBet(own, free, 'Yes', unit)
        await givenBet(own, free, 'No', 10n * unit)
        await decide(own, free, 'Yes')
        const instructions = collection(own, free)
        if (burnBps + developerBps === 0) {
          await expectRefusal(own, 'NoFeesToCollect', { instructions })
        } else {
          await succeed(own, [instructions])
          expect(await heldBy(own, free)).to.equal(11n * unit - unit / 2n)
        }
      }
    })

    it('pays the current treasury', async () => {
      const own = await start()
      const old = await givenMarket(own, { currency: of(own) })
      await givenBet(own, old, 'Yes', unit)
      await givenBet(own, old, 'No', 10n * unit)
      await decide(own, old, 'Yes')
      const treasury = givenWallet(own).publicKey
      await changeSettings(own, { treasury })
      await expectRefusal(own, 'WrongTreasury', { instructions: collection(own, old) })
      const gained = old.currency ? tokenGains : lamportGains
      const gains = await gained(own.chain, { treasury: payoutAccount(old, treasury) }, () =>
        succeed(own, [collection(own, old, treasury)]),
      )
      expect(gains.treasury).to.equal(unit / 2n)
    })
  })
}
