// Runs a series of one-minute rounds on the localnet with two keepers in separate processes, which open, decide, pay
// and close them. One of them is killed every 20 seconds. Of four rounds one gets no bet, one the smallest stake on both
// sides, one the smallest on one side, one 0.1 SOL on both. It prints what each costs the opener. It fails if a round of the grid is missing, a first price is on chain or a decision made more than three
// seconds late, a bet is not paid, or the opener has lost more than fees and rewards.
//
//   MINUTES=60        duration
//   KILL_SECONDS=20   between two kills

import { setTimeout as sleep } from 'node:timers/promises'
import { type Fetched, type Market, PredictionMarketClient } from '@prediction-market/sdk'
import { seriesNumber } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import pino from 'pino'
import { programSettings } from '../../app/src/deploy/settings.ts'
import { startKeeper } from '../../app/src/keeper/keeper.ts'
import { LOCALNET_KEYS, UTILITY_DECIMALS } from '../../app/src/localnet/keys.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import { closeConnection, openConnection } from '../../tests/helpers/localnet/connection.ts'
import { conclude, report, setting } from '../run.ts'
import { printTable } from '../table.ts'
import {
  feesOf,
  KilledKeepers,
  printMonth,
  RoundWatch,
  rewardsOf,
  type WatchedRound,
} from './rounds/watch.ts'

const MINUTES = setting('MINUTES', 60)
const KILL_SECONDS = setting('KILL_SECONDS', 20)

/** Seconds until a first price is recorded, and until a decision. */
const BAR = 3

const isLate = (seconds: number) => seconds > BAR

const LENGTH = 60n
const FUNDS = 100_000_000_000n
const SMALLEST = 1_000_000n
const STAKES = [
  { kind: 'empty', stakes: [] },
  { kind: 'smallest stake on both sides', stakes: [SMALLEST, SMALLEST] },
  { kind: 'smallest stake on one side', stakes: [SMALLEST] },
  { kind: '0.1 SOL on both sides', stakes: [100_000_000n, 100_000_000n] },
] as const

const missed: string[] = []
const localnet = await startLocalnet({ rpcPort: 0, demo: false, attestors: false, seed: 'rounds' })
const connection = openConnection(localnet.node)
const client = new PredictionMarketClient(connection)
const { opener } = LOCALNET_KEYS
const bettors = [Keypair.generate(), Keypair.generate()] as const
await Promise.all(bettors.map(({ publicKey }) => localnet.node.cheats.setLamports(publicKey, FUNDS)))
const before = BigInt(await connection.getBalance(opener.publicKey))

let bets = 0
const watch = new RoundWatch(client, localnet, opener.publicKey, (market) => void place(market))

const kindOf = ({ expireAt }: Fetched<Market>) => Number((expireAt / LENGTH) % BigInt(STAKES.length))

async function place(market: Fetched<Market>): Promise<void> {
  const { address, closeAt } = market
  for (const [index, amount] of STAKES[kindOf(market)]?.stakes.entries() ?? []) {
    const outcome = index === 0 ? 'Yes' : 'No'
    const signer = bettors[index] as Keypair
    try {
      await client.bets.place({ market: address, outcome, amount }, { signer })
      bets += 1
    } catch (error) {
      missed.push(`a bet on a round that closes at ${closeAt} failed: ${(error as Error).message}`)
    }
  }
}

