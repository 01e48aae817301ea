import {
  type Condition,
  type Fetched,
  findFeed,
  type Market,
  type Outcome,
  positionPayout,
  type Stakes,
} from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import { BONK, JUP, setToken } from '../../app/src/localnet/demo/tokens.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { migrateToken, setCurve } from '../../app/src/localnet/pump.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  type Stake,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { POSITION_RENT } from '../helpers/keeper/seed.ts'
import { createMint, lamportsOf, mintTokens, type TestLocalnet, tokensOf } from '../helpers/localnet/index.ts'

const feedOf = (symbol: string) => findFeed(symbol)?.id ?? expect.fail(`no feed ${symbol}`)

/** Base units that divide neither evenly nor into each other. */
const AMOUNTS = [700_000_001n, 300_000_007n, 500_000_003n] as const
const SIDES = ['Yes', 'No', 'Yes'] as const

/** A condition, and how it is to end. */
interface Case {
  name: string
  condition: Condition
  token?: PublicKey
  currency?: 'SOL' | 'UTILITY'
  /** Makes it come true, once there are bets. */
  comesTrue?: (market: Fetched<Market>) => Promise<void>
  outcome: Outcome
  /** Whether it must be decided before it expires. */
  isEarly?: boolean
}

describe('the keeper', () => {
  let localnet: TestLocalnet
  let keeper: Keeper

  before(async () => {
    // Without a proof the answer is No after five seconds.
    localnet = await openLocalnet({ settings: { proofWindow: 5, voidDelay: 600 } })
    keeper = await openKeeper(localnet, { attestorUrls: localnet.attestorUrls })
    for (const token of [BONK, JUP]) await setToken(localnet.node.cheats, token)
  })

  after(async () => {
    await keeper.stop()
    await closeLocalnet(localnet)
  })

  /** Opens the market, lets it come true, and checks that it is decided and everyone paid to the unit. */
  const live = async (given: Case) => {
    const { condition, token = null, currency = 'SOL', outcome } = given
    const wallets = await givenWallets(localnet, 3, currency === 'UTILITY')
    const stakes = wallets.map((bettor, index): Stake => {
      return { bettor, outcome: SIDES[index] as Outcome, amount: AMOUNTS[index] as bigint }
    })
    const market = await givenMarket(localnet, {
      condition,
      token,
      currency,
      stakes: stakes as [Stake, ...Stake[]],
    })
    const { mint } = market
    const held = ({ bettor }: Stake) =>
      mint
        ? tokensOf(localnet.connection, mint, bettor.publicKey)
        : lamportsOf(localnet.connection, bettor.publicKey)
    const before = await Promise.all(stakes.map(held))
    await given.comesTrue?.(market)
    if (!given.isEarly) await travelTo(localnet, market.expireAt)

    const paid = await untilMarket(localnet, market.address, `paid out: ${given.name}`, isPaidOut, 45_000)
    expect(paid).to.include({ status: 'resolved', outcome })
    const resolvedAt = paid.resolvedAt ?? expect.fail()
    expect(resolvedAt < market.expireAt, 'decided before it expired').to.equal(given.isEarly ?? false)
    const after = await Promise.all(stakes.map(held))
    const due = stakes.map((stake): bigint => {
      const own: Stakes = stake.outcome === 'Yes' ? [stake.amount, 0n] : [0n, stake.amount]
      return positionPayout(own, paid.pools, outcome, paid.terms) + (mint ? 0n : POSITION_RENT)
    })
    expect(after.map((amount, index) => amount - (before[index] ?? 0n))).to.deep.equal(due)
  }

  describe('decides and pays', () => {
    it('by the price at expiry', () =>
      live({
        name: 'price',
        condition: {
          type: 'price',
          feed: feedOf('SOL'),
          comparison: 'above',
          target: '0.01',
          timing: 'atExpiry',
        },
        outcome: 'Yes',
      }))

    it('in UTILITY, by the market capitalisation at expiry', () =>
      live({
        name: 'market cap',
        condition: {
          type: 'marketCap',
          feed: feedOf('BONK'),
          comparison: 'below',
          target: '1000',
          timing: 'atExpiry',
        },
        token: BONK.mint,
        currency: 'UTILITY',
        outcome: 'No',
      }))

    it('by a price before expiry, as soon as it is seen', () =>
      live({
        name: 'early price',
        condition: {
          type: 'price',
          feed: feedOf('ETH'),
          comparison: 'atLeast',
          target: '123456.78',
          timing: 'byExpiry',
        },
        comesTrue: async () => {
          await localnet.prices.set('ETH', '123456.78')
        },
        outcome: 'Yes',
        isEarly: true,
      }))

    it('by a market capitalisation before expiry, as soon as it is seen', () =>
      live({
        name: 'early market cap',
        condition: {
          type: 'marketCap',
          feed: feedOf('JUP'),
          comparison: 'above',
          target: '69000000000',
          timing: 'byExpiry',
        },
        comesTrue: async () => {
          await localnet.prices.set('JUP', '10')
        },
        token: JUP.mint,
        outcome: 'Yes',
        isEarly: true,
      }))

    it('No, once the proof window has passed without a proof', () =>
      live({
        name: 'silence',
        condition: {
          type: 'price',
          feed: feedOf('BTC'),
          comparison: 'above',
          target: '99999999',
          timing: 'byExpiry',
        },
        outcome: 'No',
      }))

    it('by the supply at expiry', async () => {
      const [authority = expect.fail()] = await givenWallets(localnet, 1)
      const token = await createMint(localnet.connection, authority)
      await mintTokens(localnet.connection, authority, token, authority.publicKey, 4_999_999n)
      await live({
        name: 'supply',
        condition: { type: 'supply', comparison: 'atLeast', target: '5', timing: 'atExpiry' },
        token,
        outcome: 'No',
      })
    })

    it('by the supply before expiry, as soon as it is there', async () => {
      const [authority = expect.fail()] = await givenWallets(localnet, 1)
      const token = await createMint(localnet.connection, authority)
      await live({
        name: 'early supply',
        condition: { type: 'supply', comparison: 'atLeast', target: '5', timing: 'byExpiry' },
        comesTrue: async () => {
          await mintTokens(localnet.connection, authority, token, authority.publicKey, 5_000_000n)
        },
        token,
        outcome: 'Yes',
        isEarly: true,
      })
    })

    it('by a migration, as soon as it has taken place', async () => {
      const token = Keypair.generate().publicKey
      await setCurve(localnet.node.cheats, token, { sold: 50 })
      await live({
        name: 'migration',
        condition: { type: 'migration', timing: 'byExpiry' },
        comesTrue: () => migrateToken(localnet.node.cheats, token),
        token,
        outcome: 'Yes',
        isEarly: true,
      })
    })

    it('No at expiry, where a token has not migrated', async () => {
      const token = Keypair.generate().publicKey
      await setCurve(localnet.node.cheats, token, { sold: 50 })
      const condition = { type: 'migration', timing: 'byExpiry' } as const
      await live({ name: 'no migration', condition, token, outcome: 'No' })
    })

    it('by what attestors have counted at expiry', async () => {
      const [authority = expect.fail(), holder = expect.fail()] = await givenWallets(localnet, 2)
      const token = await createMint(localnet.connection, authority)
      for (const { publicKey } of [authority, holder]) {
        await mintTokens(localnet.connection, authority, token, publicKey, 1_000n)
      }
      await live({
        name: 'holders',
        condition: {
          type: 'holders',
          comparison: 'atLeast',
          target: '2',
          minimumBalance: 1_000n,
          timing: 'atExpiry',
        },
        token,
        outcome: 'Yes',
      })
    })

    it('by an event, as soon as attestors have signed that it took place', () =>
      live({
        name: 'event',
        condition: { type: 'event', timing: 'byExpiry' },
        comesTrue: async ({ address }) => localnet.events.set(address, true),
        outcome: 'Yes',
        isEarly: true,
      }))

    it('pays for everything by several keys in turn', async () => {
      const balances = await Promise.all(
        LOCALNET_KEYS.keepers.map(({ publicKey }) => lamportsOf(localnet.connection, publicKey)),
      )
      for (const balance of balances) expect(balance < 1_000_000_000_000n).to.equal(true)
    })
  })
})
