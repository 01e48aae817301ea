import { type Fetched, type Market, PredictionMarketClient } from '@prediction-market/sdk'
import { marketIdOf } from '@prediction-market/sdk/accounts'
import { findFeed } from '@prediction-market/sdk/feeds'
import { closableAt, seriesNumber } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import type { RoundSeries } from '../../app/src/keeper/rounds/series.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { Random } from '../fuzz/random.ts'
import {
  closeLocalnet,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { chainTime, lamportsOf, type TestLocalnet, until } from '../helpers/localnet/index.ts'
import { openRpcProxy } from '../helpers/localnet/rpc-proxy.ts'
import { failure } from '../helpers/localnet/wait.ts'
import { holds, metric } from '../helpers/metrics.ts'

const SOL = findFeed('SOL') ?? expect.fail()
const BTC = findFeed('BTC') ?? expect.fail()

/** As short as the localnet's margin of two seconds allows. */
const LENGTH = 12
const MARGIN = 2n

describe('an opener of rounds', () => {
  let localnet: TestLocalnet
  let client: PredictionMarketClient

  before(async () => {
    localnet = await openLocalnet({ attestors: false })
    client = new PredictionMarketClient(localnet.connection)
  })

  after(() => closeLocalnet(localnet))

  const series = (number: number, feed = SOL): RoundSeries => ({
    number,
    feed,
    length: LENGTH,
    currency: 'SOL',
  })
  const givenOpener = async () => {
    const wallet = Keypair.generate()
    await localnet.node.cheats.setLamports(wallet.publicKey, 10_000_000_000n)
    return wallet
  }
  /** The rounds of a wallet, oldest first. */
  const roundsOf = async ({ publicKey: creator }: Keypair): Promise<Fetched<Market>[]> => {
    const markets = await client.markets.all({ creator })
    return markets.sort((one, other) => Number(one.nonce - other.nonce))
  }
  const untilRounds = (wallet: Keypair, count: number) => {
    return until(`${count} rounds`, async () => {
      const rounds = await roundsOf(wallet)
      return rounds.length >= count && rounds
    })
  }
  /** Moves the clock to the end of betting on a wallet's last round, once its keeper knows that round. */
  const endBetting = async (wallet: Keypair, keeper: Keeper) => {
    const last = (await roundsOf(wallet)).at(-1) ?? expect.fail('There is no round')
    await until('the keeper to see it', () => keeper.chain.book.get(marketIdOf(last.address.toBase58())))
    await travelTo(localnet, last.closeAt)
  }
  /** Waits until a keeper has opened a round in each series, and moves the clock to the next, again and again. */
  const untilPlayed = async (wallet: Keypair, keeper: Keeper, rounds: number, ofSeries = 1) => {
    for (let round = 1; round < rounds; round++) {
      await untilRounds(wallet, round * ofSeries)
      await endBetting(wallet, keeper)
    }
    return untilRounds(wallet, rounds * ofSeries)
  }
  /** A wallet's rounds must follow each other on the grid. */
  const expectGrid = (rounds: readonly Fetched<Market>[]) => {
    const [first = expect.fail('There is no round')] = rounds
    for (const [index, round] of rounds.entries()) {
      const { condition } = round
      if (condition.type !== 'change') expect.fail('It is no round')
      expect(round.nonce).to.equal(first.nonce + BigInt(index * LENGTH) * 1_000n)
      expect(condition.referenceAt % BigInt(LENGTH)).to.equal(0n)
      expect(round.closeAt).to.equal(condition.referenceAt - MARGIN)
      expect(round.expireAt).to.equal(condition.referenceAt + BigInt(LENGTH))
      expect(condition).to.deep.include({ feed: SOL.id, comparison: 'above', bps: 0 })
      expect(round.terms.maxRatio).to.equal(125)
    }
  }

  it('opens one after the other in the second in which betting ends, in every series', async () => {
    const wallet = await givenOpener()
    const keeper = await openKeeper(localnet, { rounds: { wallet, series: [series(1), series(2, BTC)] } })
    const rounds = await untilPlayed(wallet, keeper, 3, 2)
    await keeper.stop()
    const ofFirst = rounds.filter((round) => seriesNumber(round) === 1)
    expectGrid(ofFirst)
    expect(ofFirst.length).to.be.greaterThanOrEqual(3)
    for (const [index, { createdAt }] of ofFirst.entries()) {
      const before = ofFirst[index - 1]
      // Seconds pass on a busy machine; the round would be missed once its own betting is about to end.
      if (before) expect(Number(createdAt - before.closeAt)).to.be.within(0, LENGTH - Number(MARGIN))
    }
    const others = rounds.filter((round) => seriesNumber(round) === 2)
    expect(others.map(({ condition }) => 'feed' in condition && condition.feed)).to.include(BTC.id)
    const [first = expect.fail()] = ofFirst
    const asked = await client.markets.question(first.address)
    expect(asked).to.match(/^Will SOL be higher at \d\d:\d\d than at \d\d:\d\d UTC\?$/)
    expect(await metric(keeper, 'keeper_rounds_total', { series: '1', result: 'opened' })).to.be.greaterThan(
      0,
    )
    expect(await metric(keeper, 'keeper_rounds_total', { series: '1', result: 'missed' })).to.equal(0)
    expect(await metric(keeper, 'keeper_rounds_lamports')).to.be.within(9_000_000_000, 10_000_000_000)
    expect(await metric(keeper, 'keeper_rounds_reserve_lamports')).to.be.greaterThan(10_000_000)
  })

  it('attack 68: two, of which one is killed, open each round once', async () => {
    const wallet = await givenOpener()
    const rounds = { wallet, series: [series(1)] }
    const one = await openKeeper(localnet, { rounds, payers: LOCALNET_KEYS.keepers.slice(0, 2) })
    const two = await openKeeper(localnet, { rounds, payers: LOCALNET_KEYS.keepers.slice(2) })
    await untilPlayed(wallet, one, 2)
    await one.stop()
    await endBetting(wallet, two)
    await untilRounds(wallet, 3)
    await two.stop()
    // Until nobody is there, and back in time for the next round but one.
    await endBetting(wallet, two)
    const three = await openKeeper(localnet, { rounds, payers: LOCALNET_KEYS.keepers.slice(0, 2) })
    const opened = await untilRounds(wallet, 4)
    await three.stop()
    expectGrid(opened)
  })

  it('attack 68: opens each round once behind a node that lags and loses transactions', async () => {
    const wallet = await givenOpener()
    const random = new Random(1)
    let sent = 0
    const proxy = await openRpcProxy({
      node: localnet.node,
      fate: (method) => {
        if (method === 'getMultipleAccounts') return random.oneIn(2) ? 'lag' : 'pass'
        if (method !== 'sendTransaction') return 'pass'
        sent += 1
        return sent % 2 === 0 ? 'pass' : 'lose'
      },
    })
    const keeper = await openKeeper(localnet, { nodes: [proxy], rounds: { wallet, series: [series(1)] } })
    // In real time: behind a node that lags it would see too late that the clock was moved.
    const opened = await untilRounds(wallet, 4)
    await keeper.stop()
    await proxy.close()
    expectGrid(opened)
  })

  it('attack 70: cannot open a round later than the grid allows, nor with other times', async () => {
    const wallet = await givenOpener()
    const now = BigInt(await chainTime(localnet.connection))
    const referenceAt = now + 600n
    const open = (input: { nonce?: bigint; closeAt?: bigint }) => {
      return client.markets.create(
        {
          question: 'Will SOL be higher?',
          currency: 'SOL',
          condition: {
            type: 'change',
            feed: SOL.id,
            referenceAt,
            comparison: 'above',
            bps: 0,
            timing: 'atExpiry',
          },
          expireAt: referenceAt + 300n,
          ...input,
        },
        { signer: wallet },
      )
    }
    // The nonce names the second in which betting begins, and five minutes later it is refused.
    const late = await failure(open({ nonce: (now - 310n) * 1_000n + 1n }))
    expect(late.name).to.equal('NonceOutOfRange')
    // Betting that ends after the margin before the first price.
    const long = await failure(open({ closeAt: referenceAt - MARGIN + 1n }))
    expect(long.name).to.equal('CloseTimeInvalid')
  })

  it('pays for the work on rounds with bets, gets the rent of all back, and loses nothing else', async () => {
    const wallet = await givenOpener()
    const before = await lamportsOf(localnet.connection, wallet.publicKey)
    const keeper = await openKeeper(localnet, { rounds: { wallet, series: [series(1)] } })
    const bettors = await givenWallets(localnet, 2)
    // The second round has all of its time for bets; the first one may be about to end.
    const takesBets = (await untilPlayed(wallet, keeper, 2)).at(-1) ?? expect.fail()
    for (const [index, bettor] of bettors.entries()) {
      const stake = { outcome: index === 0 ? ('Yes' as const) : ('No' as const), amount: 1_000_000_000n }
      await client.bets.place({ market: takesBets.address, ...stake }, { signer: bettor })
    }
    const { referenceAt } = takesBets.condition as { referenceAt: bigint }
    await travelTo(localnet, referenceAt)
    await untilMarket(localnet, takesBets.address, 'begun', ({ reference }) => reference !== null)
    await travelTo(localnet, takesBets.expireAt)
    const paid = await untilMarket(localnet, takesBets.address, 'paid out', isPaidOut)
    expect(paid.status).to.equal('resolved')
    expect(paid.paid).to.equal(1_900_000_000n)

    // Opens nothing any more; the rent comes back once the nonces have expired.
    await keeper.stop()
    const last = (await roundsOf(wallet)).at(-1) ?? expect.fail()
    const closer = await openKeeper(localnet, { rounds: { wallet, series: [] } })
    await travelTo(localnet, closableAt(last))
    await until('no round to be left', async () => (await roundsOf(wallet)).length === 0)
    const spent = async (step: string) => {
      const name = 'keeper_lamports_spent_total'
      return (await metric(keeper, name, { step })) + (await metric(closer, name, { step }))
    }
    // Recording the first price earned a settle reward, deciding the rest of the decide reward.
    const { decideReward, settleReward } = paid.terms
    const rewards = decideReward + 2n * settleReward
    // A step is counted once its transaction is confirmed.
    await until('all fees to be counted', async () => {
      const fees = BigInt((await spent('open')) + (await spent('cancel')))
      return before - (await lamportsOf(localnet.connection, wallet.publicKey)) === rewards + fees
    })
    expect(await metric(closer, 'keeper_rounds_rewards_lamports_total', { series: '1' })).to.equal(
      Number(rewards),
    )
  })

  it('misses rounds while its wallet is empty, and opens them once it has SOL', async () => {
    const wallet = Keypair.generate()
    const keeper = await openKeeper(localnet, { rounds: { wallet, series: [series(1)] }, balanceMs: 500 })
    const missed = () => metric(keeper, 'keeper_rounds_total', { series: '1', result: 'missed' })
    const opened = () => metric(keeper, 'keeper_rounds_total', { series: '1', result: 'opened' })
    const errors = () => metric(keeper, 'keeper_errors_total', { where: 'rounds' })
    // The round that takes bets when it starts does not count.
    for (const round of ['first', 'second']) {
      const before = (await errors()) || 0
      await until(`an attempt at the ${round} round`, async () => (await errors()) > before)
      await travelTo(localnet, (await chainTime(localnet.connection)) + LENGTH)
    }
    await until('a missed round', async () => (await missed()) > 0)
    expect(await holds('RoundsWalletLow', keeper)).to.equal(true)
    expect(await opened()).to.equal(0)

    await localnet.faucet.pay({ wallet: wallet.publicKey, currency: 'SOL', amount: 1_000_000_000n })
    await until('the wallet to be read', async () => !(await holds('RoundsWalletLow', keeper)))
    const before = await missed()
    await untilPlayed(wallet, keeper, 3)
    await until('two opened rounds', async () => (await opened()) >= 2)
    expect(await missed()).to.equal(before)
    await keeper.stop()
  })

  it('pays what others pay for each round, up to KEEPER_MAX_PRIORITY_FEE', async () => {
    // Given a node by which others pay a lot for the same accounts.
    const proxy = await openRpcProxy({
      node: localnet.node,
      alter: ({ method }) => {
        if (method !== 'getRecentPrioritizationFees') return undefined
        return Array.from({ length: 150 }, (_, slot) => ({ slot, prioritizationFee: 10_000_000 }))
      },
    })
    /** Lamports that opening a round costs. */
    const costs = async (maxPriorityFee: bigint) => {
      const rounds = { wallet: await givenOpener(), series: [series(1)] }
      const options = { nodes: [proxy] as const, rounds, priorityFee: 'auto' as const, maxPriorityFee }
      const keeper = await openKeeper(localnet, options)
      await untilPlayed(rounds.wallet, keeper, 2)
      const opened = () => metric(keeper, 'keeper_rounds_total', { result: 'opened' })
      await until('an opened round', async () => (await opened()) > 0)
      const spent = await metric(keeper, 'keeper_lamports_spent_total', { step: 'open' })
      await keeper.stop()
      return spent / (await roundsOf(rounds.wallet)).length
    }
    expect(await costs(10_000_000n)).to.be.above(50_000)
    expect(await costs(10_000n)).to.be.below(50_000)
    await proxy.close()
  })

  it('refuses a series that is shorter than the program allows', async () => {
    const wallet = await givenOpener()
    const { message } = await failure(
      openKeeper(localnet, { rounds: { wallet, series: [{ ...series(4), length: 11 }] } }),
    )
    expect(message).to.equal('ROUNDS: series 4 is shorter than 6 close margins of 2 s')
  })
})
