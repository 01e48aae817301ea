import {
  type Condition,
  type Fetched,
  type Market,
  type Outcome,
  PredictionMarketClient,
  type Stakes,
} from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { NO_RECENT_STAKES } from '@prediction-market/sdk/rules'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { migrateToken, setCurve } from '../../app/src/localnet/pump.ts'
import { BONK, JUP, setToken } from '../../app/src/localnet/tokens/mints.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  passPeriods,
  type Stake,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { owedTo, positionRent, seedPositions } from '../helpers/keeper/seed.ts'
import {
  createMint,
  createToken,
  lamportsOf,
  mintTokens,
  type TestLocalnet,
  tokensOf,
} from '../helpers/localnet/index.ts'

const feedOf = (symbol: string) => findFeed(symbol)?.id ?? expect.fail(`no feed ${symbol}`)

/** Base units that divide neither evenly nor into each other. */
const AMOUNTS = [700_000_001n, 300_000_007n, 500_000_003n] as const
const SIDES = ['Yes', 'No', 'Yes'] as const

/** Seconds from the opening of a market to its expiry, which the clock is moved to. */
const DURATION = 120

/** Seconds, the shortest that the program takes. */
const PROOF_WINDOW = 10

/** A condition, and how it is to end. */
interface Case {
  name: string
  condition: Condition
  token?: PublicKey
  currency?: 'SOL' | 'UTILITY'
  /** Makes the answer known before expiry, once the bets are early enough to count. */
  comesTrue?: (market: Fetched<Market>) => Promise<void>
  outcome: Outcome
  /** When it must be decided; at expiry by default. */
  decided?: 'early' | 'after the proof window'
}

