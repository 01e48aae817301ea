import {
  type Condition,
  type Fetched,
  type Market,
  type Outcome,
  PROGRAM_ID,
  PredictionMarketClient,
} from '@prediction-market/sdk'
import { findMarket } from '@prediction-market/sdk/accounts'
import { parseEvents } from '@prediction-market/sdk/events'
import { findFeed } from '@prediction-market/sdk/feeds'
import {
  burnAuctionBuy,
  closeMarket,
  createMarket,
  placeBet,
  settlePositions,
  voidMarket,
} from '@prediction-market/sdk/instructions'
import { expectedTerms, PRICE_BITS } from '@prediction-market/sdk/rules'
import { READ_CONFIRMED } from '@prediction-market/sdk/transaction'
import { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { eq } from 'drizzle-orm'
import { RpcNodes } from '../../app/src/chain/rpc-nodes.ts'
import { purchaseOf } from '../../app/src/gateway/burns/views.ts'
import { HistoryFollower } from '../../app/src/history/follow.ts'
import { RpcLedger } from '../../app/src/history/log/chain/rpc-ledger.ts'
import { eventsOfMarket } from '../../app/src/history/log/read.ts'
import { type HistoryMarket, toMarket } from '../../app/src/history/market-row.ts'
import { marketBets } from '../../app/src/history/queries/bets.ts'
import { purchases } from '../../app/src/history/queries/burns.ts'
import { largestPositions, positionOf } from '../../app/src/history/queries/positions.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import type { Database } from '../../app/src/store/database.ts'
import * as tables from '../../app/src/store/schema/history.ts'
import { log } from '../../app/src/store/schema/log.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { isSlowNode, openProjection, sync } from '../helpers/history/project.ts'
import { difference, rowsWithoutIds } from '../helpers/history/rows.ts'
import {
  chainTime,
  closeConnection,
  fillFeeVault,
  liveMarket,
  openConnection,
  type TestLocalnet,
  until,
  waitForTime,
} from '../helpers/localnet/index.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()
const CONDITION: Condition = {
  type: 'price',
  feed: SOL_FEED,
  comparison: 'above',
  target: '150',
  timing: 'atExpiry',
}

/** Instructions that only log, more than the logs of a transaction can hold. */
const NOISE = Array.from({ length: 45 }, (_, index) => {
  const programId = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
  return new TransactionInstruction({ programId, keys: [], data: Buffer.from([65 + index]) })
})

describe('history: read from a chain', () => {
  const [keeper = expect.fail()] = LOCALNET_KEYS.keepers
  const bettors: readonly [Keypair, Keypair, Keypair] = [
    Keypair.generate(),
    Keypair.generate(),
    Keypair.generate(),
  ]
  let localnet: TestLocalnet
  let client: PredictionMarketClient
  let db: Database
  let follower: HistoryFollower
  /** Errors of the follower, except that the node was slow to answer: then it tries again. */
  const errors: string[] = []

  before(async () => {
    ;({ db } = await sharedStore())
    const started = await startLocalnet({ rpcPort: 0, demo: false, seed: 'history' })
    localnet = { ...started, connection: openConnection(started.node) }
    client = new PredictionMarketClient(localnet.connection, { signer: keeper })
    for (const { publicKey: wallet } of bettors) {
      await localnet.node.cheats.setLamports(wallet, 100_000_000_000n)
      await localnet.faucet.pay({ wallet, currency: 'UTILITY', amount: 100_000_000_000n })
    }
    follower = await startFollower()
  })

  after(async () => {
    await follower.stop()
    await closeConnection(localnet.connection)
    await localnet.stop()
    expect(errors).to.deep.equal([])
  })

  const openRpc = () => new RpcNodes([localnet.node], { call: () => {} })

  async function startFollower(): Promise<HistoryFollower> {
    const started = new HistoryFollower({
      db,
      rpc: openRpc(),
      programId: PROGRAM_ID,
      replaceOther: true,
      everyMs: 1_000,
      onError: ({ message }) => isSlowNode(message) || errors.push(message),
    })
    await started.start()
    return started
  }

  /** Waits until the history has a market in its state on chain, and returns the row. */
  async function known(market: Fetched<Market>) {
    const { markets } = tables
    const address = market.address.toBase58()
    return until(`the history of ${address}`, async () => {
      const [row] = await db.select().from(markets).where(eq(markets.address, address))
      if (row && row.paid === market.paid && row.collectedAt !== null) {
        expect(toMarket(row)).to.deep.equal(inHistory(market))
        return row
      }
    })
  }

  /** The fields of a market that the history has. */
  function inHistory({
    address: _,
    version: __,
    escrow: ___,
    nonce: ____,
    openPositions: _____,
    recent: ______,
    escrowRent: _______,
    ...fields
  }: Fetched<Market>): HistoryMarket {
    return { ...fields, cancelled: false }
  }

  const travelTo = async (second: number) => {
    await localnet.node.cheats.timeTravel(second)
    await waitForTime(localnet.connection, second)
  }

  for (const currency of ['SOL', 'UTILITY'] as const) {
    it(`follows a market in ${currency} from its opening to its end, as it happens`, async () => {
      // Given a market that is created, decided and settled while the follower runs.
      const advances: number[] = []
      const end = follower.onChange(() => advances.push(follower.lastEvent))
      const { connection, prices } = localnet
      await prices.set('SOL', '151')
      const expireAt = (await chainTime(connection)) + 100
      const settled = await liveMarket({
        connection,
        keeper,
        bettors,
        currency,
        expireAt,
        outcome: 'Yes',
        condition: CONDITION,
        expire: () => travelTo(expireAt),
        question: 'Will SOL be above $150?',
        async proof() {
          const update = await until('the price at expiry', () => prices.updateAt(SOL_FEED, expireAt))
          return { price: await prices.post(update) }
        },
      })

      // Then the history has the market as the chain does.
      const row = await known(settled)
      expect(row).to.include({ question: 'Will SOL be above $150?', currency, bets: 3, bettors: 3 })
      const owners = bettors.map(({ publicKey }) => publicKey.toBase58())
      const paid = await largestPositions(db, row.address, 100)
      expect(paid.map(({ owner }) => owner)).to.have.members(owners)
      expect(paid.reduce((sum, { payout }) => sum + (payout ?? 0n), 0n)).to.equal(settled.paid)
      expect(paid.every(({ settledAt }) => Math.abs((settledAt ?? 0) - expireAt) < 300)).to.equal(true)
      const placed = (await marketBets(db, row.address, { offset: 0, limit: 100 })).reverse()
      expect(placed.map(({ wallet }) => wallet)).to.deep.equal(owners)

      // And still has it after it was closed on the chain.
      await travelTo(expireAt + 400)
      await client.decisions.close({ market: settled.address })
      await until('the end of the market', async () => {
        const [last] = await db.select().from(tables.markets).where(eq(tables.markets.address, row.address))
        return last?.closedAt !== null && last
      })
      end()
      expect(advances.at(-1)).to.equal(follower.lastEvent)
      expect(advances).to.deep.equal([...advances].sort((a, b) => a - b))
    })
  }

  it('catches up with transactions that came while it was stopped', async () => {
    await follower.stop()
    const before = follower.lastEvent
    const expireAt = BigInt((await chainTime(localnet.connection)) + 1_000)
    const [creator, other] = bettors
    const open = { question: 'Will SOL be above $150?', condition: CONDITION, expireAt }
    const { market } = await client.markets.create({ ...open, currency: 'SOL' }, { signer: creator })
    await client.bets.place({ market, outcome: 'Yes', amount: 10_000_000n }, { signer: creator })
    await client.bets.place({ market, outcome: 'No', amount: 20_000_000n }, { signer: other })
    follower = await startFollower()
    expect(follower.lastEvent).to.equal(before)
    await until('three more events', () => follower.lastEvent === before + 3)
    // And goes on with new transactions.
    await client.bets.place({ market, outcome: 'No', amount: 30_000_000n }, { signer: other })
    await until('one more event', () => follower.lastEvent === before + 4)
  })

  it('rebuilds the same rows from nothing', async () => {
    await follower.stop()
    const expected = await rowsWithoutIds(db)
    expect(expected.events).to.have.length.above(20)
    const ledger = new RpcLedger(openRpc(), PROGRAM_ID)
    ledger.genesis = async () => 'another name'
    const projection = await openProjection(db, ledger, { batch: 3 })
    expect(await db.$count(log)).to.equal(0)
    await sync(projection)
    expect(difference(await rowsWithoutIds(db), expected)).to.deep.equal({})
  })

  /** Sends instructions in a transaction in which another program logs so much that our events are cut off. */
  async function cut(signer: Keypair, build: () => Promise<TransactionInstruction[]>): Promise<string> {
    const { signature } = await client.send([...NOISE, ...(await build())], { signer })
    const read = await localnet.connection.getTransaction(signature, READ_CONFIRMED)
    expect(parseEvents(read?.meta?.logMessages ?? [])).to.deep.include({ events: [], isTruncated: true })
    return signature
  }

  it('attack 97: recovers events from transactions with truncated logs', async () => {
    follower = await startFollower()
    // Given transactions in which our events are cut off.
    const { connection } = localnet
    const [creator, other, third] = bettors
    const expireAt = BigInt((await chainTime(connection)) + 100)
    const initialStake = { outcome: 'Yes', amount: 10_000_000n } as const
    const expected = expectedTerms(await client.config(), CONDITION, null)
    const open = {
      question: 'Will SOL be above $150?',
      condition: CONDITION,
      expireAt,
      initialStake,
      expected,
      decideReward: 300_000n,
    }
    const nonce = BigInt(await chainTime(connection)) * 1_000n
    const market = findMarket(creator.publicKey, nonce)
    const bet = (bettor: Keypair, outcome: Outcome, amount: bigint) => {
      return placeBet({ bettor: bettor.publicKey, market, outcome, amount })
    }
    await cut(creator, async () => [
      createMarket({ ...open, creator: creator.publicKey, nonce, token: null, currency: null }),
    ])
    await client.bets.place({ market, outcome: 'No', amount: 7_000_000n }, { signer: other })
    await cut(other, async () => [bet(other, 'No', 20_000_000n), bet(other, 'Yes', 3_000_000n)])
    await client.bets.place({ market, outcome: 'No', amount: 5_000_000n }, { signer: third })

    // When the market is voided, and everyone is refunded.
    await travelTo(Number(expireAt) + 100_000)
    await cut(keeper, async () => [voidMarket({ keeper: keeper.publicKey, market })])
    const positions = [creator, third].map(({ publicKey: owner }) => ({ owner }))
    await cut(keeper, async () => [settlePositions({ keeper: keeper.publicKey, market, positions })])
    await client.decisions.settle({ market })
    const settled = await client.markets.get(market)

    // Then the history is complete.
    const row = await until('the last refund', async () => {
      const [found] = await db
        .select()
        .from(tables.markets)
        .where(eq(tables.markets.address, market.toBase58()))
      return found?.paid === settled?.paid && found
    })
    expect(row).to.include({ status: 'void', bets: 5, bettors: 3, settled: 3, paid: 45_000_000n })
    expect(toMarket(row)).to.deep.equal(inHistory(settled ?? expect.fail()))
    const owned = await largestPositions(db, row.address, 100)
    expect(owned.map(({ payout }) => payout)).to.deep.equal([0n, 0n, 0n])
    expect(Object.fromEntries(owned.map(({ owner, refund }) => [owner, refund]))).to.deep.equal({
      [creator.publicKey.toBase58()]: 10_000_000n,
      [other.publicKey.toBase58()]: 30_000_000n,
      [third.publicKey.toBase58()]: 5_000_000n,
    })
    await cut(keeper, async () => [
      closeMarket({ keeper: keeper.publicKey, market, creator: creator.publicKey }),
    ])
    await until('its end', async () => {
      const [found] = await db
        .select()
        .from(tables.markets)
        .where(eq(tables.markets.address, market.toBase58()))
      return found?.closedAt != null && found.dust === 0n
    })
  })

  it('attack 38: recovers the record of a "not met" at expiry from truncated logs', async () => {
    // Given a market by expiry whose condition is not met then.
    const { connection, prices } = localnet
    const [yes, no] = bettors
    const condition: Condition = { ...CONDITION, timing: 'byExpiry' }
    await prices.set('SOL', '140')
    const expireAt = (await chainTime(connection)) + 100
    const question = 'Will SOL rise above $150?'
    const open = { question, condition, currency: 'SOL', expireAt: BigInt(expireAt) } as const
    const { market } = await client.markets.create(open, { signer: yes })
    await client.bets.place({ market, outcome: 'Yes', amount: 40_000_000n }, { signer: yes })
    await client.bets.place({ market, outcome: 'No', amount: 20_000_000n }, { signer: no })
    await travelTo(expireAt)
    const update = await until('the price at expiry', () => prices.updateAt(SOL_FEED, expireAt))

    // When it is recorded in a transaction whose logs are cut off.
    const price = await prices.post(update)
    const signature = await cut(keeper, () =>
      client.decisions.buildResolve({ market, price, keeper: keeper.publicKey }),
    )
    const recorded = (await client.markets.get(market)) ?? expect.fail()
    expect(recorded).to.include({ status: 'open' })

    // Then the history has the record, and the decision that follows from it.
    const { markets } = tables
    const row = await until('the record', async () => {
      const [found] = await db.select().from(markets).where(eq(markets.address, market.toBase58()))
      return found?.observation !== null && found
    })
    expect(toMarket(row)).to.deep.equal(inHistory(recorded))
    expect(Math.abs((row.recordedAt ?? 0) - expireAt)).to.be.lessThan(60)
    const logged = (await eventsOfMarket(db, row.address)).filter((event) => event.signature === signature)
    expect(logged.map(({ kind }) => kind)).to.deep.equal(['observation'])
    await travelTo(expireAt + Number(recorded.terms.proofWindow))
    await client.decisions.resolve({ market })
    await client.decisions.collectFees({ market })
    const decided = (await client.markets.get(market)) ?? expect.fail()
    expect(await known(decided)).to.include({ outcome: 'No', recordedAt: row.recordedAt })
  })

  it('recovers the first price of a change, and its decision, from truncated logs', async () => {
    const { connection, prices } = localnet
    const [yes, no] = bettors
    const referenceAt = (await chainTime(connection)) + 60
    const expireAt = referenceAt + 60
    const condition: Condition = {
      type: 'change',
      feed: SOL_FEED,
      referenceAt: BigInt(referenceAt),
      comparison: 'atLeast',
      bps: -5_000,
      timing: 'atExpiry',
    }
    const open = { question: 'Will SOL hold half its price?', condition, currency: 'SOL' } as const
    const { market } = await client.markets.create({ ...open, expireAt: BigInt(expireAt) }, { signer: yes })
    await client.bets.place({ market, outcome: 'Yes', amount: 40_000_000n }, { signer: yes })
    await client.bets.place({ market, outcome: 'No', amount: 20_000_000n }, { signer: no })
    const priceAt = async (second: number) => {
      await travelTo(second)
      return prices.post(await until('the price', () => prices.updateAt(SOL_FEED, second)))
    }
    const show = (proof: { price?: PublicKey; referencePrice?: PublicKey }) =>
      cut(keeper, () => client.decisions.buildResolve({ market, ...proof, keeper: keeper.publicKey }))

    const signature = await show({ referencePrice: await priceAt(referenceAt) })
    const begun = (await client.markets.get(market)) ?? expect.fail()
    const { markets } = tables
    const row = await until('the reference', async () => {
      const [found] = await db.select().from(markets).where(eq(markets.address, market.toBase58()))
      return found?.reference !== null && found
    })
    expect(toMarket(row)).to.deep.equal(inHistory(begun))
    const logged = (await eventsOfMarket(db, row.address)).filter((event) => event.signature === signature)
    expect(logged.map(({ kind }) => kind)).to.deep.equal(['reference'])
    await show({ price: await priceAt(expireAt) })
    await client.decisions.collectFees({ market })
    const decided = (await client.markets.get(market)) ?? expect.fail()
    expect(await known(decided)).to.include({ outcome: 'Yes' })
  })

  it('has purchases in the burn auction, also of truncated logs', async () => {
    // Given two purchases, the second of which is cut off.
    await fillFeeVault(localnet, 2_000_000_000n)
    const [buyer] = bettors
    const { burned, sold } = await client.burns.vault()
    const buy = (lamports: bigint) => {
      const { utilityMint: mint } = localnet.program
      return burnAuctionBuy({ buyer: buyer.publicKey, lamports, maxTokens: 10n ** 11n, mint })
    }
    await client.send([buy(300_000_000n)], { signer: buyer })
    await cut(buyer, async () => [buy(500_000_000n)])

    // Then both are there, and they add up to the vault's totals.
    const rows = await until('both purchases', async () => {
      const found = (await purchases(db, { offset: 0, limit: 10 })).reverse().map(purchaseOf)
      return found.length === 2 && found
    })
    const vault = await client.burns.vault()
    const [first = expect.fail(), second = expect.fail()] = rows
    expect(first.lamports + second.lamports).to.equal(vault.sold - sold)
    expect(first.tokens + second.tokens).to.equal(vault.burned - burned)
    expect(rows.map((row) => row.buyer)).to.deep.equal([1, 2].map(() => buyer.publicKey.toBase58()))
    // A price that was recovered is exact to the base unit of what was paid.
    const price = vault.last?.price ?? expect.fail()
    expect(second.price >= price).to.equal(true)
    expect(second.price - price < 2n << PRICE_BITS).to.equal(true)
  })

  it('recovers late stakes from truncated logs', async () => {
    // Given a market by expiry with an early stake on each side, and one on Yes just before the price crosses.
    const { connection, prices } = localnet
    const [early, other, late] = bettors
    const condition: Condition = { ...CONDITION, timing: 'byExpiry' }
    await prices.set('SOL', '140')
    const now = await chainTime(connection)
    const question = 'Will SOL rise above $150?'
    // Its periods are of 46 seconds, so that the crossing is in that of the last stake or in the next one.
    const open = { question, condition, currency: 'SOL', expireAt: BigInt(now + 3_000) } as const
    const { market } = await client.markets.create(open, { signer: early })
    await client.bets.place({ market, outcome: 'Yes', amount: 40_000_000n }, { signer: early })
    await client.bets.place({ market, outcome: 'No', amount: 20_000_000n }, { signer: other })
    await travelTo(now + 1_000)
    await cut(late, () =>
      client.bets.buildPlace({ market, bettor: late.publicKey, outcome: 'Yes', amount: 60_000_000n }),
    )
    await prices.set('SOL', '160')
    const update = await until('the crossing', async () => {
      const latest = await prices.latest(SOL_FEED)
      return latest.price > 150n * 10n ** BigInt(-latest.exponent) && latest
    })

    // When it is decided and everyone is paid.
    const price = await prices.post(update)
    await cut(keeper, () => client.decisions.buildResolve({ market, price, keeper: keeper.publicKey }))
    await client.decisions.collectFees({ market })
    const positions = bettors.map(({ publicKey: owner }) => ({ owner }))
    await cut(keeper, async () => [settlePositions({ keeper: keeper.publicKey, market, positions })])

    // Then the history has what was late, and what was refunded.
    const settled = (await client.markets.get(market)) ?? expect.fail()
    expect(settled.late).to.deep.equal({ Yes: 60_000_000n, No: 0n })
    const row = await known(settled)
    expect(row).to.include({ outcome: 'Yes', lateYes: 60_000_000n, refunded: 60_000_000n })
    const refunded = await positionOf(db, row.address, late.publicKey.toBase58())
    expect(refunded).to.include({ payout: 0n, refund: 60_000_000n })
  })
})
