// Localnets, keepers, wallets and markets for the keeper tests.

import {
  type Condition,
  type Fetched,
  type Market,
  type Outcome,
  PredictionMarketClient,
} from '@prediction-market/sdk'
import { Keypair, type PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { hasFeesDue } from '../../../app/src/keeper/due.ts'
import { type Keeper, type KeeperOptions, startKeeper } from '../../../app/src/keeper/keeper.ts'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import { type LocalnetOptions, startLocalnet } from '../../../app/src/localnet/localnet.ts'
import { closeConnection, openConnection } from '../localnet/connection.ts'
import { slotTimeMs, type TestLocalnet, travelTo } from '../localnet/shared.ts'
import { until } from '../localnet/wait.ts'

export { travelTo }

/** A localnet for one test file, whose clock it may move. */
export async function openLocalnet(options: LocalnetOptions = {}): Promise<TestLocalnet> {
  const slots = { slotTimeMs: slotTimeMs() }
  const localnet = await startLocalnet({ rpcPort: 0, demo: false, seed: 'keeper', ...slots, ...options })
  return { ...localnet, connection: openConnection(localnet.node) }
}

/** Keepers that tests have opened; a failing test may not stop its own. */
const opened = new Set<Keeper>()

/** Stops the remaining keepers, then the localnet. */
export async function closeLocalnet({ connection, stop }: TestLocalnet): Promise<void> {
  await Promise.all([...opened].map((keeper) => keeper.stop()))
  opened.clear()
  await closeConnection(connection)
  await stop()
}

/** A keeper on a localnet. */
export async function openKeeper(
  localnet: TestLocalnet,
  options: Partial<KeeperOptions> = {},
): Promise<Keeper> {
  const keeper = await startKeeper({
    nodes: [localnet.node],
    payers: LOCALNET_KEYS.keepers,
    prices: localnet.prices,
    unsignedPrices: localnet.prices,
    log: pino({ level: process.env.KEEPER_LOG ?? 'silent' }),
    ...options,
  })
  opened.add(keeper)
  return keeper
}

/** Wallets that hold 100 SOL and, if asked for, 100,000 UTILITY. */
export async function givenWallets(
  localnet: TestLocalnet,
  count: number,
  utility = false,
): Promise<Keypair[]> {
  const wallets = Array.from({ length: count }, () => Keypair.generate())
  await Promise.all(
    wallets.map(async ({ publicKey: wallet }) => {
      await localnet.node.cheats.setLamports(wallet, 100_000_000_000n)
      if (utility) await localnet.faucet.pay({ wallet, currency: 'UTILITY', amount: 100_000_000_000n })
    }),
  )
  return wallets
}

/** A stake of somebody. */
export interface Stake {
  bettor: Keypair
  outcome: Outcome
  amount: bigint
}

/** A market to open. */
export interface GivenMarket {
  condition: Condition
  token?: PublicKey | null
  currency?: 'SOL' | 'UTILITY'
  /** Seconds from now, ten minutes by default; `travelTo` moves the clock there. */
  expiresIn?: number
  /** The first one opens it. */
  stakes: readonly [Stake, ...Stake[]]
}

/** Opens a market with stakes on it. */
export async function givenMarket(localnet: TestLocalnet, given: GivenMarket): Promise<Fetched<Market>> {
  const { condition, token = null, currency = 'SOL', expiresIn = 600, stakes } = given
  const [first, ...others] = stakes
  const client = new PredictionMarketClient(localnet.connection)
  const expireAt = (await client.chainTime()) + BigInt(expiresIn)
  const { outcome, amount } = first
  const open = { condition, token, currency, expireAt, initialStake: { outcome, amount } }
  const question = `Is it true: ${condition.type}?`
  const { market } = await client.markets.create({ ...open, question }, { signer: first.bettor })
  for (const { bettor, ...stake } of others) await client.bets.place({ market, ...stake }, { signer: bettor })
  return (await client.markets.get(market)) ?? expect.fail('The market is not there')
}

/** Seconds by which attestors may backdate an answer. */
const DATED_BACK = 10n

/** Lets two whole betting periods of a market pass, so that no answer from now on makes its stakes late. */
export async function passPeriods(localnet: TestLocalnet, { terms }: Market): Promise<void> {
  const now = await new PredictionMarketClient(localnet.connection).chainTime()
  await travelTo(localnet, now + 2n * BigInt(terms.period) + DATED_BACK)
}

/** Waits until a market is in the expected state; on failure prints its last state. */
export async function untilMarket(
  { connection }: TestLocalnet,
  address: PublicKey,
  what: string,
  isSo: (market: Fetched<Market>) => boolean,
  timeoutMs?: number,
): Promise<Fetched<Market>> {
  const client = new PredictionMarketClient(connection)
  return until(
    `the market to be ${what}`,
    async () => {
      const market = await client.markets.get(address)
      return market && isSo(market) ? market : null
    },
    timeoutMs,
  )
}

/** Decided, with nothing left to pay. */
export function isPaidOut(market: Market): boolean {
  return market.status !== 'open' && market.openPositions === 0 && !hasFeesDue(market)
}
