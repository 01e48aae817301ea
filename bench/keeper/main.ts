// Measures how long the keeper takes to decide a market and to pay every position, and what that costs. Fails if a bar
// is missed.

import { findFeed } from '@prediction-market/sdk/feeds'
import { expect } from 'chai'
import { Counter } from 'prom-client'
import type { Keeper } from '../../app/src/keeper/keeper.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openKeeper,
  openLocalnet,
  travelTo,
  untilMarket,
} from '../../tests/helpers/keeper/harness.ts'
import { expectPaid, positionRent, seedPositions } from '../../tests/helpers/keeper/seed.ts'
import type { TestLocalnet } from '../../tests/helpers/localnet/shared.ts'
import { conclude } from '../run.ts'
import { printTable } from '../table.ts'

/** Upper limits: seconds to the decision, seconds to pay 1,000 positions, bytes of memory growth for 10,000. */
const BARS = { decided: 2, thousandPaid: 10, growth: 200 * 1_024 * 1_024 }

const RUNS = [1_000, 1_000, 10_000]

interface Run {
  positions: number
  decided: number
  paid: number
  /** Bytes of the process, the embedded node included; and those of JavaScript, which the node does not use. */
  growth: number
  javascript: number
  transactions: number
  lamports: number
}

/** One market from its expiry to its last payout. */
async function run(localnet: TestLocalnet, keeper: Keeper, positions: number): Promise<Run> {
  const [creator = expect.fail(), other = expect.fail()] = await givenWallets(localnet, 2)
  const feed = findFeed('SOL')?.id ?? expect.fail()
  const market = await givenMarket(localnet, {
    condition: { type: 'price', feed, comparison: 'above', target: '0.01', timing: 'atExpiry' },
    expiresIn: 3_600,
    stakes: [
      { bettor: creator, outcome: 'Yes', amount: 1_000_000_007n },
      { bettor: other, outcome: 'No', amount: 3_000_000_001n },
    ],
  })
  const stakeOf = (index: number) => ({ outcome: 'Yes' as const, amount: 10_000_000n + BigInt(index) })
  const seeded = await seedPositions(localnet, market, positions, stakeOf)
  const before = await read(keeper)
  await travelTo(localnet, market.expireAt - 3n)
  const expired = await untilExpired(localnet, market.expireAt)
  globalThis.gc?.()
  const memory = watchMemory()
  await untilMarket(localnet, market.address, 'decided', ({ status }) => status === 'resolved', 60_000)
  const decided = performance.now()
  const settled = await untilMarket(localnet, market.address, 'paid out', isPaidOut, 300_000)
  const paid = performance.now()
  const { growth, javascript } = memory()
  await expectPaid(localnet, settled, seeded, await positionRent(localnet))
  const after = await read(keeper)
  return {
    positions,
    growth,
    javascript,
    decided: (decided - expired) / 1_000,
    paid: (paid - decided) / 1_000,
    transactions: after.transactions - before.transactions,
    lamports: after.lamports - before.lamports,
  }
}

/** Waits for the chain's clock to reach a second. */
function untilExpired({ node }: TestLocalnet, second: bigint): Promise<number> {
  return new Promise((resolve) => {
    const end = node.clock.subscribe(({ unixSecond }) => {
      if (BigInt(unixSecond) < second) return
      end()
      resolve(performance.now())
    })
  })
}

/** Samples memory; the returned function stops that and returns the largest growths in bytes. */
function watchMemory(): () => Pick<Run, 'growth' | 'javascript'> {
  const now = () => {
    const { rss, heapUsed, external } = process.memoryUsage()
    return { growth: rss, javascript: heapUsed + external }
  }
  const start = now()
  const most = { growth: 0, javascript: 0 }
  const timer = setInterval(() => {
    const { growth, javascript } = now()
    most.growth = Math.max(most.growth, growth - start.growth)
    most.javascript = Math.max(most.javascript, javascript - start.javascript)
  }, 50)
  return () => {
    clearInterval(timer)
    return most
  }
}

async function read({ metrics }: Keeper): Promise<{ transactions: number; lamports: number }> {
  const sum = async (name: string) => {
    const metric = metrics.registry.getSingleMetric(name)
    if (!(metric instanceof Counter)) throw new Error(`${name} is not a counter of the keeper`)
    return (await metric.get()).values.reduce((total, { value }) => total + value, 0)
  }
  return {
    transactions: await sum('keeper_transactions_total'),
    lamports: await sum('keeper_lamports_spent_total'),
  }
}

const localnet = await openLocalnet()
const keeper = await openKeeper(localnet, { attestorUrls: localnet.attestorUrls })
const runs: Run[] = []
for (const positions of RUNS) runs.push(await run(localnet, keeper, positions))
await keeper.stop()
await closeLocalnet(localnet)

const fixed = (value: number, digits = 1) => value.toFixed(digits)
printTable(
  'The keeper on the localnet, node and keeper in one process',
  runs.map((each) => ({
    winners: each.positions,
    'expiry to decision, s': fixed(each.decided, 2),
    'decision to all paid, s': fixed(each.paid),
    'payouts per second': fixed(each.positions / each.paid, 0),
    'memory growth, MB': fixed(each.growth / 1_024 / 1_024, 0),
    'of JavaScript, MB': fixed(each.javascript / 1_024 / 1_024, 0),
    'payouts per transaction': fixed(each.positions / each.transactions),
    'lamports per payout': fixed(each.lamports / each.positions, 0),
  })),
)
const slowest = Math.max(...runs.map(({ decided }) => decided))
const thousand = Math.max(...runs.filter(({ positions }) => positions === 1_000).map(({ paid }) => paid))
const growth = Math.max(...runs.map((each) => each.growth))
conclude([
  ...(slowest > BARS.decided ? [`${fixed(slowest)} s to a decision`] : []),
  ...(thousand > BARS.thousandPaid ? [`${fixed(thousand)} s to pay 1,000 winners`] : []),
  ...(growth > BARS.growth ? ['more than 200 MB of memory for 10,000 positions'] : []),
])