try {
  const keepers = await KilledKeepers.start(localnet, '1:SOL/USD:1m:SOL', opener, KILL_SECONDS * 1_000)
  for (let minute = 1; minute <= MINUTES; minute++) {
    await sleep(60_000)
    report(`minute ${minute}: ${watch.rounds.size} rounds, ${bets} bets, ${keepers.kills} kills`)
  }
  await keepers.stop()

  // The last rounds are decided, all are closed, and no new one is opened.
  report('closing the last rounds')
  const closer = await startKeeper({
    nodes: [localnet.node],
    payers: LOCALNET_KEYS.keepers,
    prices: localnet.prices,
    unsignedPrices: localnet.prices,
    rounds: { wallet: opener, series: [] },
    log: pino({ level: 'error' }),
  })
  const left = () => client.markets.all({ creator: opener.publicKey })
  const deadline = Date.now() + 600_000
  while ((await left()).length > 0 && Date.now() < deadline) await sleep(2_000)
  const unclosed = (await left()).length
  await closer.stop()
  watch.stop()

  const rounds = [...watch.rounds.values()].sort((a, b) => Number(a.market.nonce - b.market.nonce))
  const gaps = countGaps(rounds)
  const played = rounds.filter(({ market }) => market.pools.Yes + market.pools.No > 0n)
  // The last two were decided after the keepers had been stopped.
  const measured = played.slice(0, -2)
  const recorded = measured.map(({ recordedAfter }) => recordedAfter ?? Number.POSITIVE_INFINITY)
  const decided = measured.map(({ decidedAfter }) => decidedAfter ?? Number.POSITIVE_INFINITY)
  printTable(`${MINUTES} minutes of one-minute rounds, two openers, ${keepers.kills} kills`, [
    { what: 'rounds opened', value: rounds.length },
    { what: 'missing in the grid', value: gaps },
    { what: 'without bets, cancelled', value: rounds.length - played.length },
    { what: 'bets', value: bets },
    { what: 'rounds decided', value: played.filter(({ status }) => status === 'resolved').length },
    { what: 'rounds void', value: played.filter(({ status }) => status === 'void').length },
    { what: 'first price on chain, s after its second, at most', value: Math.max(...recorded) },
    { what: 'decided, s after the second price, at most', value: Math.max(...decided) },
    {
      what: `of ${measured.length} first prices, later than ${BAR} s`,
      value: recorded.filter(isLate).length,
    },
    { what: `of ${measured.length} decisions, later than ${BAR} s`, value: decided.filter(isLate).length },
    { what: 'not closed', value: unclosed },
  ])

  const fees = await feesOf(connection, opener.publicKey)
  const rewards = rewardsOf(rounds)
  const lost = before - BigInt(await connection.getBalance(opener.publicKey))
  printTable("The opener's balance, in lamports", [
    { what: 'lost', lamports: lost },
    { what: `network fees of ${fees.count} transactions`, lamports: fees.lamports },
    { what: 'rewards of keepers', lamports: rewards },
    { what: 'unexplained', lamports: lost - fees.lamports - rewards },
  ])
  printTable(
    'What a round costs its opener, in lamports, besides the fee of opening it',
    STAKES.map(({ kind }, index) => {
      const ofKind = rounds.filter(({ market }) => kindOf(market) === index)
      const cost = ofKind.length > 0 ? rewardsOf(ofKind) / BigInt(ofKind.length) : '–'
      return { stakes: kind, rounds: ofKind.length, 'rewards of keepers': cost }
    }),
  )
  const defaults = programSettings({}, LOCALNET_KEYS.treasury.publicKey)(UTILITY_DECIMALS)
  const question = 'Will SOL be higher at 12:10 than at 12:05 UTC?'
  const { deposit, reward } = await client.markets.costs({ question, currency: 'SOL', hasStake: false })
  const fee = fees.lamports / BigInt(fees.count)
  printMonth({ held: deposit + reward, fee, rewards: reward }, defaults.closeMargin)

  if (rounds.length < MINUTES) missed.push(`${rounds.length} rounds in ${MINUTES} minutes`)
  if (gaps > 0) missed.push(`${gaps} rounds are missing`)
  if (rounds.some(({ market }) => seriesNumber(market) !== 1)) missed.push('a round of another series')
  if (unclosed > 0) missed.push(`${unclosed} rounds were not closed: a bet may not be paid`)
  if (Math.max(...recorded) > BAR) missed.push(`a first price came after ${Math.max(...recorded)} s`)
  if (Math.max(...decided) > BAR) missed.push(`a decision came after ${Math.max(...decided)} s`)
  if (lost !== fees.lamports + rewards) missed.push('the opener has lost more than fees and rewards')
} finally {
  watch.stop()
  await closeConnection(connection)
  await localnet.stop()
}
conclude(missed)

/** Rounds of the grid between the first and the last that are not there. */
function countGaps(rounds: readonly WatchedRound[]): number {
  const [first, last] = [rounds.at(0), rounds.at(-1)]
  if (!first || !last) return 0
  const expected = (last.market.expireAt - first.market.expireAt) / LENGTH + 1n
  return Number(expected) - rounds.length
}
