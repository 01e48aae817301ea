// Tracks how far the conditions of open markets are.

import { CONDITION_KINDS, kindOf, type Reading, stateReadings } from '@prediction-market/sdk/condition'
import { canMint, fetchCurrentValue, fetchState } from '@prediction-market/sdk/oracle'
import type { QuestionMeasure } from '@prediction-market/sdk/question'
import {
  formatMeasured,
  type Measured,
  measurePrice,
  multiplyMeasured,
  recordedPrice,
  targetOf,
} from '@prediction-market/sdk/rules'
import type { Connection, PublicKey } from '@solana/web3.js'
import { type Decimal, decimal } from '../../json/json.ts'
import type { Feeds } from '../../prices/feeds.ts'
import type { PriceSource } from '../../prices/source.ts'
import type { MarketBook } from '../book.ts'
import type { BookEntry } from '../entry.ts'
import { readObservations } from './attested.ts'
import { MeasuredSamples } from './samples.ts'

/** The most markets whose progress is read: those with the most stakes, and as many that expire next. */
const MAX_MARKETS = 250

/** What nodes show is read every so many times, and at once for new tokens: calls to nodes cost money. */
const STATE_TURNS = 6

export interface Progress {
  currentCount: Decimal
  target: Decimal
  unit: string
}

export interface ProgressOptions {
  book: MarketBook
  connection: Connection
  /** Reads what callers ask about tokens that have no market. */
  callerReads: Connection
  /** Without it, conditions on prices have no progress. */
  prices: PriceSource | undefined
  feeds: Feeds
  /** Without attestors, conditions on holders and events have no progress. */
  attestorUrls: readonly string[]
  /** The chain's time in unix seconds. */
  now: () => bigint
  /** Milliseconds between two reads of progress; what nodes show is read less often. */
  everyMs: number
  onError: (error: Error) => void
}

/**
 * The progress of the conditions of open markets, from the chain, prices and attestors. It is read on a timer, so
 * that requests are answered from memory.
 */
export class ProgressTracker {
  /** By feed for prices, by market id for attestations, by token for the rest. */
  readonly #values = new Map<Reading, ReadonlyMap<string, Measured>>()
  readonly samples = new MeasuredSamples()
  #timer: NodeJS.Timeout | undefined
  #reading = false
  #version = 0
  #turn = 0
  /** The tokens whose states were read last. */
  #tokens: ReadonlySet<string> = new Set()

  constructor(private readonly options: ProgressOptions) {}

  start(): void {
    const read = () => {
      if (this.#reading) return
      this.#reading = true
      this.read()
        .catch(this.options.onError)
        .finally(() => {
          this.#reading = false
        })
    }
    this.#timer = setInterval(read, this.options.everyMs).unref()
    read()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Changes whenever progress was read. */
  get version(): number {
    return this.#version
  }

  /** The progress of a market; `undefined` if it is not known. */
  of(entry: BookEntry): Progress | undefined {
    const { condition, status } = entry.market
    if (status !== 'open') return undefined
    const { reads, unit } = kindOf(condition)
    const values: Measured[] = []
    for (const reading of reads) {
      const value = this.#values.get(reading)?.get(keyOf(reading, entry))
      if (!value) return undefined
      values.push(value)
    }
    const asked = targetOf(condition, recordedPrice(entry.market))
    if (!asked) return undefined
    const current = formatMeasured(multiplyMeasured(values))
    return { currentCount: decimal(current), target: decimal(asked.target), unit }
  }

  /**
   * Reads the current value of what a question measures, an exact decimal; of a migration 0 or 1.
   *
   * @returns `undefined` if it is not known: holders are counted for open markets only
   */
  async currentValue(measure: QuestionMeasure, token: PublicKey | null): Promise<string | undefined> {
    const sources = { ...this.options, connection: this.options.callerReads }
    return this.#orUndefined(fetchCurrentValue(measure, token, sources))
  }

  /** Reads how many whole tokens are minted, an exact decimal; `undefined` if the mint cannot be read. */
  async mintedTokens(token: PublicKey): Promise<string | undefined> {
    const states = await this.#orUndefined(fetchState('mintSupply', [token], this.options.callerReads))
    const supply = states?.get(token.toBase58())
    return supply && formatMeasured(supply)
  }

  /** Whether more of a token can be minted; `undefined` if the mint cannot be read. */
  async canMint(token: PublicKey): Promise<boolean | undefined> {
    const account = await this.#orUndefined(this.options.callerReads.getAccountInfo(token))
    return account ? canMint(account) : undefined
  }

  /** The answer of a source; `undefined` if it does not have the value, or does not answer. */
  async #orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await answer
    } catch (error) {
      this.options.onError(error as Error)
      return undefined
    }
  }

  async read(): Promise<void> {
    const { book, connection } = this.options
    const entries = (['volume', 'expiring'] as const).flatMap((sort) =>
      book.list({ status: 'open', sort, limit: MAX_MARKETS, offset: 0 }),
    )
    const feeds = new Set<string>()
    const tokens = new Map(STATES.map((reading) => [reading, new Map<string, PublicKey>()]))
    let isAttested = false
    for (const { market, token } of entries) {
      const { condition } = market
      const { reads } = kindOf(condition)
      if ('feed' in condition) feeds.add(condition.feed)
      if (reads.includes('attestation')) isAttested = true
      if (!token || !market.token) continue
      for (const reading of stateReadings(condition)) tokens.get(reading)?.set(token, market.token)
    }
    const named = new Set(
      [...tokens].flatMap(([reading, mints]) => [...mints.keys()].map((mint) => reading + mint)),
    )
    const isTurn = this.#turn++ % STATE_TURNS === 0 || [...named].some((one) => !this.#tokens.has(one))
    await Promise.all([
      this.#readPrices(feeds),
      isAttested && this.#readAttested(),
      ...[...(isTurn ? tokens : [])].map(async ([reading, mints]) =>
        this.#set(reading, await fetchState(reading, [...mints.values()], connection)),
      ),
    ])
    if (isTurn) this.#tokens = named
    this.#keep(entries)
  }

  #keep(entries: readonly BookEntry[]): void {
    const at = Number(this.options.now())
    for (const entry of entries) {
      const progress = this.of(entry)
      if (progress) this.samples.record(entry.id, { at, value: progress.currentCount })
    }
  }

  #set(reading: Reading, values: ReadonlyMap<string, Measured>): void {
    this.#values.set(reading, values)
    this.#version += 1
  }

  async #readPrices(ids: ReadonlySet<string>): Promise<void> {
    const { prices, feeds, onError } = this.options
    if (!prices) return
    const read = await feeds.read([...ids]).catch((error: Error) => {
      onError(error)
      return []
    })
    this.#set('price', new Map([...read].map(([id, update]) => [id, measurePrice(update)])))
  }

  async #readAttested(): Promise<void> {
    const { attestorUrls, onError } = this.options
    if (attestorUrls.length === 0) return
    try {
      this.#set('attestation', await readObservations(attestorUrls))
    } catch (error) {
      onError(error as Error)
    }
  }
}

/** The readings of all types of conditions that the chain shows. */
const STATES = [...new Set(CONDITION_KINDS.flatMap(stateReadings))]

function keyOf(reading: Reading, { id, token, market: { condition } }: BookEntry): string {
  if (reading === 'attestation') return id
  if (reading === 'price') return 'feed' in condition ? condition.feed : ''
  return token ?? ''
}
