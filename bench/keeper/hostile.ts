// Measures whether empty markets delay one with stakes: a price and a number of holders are decided on a quiet
// localnet, and on one whose book is full of empty markets, unknown feeds and slow tokens. `npm run bench --
// hostile` (EMPTY, UNKNOWN, SLOW and RUNS set the numbers)

import { type Condition, type Fetched, type Market, PROGRAM_ID } from '@prediction-market/sdk'
import { findQuestion } from '@prediction-market/sdk/accounts'
import { findFeed } from '@prediction-market/sdk/feeds'
import { Keypair, type PublicKey } from '@solana/web3.js'
import BN from 'bn.js'
import pino from 'pino'
import { startAttestor } from '../../app/src/attestor/attestor.ts'
import type { HolderSource } from '../../app/src/attestor/count.ts'
import { TokenAccounts } from '../../app/src/attestor/token-accounts.ts'
import { followChain } from '../../app/src/book/follow-chain.ts'
import { attestorClock } from '../../app/src/localnet/attestors.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { TokenMaker } from '../../tests/helpers/attestor/tokens.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  openKeeper,
  openLocalnet,
  travelTo,
  untilMarket,
} from '../../tests/helpers/keeper/harness.ts'
import { openNodeConnection } from '../../tests/helpers/localnet/index.ts'
import type { TestLocalnet } from '../../tests/helpers/localnet/shared.ts'
import { conclude, median, report, setting } from '../run.ts'
import { addressOf, changedMarket, marketData, questionData } from '../scale/accounts.ts'
import { printTable } from '../table.ts'

const EMPTY = setting('EMPTY', 3_000)
const UNKNOWN = setting('UNKNOWN', 2_000)
const SLOW = setting('SLOW', 40)
const RUNS = setting('RUNS', 7)

/** The most by which a full book may lengthen a decision, as a factor. */
const MOST = 1.5

/** Milliseconds that reading the holders of a slow token takes: just less than an attestor waits. */
const SLOW_MS = 8_000

const SOL = 1_000_000_000n
const FEED = findFeed('SOL')?.id ?? ''

/** A source of holders that is slow for tokens whose names begin with `slow`. */
class SlowHolders implements HolderSource {
  readonly #slow: ReadonlySet<string>

  constructor(private readonly source: HolderSource) {
    this.#slow = new Set(Array.from({ length: SLOW }, (_, index) => addressOf(`slow ${index}`).toBase58()))
  }

  async balances(mint: string, minSlot: number, signal?: AbortSignal) {
    if (this.#slow.has(mint)) {
      await new Promise<void>((resolve) => setTimeout(resolve, SLOW_MS).unref())
      return null
    }
    return this.source.balances(mint, minSlot, signal)
  }
}

/** Writes a market account to the chain without running the program. */
async function plant(
  { node }: TestLocalnet,
  name: string,
  index: number,
  about: { condition: Condition; token: PublicKey | null; expireAt: number; pools: [number, number] },
): Promise<void> {
  const address = addressOf(`${name} ${index}`)
  const { pools, ...sample } = about
  const data = await changedMarket(await marketData(index, sample, node.clock.now.unixSecond), {
    pools: pools.map((units) => new BN(units)),
    openPositions: 0,
  })
  await node.cheats.setAccount(address, { owner: PROGRAM_ID, data })
  await node.cheats.setAccount(findQuestion(address), {
    owner: PROGRAM_ID,
    data: await questionData(address, index),
  })
}

/** Fills the book with markets that expire when the staked ones do. */
async function fill(localnet: TestLocalnet, expireAt: number): Promise<void> {
  const price = { type: 'price', comparison: 'above', target: '1', timing: 'atExpiry' } as const
  const holders = {
    type: 'holders',
    comparison: 'atLeast',
    target: '1',
    minimumBalance: 1n,
    timing: 'atExpiry',
  } as const
  const jobs = [
    ...Array.from({ length: EMPTY }, (_, index) => () => {
      const condition = { ...price, feed: FEED }
      return plant(localnet, 'empty', index, {
        condition,
        token: null,
        expireAt: expireAt - (index % 5),
        pools: [0, 0],
      })
    }),
    ...Array.from({ length: UNKNOWN }, (_, index) => () => {
      const feed = Buffer.from(addressOf(`feed ${index}`).toBytes()).toString('hex')
      const condition = { ...price, feed }
      return plant(localnet, 'unknown', index, { condition, token: null, expireAt, pools: [1, 0] })
    }),
    ...Array.from({ length: SLOW }, (_, index) => () => {
      const token = addressOf(`slow ${index}`)
      // Tiny stakes on both sides: these markets have a value, but a lower one.
      return plant(localnet, 'slow market', index, {
        condition: holders,
        token,
        expireAt,
        pools: [1_000, 1_000],
      })
    }),
  ]
  for (let start = 0; start < jobs.length; start += 50) {
    await Promise.all(jobs.slice(start, start + 50).map((job) => job()))
  }
}

