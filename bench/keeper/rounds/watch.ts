// Follows the rounds of a wallet and measures their delays.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fetched, Market, MarketStatus, PredictionMarketClient } from '@prediction-market/sdk'
import { NONCE_TOLERANCE } from '@prediction-market/sdk/rules'
import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { roundRewards } from '../../../app/src/keeper/rounds/series.ts'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import type { Localnet } from '../../../app/src/localnet/localnet.ts'
import { bundleKeeper } from '../../../tests/helpers/keeper/bundle.ts'
import { type Running, start } from '../../../tests/helpers/localnet/process.ts'
import { printTable } from '../../table.ts'

/** The measurements of a round. */
export interface WatchedRound {
  market: Fetched<Market>
  /** Seconds of the chain's clock from the first price's second until its price was seen on chain. */
  recordedAfter: number | null
  /** Seconds of the chain's clock from the second price's second until the decision. */
  decidedAfter: number | null
  status: MarketStatus
  isClosed: boolean
}

/** Follows the rounds of a wallet from their opening to their end. */
export class RoundWatch {
  /** By the address of the market. */
  readonly rounds = new Map<string, WatchedRound>()
  readonly #end: () => void

  /** @param onOpened - called once for every round */
  constructor(
    client: PredictionMarketClient,
    private readonly localnet: Localnet,
    opener: PublicKey,
    private readonly onOpened: (market: Fetched<Market>) => void,
  ) {
    this.#end = client.markets.followAll({ creator: opener }, ({ changed, removed }) => {
      for (const market of changed) this.#saw(market)
      for (const { address } of removed) this.#gone(address.toBase58())
    })
  }

  stop(): void {
    this.#end()
  }

  #saw(market: Fetched<Market>): void {
    const { status, condition, reference, resolvedAt, expireAt } = market
    if (condition.type !== 'change') return
    const key = market.address.toBase58()
    const known = this.rounds.get(key)
    const round = known ?? { market, recordedAfter: null, decidedAfter: null, status, isClosed: false }
    if (!known) {
      this.rounds.set(key, round)
      this.onOpened(market)
    }
    const now = this.localnet.node.clock.now.unixSecond
    if (reference) round.recordedAfter ??= now - Number(condition.referenceAt)
    if (resolvedAt !== null) round.decidedAfter = Number(resolvedAt - expireAt)
    round.status = status
    round.market = market
  }

  #gone(key: string): void {
    const round = this.rounds.get(key)
    if (round) round.isClosed = true
  }
}

const MONTH = 30 * 86_400

const SOL = 1e9

/** Signatures that one call lists. */
const PAGE = 1_000

const ANY_VERSION = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const

/** The fees of all transactions that a wallet has paid for, in lamports. */
export async function feesOf(connection: Connection, wallet: PublicKey) {
  let lamports = 0n
  let count = 0
  for (let before: string | undefined; ; ) {
    const options = { limit: PAGE, ...(before && { before }) }
    const page = await connection.getSignaturesForAddress(wallet, options, 'confirmed')
    for (const { signature } of page) {
      const transaction = await connection.getTransaction(signature, ANY_VERSION)
      const payer = transaction?.transaction.message.staticAccountKeys[0]
      if (!transaction?.meta || !payer?.equals(wallet)) continue
      lamports += BigInt(transaction.meta.fee)
      count += 1
    }
    before = page.at(-1)?.signature
    if (page.length < PAGE) return { lamports, count }
  }
}

/** What rounds have paid to keepers, in lamports. */
export function rewardsOf(rounds: Iterable<WatchedRound>): bigint {
  let sum = 0n
  for (const { market, status } of rounds) {
    // A round without bets was cancelled and paid no rewards.
    if (status === 'open') continue
    sum += roundRewards(market)
  }
  return sum
}

/** What a round costs, in lamports. */
interface RoundCosts {
  /** Rent and rewards that it holds until it is closed. */
  held: bigint
  /** Network fees of opening it. */
  fee: bigint
  /** Rewards of one with bets on both sides. */
  rewards: bigint
}

/** Prints what series cost in a month, as measured for one round. */
export function printMonth({ held, fee, rewards }: RoundCosts, closeMargin: number): void {
  const rows = [
    ['1 minute', 60],
    ['5 minutes', 300],
    ['15 minutes', 900],
    ['hour', 3_600],
  ] as const
  printTable(
    'A series in a month of 30 days, in SOL',
    rows.map(([name, length]) => {
      const rounds = MONTH / length
      // From opening to closing: until both prices are published and the nonce has expired.
      const life = Math.max(2 * length + closeMargin, NONCE_TOLERANCE)
      const atOnce = Math.ceil(life / length) + 1
      return {
        'a round every': name,
        rounds,
        'locked at once': (Number(held) * atOnce) / SOL,
        'cost without bets': (rounds * 2 * Number(fee)) / SOL,
        'cost with bets on both sides': (rounds * Number(fee + rewards)) / SOL,
      }
    }),
  )
}

/** Two keepers that open rounds, of which one after the other is killed and started again. */
export class KilledKeepers {
  kills = 0
  readonly #running: Running[]
  #isStopped = false
  readonly #killing: Promise<void>

  private constructor(
    private readonly startOne: (index: number) => Running,
    private readonly remove: () => Promise<void>,
    everyMs: number,
  ) {
    this.#running = [startOne(0), startOne(1)]
    this.#killing = this.#kill(everyMs)
  }

  /**
   * @param rounds - the setting of this name
   * @param opener - opens the rounds
   * @param everyMs - milliseconds between two kills
   */
  static async start(
    localnet: Localnet,
    rounds: string,
    opener: Keypair,
    everyMs: number,
  ): Promise<KilledKeepers> {
    const { keepers } = LOCALNET_KEYS
    const app = await bundleKeeper(keepers)
    const files = app.keypairs.split(',')
    const openerFile = join(app.folder, 'opener.json')
    await writeFile(openerFile, JSON.stringify([...opener.secretKey]))
    const startOne = (index: number) =>
      start(process.execPath, [app.file, 'keeper'], {
        RPC_URL: localnet.node.rpcUrl,
        WS_URL: localnet.node.wsUrl,
        CLUSTER: 'localnet',
        HERMES_URL: localnet.pricesUrl,
        KEEPER_KEYPAIRS: files.slice(2 * index, 2 * index + 2).join(),
        KEEPER_PORT: '0',
        ROUNDS: rounds,
        ROUNDS_KEYPAIR: openerFile,
        LOG_LEVEL: 'error',
      })
    return new KilledKeepers(startOne, () => app.remove(), everyMs)
  }

  /** Stops both for good. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { child } of this.#running) child.kill('SIGKILL')
    await Promise.all([this.#killing, ...this.#running.map(({ ended }) => ended)])
    await this.remove()
  }

  async #kill(everyMs: number): Promise<void> {
    for (let turn = 0; ; turn = 1 - turn) {
      await sleep(everyMs, undefined, { ref: false })
      if (this.#isStopped) return
      const { child, ended, output } = this.#running[turn] as Running
      if (child.exitCode !== null) throw new Error(`A keeper ended by itself:\n${output()}`)
      child.kill('SIGKILL')
      await ended
      this.kills += 1
      this.#running[turn] = this.startOne(turn)
    }
  }
}
