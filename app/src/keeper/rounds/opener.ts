// Opens the rounds of every series in time, and cancels those without bets.

import type { Condition, PredictionMarketClient } from '@prediction-market/sdk'
import { findMarket, marketIdOf } from '@prediction-market/sdk/accounts'
import { closableAt, type Round, roundAt, seriesNumber } from '@prediction-market/sdk/rules'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { BookEntry } from '../../book/entry.ts'
import type { ChainState } from '../../chain/state.ts'
import { type AttemptOptions, Attempts } from './attempts.ts'
import type { RoundMetrics } from './metrics.ts'
import { isEmptyRound, type RoundSeries, roundQuestion, roundRewards } from './series.ts'

export interface RoundsOptions {
  /** Creates the markets and pays their rent, rewards and fees. */
  wallet: Keypair
  series: readonly RoundSeries[]
}

export interface OpenerOptions extends RoundsOptions, AttemptOptions {
  state: ChainState
  client: PredictionMarketClient
  metrics: RoundMetrics
  /** Milliseconds between two reads of the wallet's balance; 30,000 by default. */
  balanceMs?: number | undefined
  log: Logger
}

interface Located extends Round {
  address: PublicKey
  id: string
  /** Whether betting on it began before this opener started, which may have been too late to open it. */
  isFirst: boolean
}

const TICK_MS = 250

/** Milliseconds between two reads of the wallet's balance, by default. */
const BALANCE_MS = 30_000

/**
 * Opens the rounds of every series when betting on the one before has ended, and cancels those without bets. The
 * address of a round follows from wallet, series and time, so several openers still open each only once. Keeps no
 * state.
 */
export class Opener {
  /** The round of each series that takes bets, by the series' number. */
  readonly #current = new Map<number, Located>()
  readonly #attempts: Attempts
  #timer: NodeJS.Timeout | undefined
  #balanceAt = 0
  #endChanges = () => {}

  constructor(private readonly options: OpenerOptions) {
    this.#attempts = new Attempts(options)
  }

  start(): void {
    this.#endChanges = this.options.book.onChange((entry, before) => {
      if (!entry && before) this.#closed(before)
    })
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
    this.#tick()
  }

  /** Starts nothing new; running attempts go on. */
  stop(): void {
    clearInterval(this.#timer)
    this.#endChanges()
  }

  /** Resolves once nothing is running. */
  idle(): Promise<void> {
    return this.#attempts.idle()
  }

  #tick(): void {
    const now = this.options.state.now()
    for (const series of this.options.series) this.#open(series, now)
    this.#cancelEmpty(now)
    if (Date.now() < this.#balanceAt) return
    this.#balanceAt = Date.now() + (this.options.balanceMs ?? BALANCE_MS)
    this.#readBalance(now).catch((error: Error) => this.options.onError(error, 'balance'))
  }

  #open(series: RoundSeries, now: bigint): void {
    const { book, client, wallet } = this.options
    const round = this.#roundOf(series, now)
    // The program accepts a nonce for five minutes; after that this round can no longer be opened.
    if (book.get(round.id) || now >= closableAt(round)) return
    this.#attempts.make(round, async () => {
      const { instructions } = await client.markets.buildCreate({
        creator: wallet.publicKey,
        question: roundQuestion(series.feed.symbol, round),
        currency: series.currency,
        condition: conditionOf(series, round),
        closeAt: round.closeAt,
        expireAt: round.expireAt,
        nonce: round.nonce,
      })
      return instructions
    })
  }

  /** The round of a series that takes bets now. Counts the one before when it changes. */
  #roundOf(series: RoundSeries, now: bigint): Located {
    const { state, wallet, client } = this.options
    const round = roundAt(series, now, state.config.settings.closeMargin)
    const known = this.#current.get(series.number)
    // The clock of a node that lags may go back.
    if (known && known.nonce >= round.nonce) return known
    if (known) this.#ended(series, known)
    const address = findMarket(wallet.publicKey, round.nonce, client.programId)
    const located = { ...round, address, id: marketIdOf(address.toBase58()), isFirst: !known }
    this.#current.set(series.number, located)
    return located
  }

  #ended({ number }: RoundSeries, { id, isFirst }: Located): void {
    const { book, metrics, log } = this.options
    this.#attempts.forget(id)
    const isOpened = book.get(id) !== undefined
    if (isFirst && !isOpened) return
    metrics.round(number, isOpened ? 'opened' : 'missed')
    if (!isOpened) log.error({ series: number, market: id }, 'a round was not opened in time')
  }

  /** Cancels the rounds whose betting has ended without a bet: their rent and rewards come back. */
  #cancelEmpty(now: bigint): void {
    const { book, wallet, client, metrics } = this.options
    const creator = wallet.publicKey.toBase58()
    for (const { id, market } of book.find({ creator }, 'newest')) {
      if (!isEmptyRound(market) || now < market.closeAt || now < closableAt(market)) continue
      const { address } = market
      this.#attempts.make(
        { id, address },
        () => client.markets.buildCancel({ market }),
        () => metrics.round(seriesNumber(market), 'cancelled'),
      )
    }
  }

  /** Counts what a round has paid to keepers. */
  #closed({ id, market }: BookEntry): void {
    const { wallet, metrics } = this.options
    this.#attempts.forget(id)
    const { creator, condition, status } = market
    if (!creator.equals(wallet.publicKey) || !('referenceAt' in condition) || status === 'open') return
    metrics.rewards(seriesNumber(market), roundRewards(market))
  }

  async #readBalance(now: bigint): Promise<void> {
    const { client, wallet, series, metrics } = this.options
    const [balance, costs] = await Promise.all([
      client.connection.getBalance(wallet.publicKey, 'confirmed'),
      Promise.all(
        series.map((one) => {
          const question = roundQuestion(one.feed.symbol, this.#roundOf(one, now))
          return client.markets.costs({ question, currency: one.currency, hasStake: false })
        }),
      ),
    ])
    const reserve = costs.reduce((sum, { deposit, reward }) => sum + 2n * (deposit + reward), 0n)
    metrics.wallet(BigInt(balance), reserve)
  }
}

/** Up: the price at the end is above the one at the beginning. Equal prices are not. */
function conditionOf({ feed }: RoundSeries, { referenceAt }: Round): Condition {
  return { type: 'change', feed: feed.id, referenceAt, comparison: 'above', bps: 0, timing: 'atExpiry' }
}