/** The four attestors of the localnet, with slow tokens. */
async function openAttestors({ node }: TestLocalnet): Promise<{ urls: string[]; stop(): Promise<void> }> {
  const log = pino({ level: 'silent' })
  const chain = await followChain({ nodes: [node], programId: PROGRAM_ID, log, observer: { call: () => {} } })
  const holders = new SlowHolders(new TokenAccounts(chain.connection))
  const clock = attestorClock(node)
  const listen = { host: '127.0.0.1', port: 0, purpose: 'attestor', setting: 'none' }
  const attestors = await Promise.all(
    LOCALNET_KEYS.attestors.map((key) =>
      startAttestor({ key, programId: PROGRAM_ID, chain, holders, log, clock, listen }),
    ),
  )
  return {
    urls: attestors.map(({ url }) => url),
    async stop() {
      await Promise.all(attestors.map((attestor) => attestor.stop()))
      await chain.stop()
    },
  }
}

/** Seconds from the expiry of a market to its decision. */
async function secondsOf(localnet: TestLocalnet, market: Fetched<Market>): Promise<number> {
  const expired = await new Promise<number>((resolve) => {
    const end = localnet.node.clock.subscribe(({ unixSecond }) => {
      if (BigInt(unixSecond) < market.expireAt) return
      end()
      resolve(performance.now())
    })
  })
  await untilMarket(localnet, market.address, 'decided', ({ status }) => status === 'resolved', 120_000)
  return (performance.now() - expired) / 1_000
}

/** Measures the decisions of a price and of a number of holders. */
async function run(isHostile: boolean): Promise<Record<'price' | 'holders', number>> {
  const localnet = await openLocalnet({ attestors: false })
  const [yes = Keypair.generate(), no = Keypair.generate()] = await givenWallets(localnet, 2)
  const tokens = new TokenMaker(openNodeConnection(localnet.node), yes)
  const token = await tokens.mint()
  await tokens.give(token, [[no.publicKey, 5n]])
  const stakes = [
    { bettor: yes, outcome: 'Yes', amount: 10n * SOL },
    { bettor: no, outcome: 'No', amount: 10n * SOL },
  ] as const
  const open = (condition: Condition, about: PublicKey | null = null) =>
    givenMarket(localnet, { condition, token: about, expiresIn: 600, stakes })
  const at = { comparison: 'above', timing: 'atExpiry' } as const
  const markets = {
    price: await open({ type: 'price', feed: FEED, target: '0.01', ...at }),
    holders: await open({ type: 'holders', target: '0', minimumBalance: 1n, ...at }, token),
  }
  if (isHostile) await fill(localnet, Number(markets.price.expireAt))
  const attestors = await openAttestors(localnet)
  const keeper = await openKeeper(localnet, { attestorUrls: attestors.urls })
  await travelTo(localnet, markets.price.expireAt - 5n)
  const [price = 0, holders = 0] = await Promise.all(
    [markets.price, markets.holders].map((market) => secondsOf(localnet, market)),
  )
  await keeper.stop()
  await attestors.stop()
  await closeLocalnet(localnet)
  return { price, holders }
}

const quiet: Awaited<ReturnType<typeof run>>[] = []
const hostile: typeof quiet = []
for (let index = 0; index < RUNS; index += 1) {
  report(`run ${index + 1} of ${RUNS}, quiet`)
  quiet.push(await run(false))
  report(`run ${index + 1} of ${RUNS}, hostile`)
  hostile.push(await run(true))
}
const rows = (['price', 'holders'] as const).map((market) => {
  const [without, beside] = [quiet, hostile].map((all) => median(all.map((one) => one[market])))
  return { market, without: without ?? 0, beside: beside ?? 0, ratio: (beside ?? 0) / (without ?? 1) }
})
printTable(
  `Seconds from expiry to decision, beside ${EMPTY} empty markets, ${UNKNOWN} unknown feeds and ${SLOW} slow tokens`,
  rows.map(({ market, without, beside, ratio }) => ({
    market,
    'without them': without.toFixed(2),
    'beside them': beside.toFixed(2),
    ratio: ratio.toFixed(2),
  })),
)
conclude(
  rows.filter(({ ratio }) => ratio > MOST).map(({ market }) => `${market}: at most ${MOST} times as long`),
)
