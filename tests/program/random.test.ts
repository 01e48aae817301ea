import { type Outcome, positionDue } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { closeMarket } from '@prediction-market/sdk/instructions'
import { fees as feesOf, type PayoutTerms } from '@prediction-market/sdk/rules'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { tokenSupply } from '../helpers/oracle/tokens.ts'
import { lamportGains, tokenGains } from '../helpers/program/balances.ts'
import { changeSettings } from '../helpers/program/config.ts'
import { CURRENCIES } from '../helpers/program/currency.ts'
import {
  collection,
  decide,
  heldBy,
  payoutAccount,
  payoutsBy,
  readMarket,
  readPosition,
  settlement,
} from '../helpers/program/market.ts'
import {
  bet,
  type GivenMarket,
  givenMarket,
  givenWallet,
  succeed,
  type World,
} from '../helpers/program/world.ts'

interface Bet {
  /** Index of the bettor; some bet often, some on both sides. */
  bettor: number
  side: Outcome
  amount: bigint
}

interface Story {
  bets: Bet[]
  outcome: Outcome | 'void'
  shares: PayoutTerms
  /** Whether the fees are collected before the payouts. */
  feesFirst: boolean
  /** Positions per batch. */
  batch: number
}

/** Stakes of all magnitudes. */
const amounts = fc.oneof(fc.bigInt(1n, 10n), fc.bigInt(1n, 1_000_000n), fc.bigInt(1n, 2n ** 36n))

/** The life of a market. */
function stories(bettors: number, bets: { minLength: number; maxLength: number }): fc.Arbitrary<Story> {
  const side = fc.constantFrom<Outcome>('Yes', 'No')
  return fc.record({
    bets: fc.array(fc.record({ bettor: fc.noBias(fc.nat(bettors - 1)), side, amount: amounts }), bets),
    outcome: fc.constantFrom<Outcome | 'void'>('Yes', 'No', 'void'),
    shares: fc.record({ burnBps: fc.nat(1_000), developerBps: fc.nat(1_000), maxRatio: fc.constant(0) }),
    feesFirst: fc.boolean(),
    batch: fc.integer({ min: 1, max: 8 }),
  })
}

for (const { name, start, of } of CURRENCIES) {
  describe(`random markets in ${name}`, () => {
    let world: World

    before(async () => {
      world = await start({ settings: { minimumStakeSol: 1n, minimumStakeUtility: 1n } })
    })

    /** Places the bets and sums them up. */
    async function placeAll(market: GivenMarket, bets: Bet[]) {
      const positions = new Map<number, { wallet: Keypair; stakes: Record<'Yes' | 'No', bigint> }>()
      const pools = { Yes: 0n, No: 0n }
      for (const { bettor, side, amount } of bets) {
        const position = positions.get(bettor) ?? {
          wallet: givenWallet(world, 1_000_000n),
          stakes: { Yes: 0n, No: 0n },
        }
        positions.set(bettor, position)
        const { wallet, stakes } = position
        await succeed(world, [bet(market, wallet.publicKey, side, amount)], [wallet])
        stakes[side] += amount
        pools[side] += amount
      }
      return { positions: [...positions.values()], pools }
    }

    /** Runs one market from its creation to its end, and compares every unit with the SDK's arithmetic. */
    async function live({ bets, outcome, shares, feesFirst, batch }: Story): Promise<void> {
      // Given a market with these bets, decided.
      await changeSettings(world, shares)
      const market = await givenMarket(world, { currency: of(world) })
      const { positions, pools } = await placeAll(market, bets)
      const total = pools.Yes + pools.No
      expect(await readMarket(world, market)).to.deep.include({ pools, openPositions: positions.length })
      expect(await heldBy(world, market)).to.equal(total)
      await decide(world, market, outcome)

      // And the payouts that the SDK computes.
      const side = outcome === 'void' || pools[outcome] === 0n ? null : outcome
      const decided = await readMarket(world, market)
      const owed: bigint[] = []
      for (const { wallet, stakes } of positions) {
        const position = await readPosition(world, market, wallet.publicKey)
        expect(position.stakes).to.deep.equal(stakes)
        const { payout, refund } = positionDue(decided, position)
        owed.push(payout + refund)
      }
      const losing = side === null ? 0n : pools[side === 'Yes' ? 'No' : 'Yes']
      const { burn, developer } = feesOf(losing, shares.burnBps, shares.developerBps)
      const paid = owed.reduce((sum, payout) => sum + payout, 0n)
      const dust = total - paid - burn - developer
      expect(decided.fees).to.deep.equal({ burn, developer })
      expect(decided.status).to.equal(side === null ? 'void' : 'resolved')

      // When it is settled, its fees are collected and it is closed.
      const supply = await tokenSupply(world.chain, world.utility.mint)
      const owners = positions.map(({ wallet }) => wallet.publicKey)
      const gained = market.currency ? tokenGains : lamportGains
      const collect = async () => {
        if (burn + developer > 0n) await succeed(world, [collection(world, market)])
      }
      const accounts = { treasury: payoutAccount(market, world.treasury), vault: findFeeVault() }
      const gains = await gained(world.chain, accounts, async () => {
        if (feesFirst) await collect()
        const payouts: bigint[] = []
        for (let at = 0; at < owners.length; at += batch) {
          const some = owners.slice(at, at + batch)
          const pay = () => succeed(world, [settlement(market, some)])
          payouts.push(...(await payoutsBy(world, market, some, pay)))
        }
        if (!feesFirst) await collect()

        // Then every balance is as computed, and the escrow holds only dust.
        expect(payouts).to.deep.equal(owed)
        expect(await heldBy(world, market)).to.equal(dust)
        expect(dust >= 0n && dust <= BigInt(positions.length)).to.equal(true)
        const creator = market.creator.publicKey
        await succeed(world, [
          closeMarket({ keeper: market.keeper, market: market.address, creator, ...market.currency }),
        ])
      })
      const burned = supply - (await tokenSupply(world.chain, world.utility.mint))
      expect(gains.treasury).to.equal(developer)
      expect(market.currency ? burned : gains.vault).to.equal(burn + dust)
      expect(paid + burn + developer + dust).to.equal(total)
    }

    it('pay exactly what the SDK computes', async () => {
      const property = fc.asyncProperty(stories(12, { minLength: 0, maxLength: 30 }), live)
      await fc.assert(property, { numRuns: 20, endOnFailure: true })
    })

    it('pay exactly what the SDK computes to two hundred bettors', async () => {
      const property = fc.asyncProperty(stories(100_000, { minLength: 200, maxLength: 200 }), live)
      await fc.assert(property, { numRuns: 2, endOnFailure: true })
    })
  })
}