describe('the keeper', () => {
  let localnet: TestLocalnet
  let keeper: Keeper

  before(async () => {
    localnet = await openLocalnet({ settings: { proofWindow: PROOF_WINDOW, voidDelay: 600 } })
    keeper = await openKeeper(localnet, { attestorUrls: localnet.attestorUrls })
    for (const token of [BONK, JUP]) await setToken(localnet.node.cheats, token)
  })

  after(async () => {
    await keeper.stop()
    await closeLocalnet(localnet)
  })

  /** Opens the market, lets it be decided, and checks that everyone is paid to the unit. */
  const live = async (given: Case): Promise<Fetched<Market>> => {
    const { condition, token = null, currency = 'SOL', outcome, decided = 'at expiry' } = given
    const wallets = await givenWallets(localnet, 3, currency === 'UTILITY')
    const stakes = wallets.map((bettor, index): Stake => {
      return { bettor, outcome: SIDES[index] as Outcome, amount: AMOUNTS[index] as bigint }
    })
    const market = await givenMarket(localnet, {
      condition,
      token,
      currency,
      expiresIn: DURATION,
      stakes: stakes as [Stake, ...Stake[]],
    })
    const { mint, expireAt } = market
    const held = ({ bettor }: Stake) =>
      mint
        ? tokensOf(localnet.connection, mint, bettor.publicKey)
        : lamportsOf(localnet.connection, bettor.publicKey)
    const before = await Promise.all(stakes.map(held))
    if (given.comesTrue) await passPeriods(localnet, market)
    else await travelTo(localnet, expireAt - 3n)
    await given.comesTrue?.(market)

    const paid = await untilMarket(localnet, market.address, `paid out: ${given.name}`, isPaidOut)
    expect(paid).to.include({ status: 'resolved', outcome })
    expect(paid.late, 'late stakes').to.deep.equal({ Yes: 0n, No: 0n })
    const resolvedAt = paid.resolvedAt ?? expect.fail()
    const windowEnd = expireAt + BigInt(PROOF_WINDOW)
    const when =
      resolvedAt < expireAt ? 'early' : resolvedAt < windowEnd ? 'at expiry' : 'after the proof window'
    expect(when).to.equal(decided)
    const after = await Promise.all(stakes.map(held))
    const rent = mint ? 0n : await positionRent(localnet)
    const due = stakes.map((stake): bigint => {
      const own: Stakes = { Yes: 0n, No: 0n, [stake.outcome]: stake.amount }
      return owedTo(paid, { stakes: own, recent: NO_RECENT_STAKES }) + rent
    })
    expect(after.map((amount, index) => amount - (before[index] ?? 0n))).to.deep.equal(due)
    return paid
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
        decided: 'early',
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
        decided: 'early',
      }))

    it('No by the price at expiry, once the proof window has passed', async () => {
      const paid = await live({
        name: 'not met',
        condition: {
          type: 'price',
          feed: feedOf('BTC'),
          comparison: 'above',
          target: '99999999',
          timing: 'byExpiry',
        },
        outcome: 'No',
        decided: 'after the proof window',
      })
      expect(paid.observation).to.include({ observedAt: paid.expireAt, isMet: false })
    })

    it('by the supply at expiry', async () => {
      const [authority = expect.fail()] = await givenWallets(localnet, 1)
      const token = await createMint(localnet.connection, authority)
      await mintTokens(localnet.connection, authority, token, authority.publicKey, 4_999_999n)
      await live({
        name: 'supply',
        condition: { type: 'supply', comparison: 'atLeast', target: '5', timing: 'byExpiry' },
        token,
        outcome: 'No',
      })
    })

    it('by the supply before expiry, as soon as it is there', async () => {
      const [authority = expect.fail()] = await givenWallets(localnet, 1)
      const token = await createToken(localnet.connection, authority)
      await live({
        name: 'early supply',
        condition: { type: 'supply', comparison: 'atLeast', target: '5', timing: 'byExpiry' },
        comesTrue: async () => {
          await mintTokens(localnet.connection, authority, token, authority.publicKey, 5_000_000n)
        },
        token,
        outcome: 'Yes',
        decided: 'early',
      })
    })

    it('by a migration, as soon as it has taken place', async () => {
      const token = Keypair.generate().publicKey
      await setCurve(localnet.node.cheats, token, 50)
      await live({
        name: 'migration',
        condition: { type: 'migration', timing: 'byExpiry' },
        comesTrue: () => migrateToken(localnet.node.cheats, token),
        token,
        outcome: 'Yes',
        decided: 'early',
      })
    })

    it('No at expiry, where a token has not migrated', async () => {
      const token = Keypair.generate().publicKey
      await setCurve(localnet.node.cheats, token, 50)
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
        decided: 'early',
      }))

    it('No to an event, as soon as attestors have signed that it can no longer take place', () =>
      live({
        name: 'no event',
        condition: { type: 'event', timing: 'atExpiry' },
        comesTrue: async ({ address }) => localnet.events.set(address, false),
        outcome: 'No',
        decided: 'early',
      }))

    it('by a price that crossed, and gives stakes back that came too late for it', async () => {
      // Given bets on both sides, and another on each in the period of the crossing.
      const { connection, prices } = localnet
      const [yes, no, ...late] = (await givenWallets(localnet, 4)) as [Keypair, Keypair, ...Keypair[]]
      const opened = await givenMarket(localnet, {
        condition: {
          type: 'price',
          feed: feedOf('SOL'),
          comparison: 'above',
          target: '54321',
          timing: 'byExpiry',
        },
        expiresIn: DURATION,
        stakes: [
          { bettor: yes, outcome: 'Yes', amount: AMOUNTS[0] },
          { bettor: no, outcome: 'No', amount: AMOUNTS[1] },
        ],
      })
      await passPeriods(localnet, opened)
      const client = new PredictionMarketClient(connection)
      await Promise.all(
        late.map((signer, index) => {
          const bet = { market: opened.address, outcome: SIDES[index] as Outcome, amount: AMOUNTS[2] }
          return client.bets.place(bet, { signer })
        }),
      )
      const held = () => Promise.all(late.map(({ publicKey }) => lamportsOf(connection, publicKey)))
      const before = await held()

      // When the price crosses, the keeper decides.
      await prices.set('SOL', '54322')
      const paid = await untilMarket(localnet, opened.address, 'paid out', isPaidOut)

      // Then these bets do not count, and are paid back in full.
      expect(paid).to.include({ status: 'resolved', outcome: 'Yes' })
      expect(paid.late).to.deep.equal({ Yes: AMOUNTS[2], No: AMOUNTS[2] })
      const refunds = (await held()).map((lamports, index) => lamports - (before[index] ?? 0n))
      const refund = AMOUNTS[2] + (await positionRent(localnet))
      expect(refunds).to.deep.equal([refund, refund])
    })

    it('by several keys in turn', async () => {
      // Given a market with so many positions that more transactions pay them than there are keys.
      const [bettor = expect.fail()] = await givenWallets(localnet, 1)
      const market = await givenMarket(localnet, {
        condition: {
          type: 'price',
          feed: feedOf('SOL'),
          comparison: 'above',
          target: '0.01',
          timing: 'atExpiry',
        },
        expiresIn: DURATION,
        stakes: [{ bettor, outcome: 'Yes', amount: 50_000_000n }],
      })
      await seedPositions(localnet, market, 140, () => ({ outcome: 'Yes', amount: 10_000_000n }))
      const balances = () =>
        Promise.all(LOCALNET_KEYS.keepers.map(({ publicKey }) => lamportsOf(localnet.connection, publicKey)))
      const before = await balances()

      // When everyone is paid, then each key has sent a transaction and earned the reward of its positions.
      await travelTo(localnet, market.expireAt)
      await untilMarket(localnet, market.address, 'paid out', isPaidOut)
      for (const [index, balance] of (await balances()).entries()) {
        expect(balance > (before[index] ?? 0n), `key ${index + 1} has earned`).to.equal(true)
      }
    })
  })
})
