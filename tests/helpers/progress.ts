// A tracker of progress over plain objects: a node's accounts, prices, and attestors that answer `fetch`.

import type { Fetched, Market } from '@prediction-market/sdk'
import { findBondingCurve, findMigrationPool } from '@prediction-market/sdk/oracle'
import { MINT_SIZE, MintLayout, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { type Connection, PublicKey, SystemProgram } from '@solana/web3.js'
import { MarketBook } from '../../app/src/book/book.ts'
import type { BookEntry } from '../../app/src/book/entry.ts'
import { ProgressTracker } from '../../app/src/book/progress/progress.ts'
import { Feeds } from '../../app/src/prices/feeds.ts'
import type { PriceSource, PriceUpdate } from '../../app/src/prices/source.ts'
import { market } from './book.ts'
import { addressOf } from './history/encode.ts'

export const FEED = 'a'.repeat(64)
export const TOKEN = addressOf('token')
export const ATTESTOR = 'http://attestor.example'

const asked = { comparison: 'above', timing: 'atExpiry' } as const
export const PRICE = { type: 'price', feed: FEED, target: '200', ...asked } as const
export const SUPPLY = { type: 'supply', target: '12.5', ...asked } as const
export const MIGRATION = { type: 'migration', timing: 'byExpiry' } as const
export const EVENT = { type: 'event', timing: 'atExpiry' } as const

/** The data of a mint with six decimals. */
export function mintOf(supply: bigint, mintAuthority: PublicKey | null = null): Buffer {
  const data = Buffer.alloc(MINT_SIZE)
  const none = { freezeAuthorityOption: 0 as const, freezeAuthority: PublicKey.default }
  const authority = {
    mintAuthorityOption: mintAuthority ? 1 : 0,
    mintAuthority: mintAuthority ?? PublicKey.default,
  }
  MintLayout.encode({ ...none, ...authority, supply, decimals: 6, isInitialized: true } as never, data)
  return data
}

/** Accounts of a node, by address in base58, and how many of which were asked for. */
export class NodeAccounts {
  readonly data = new Map<string, Buffer>()
  asked: string[][] = []
  error: Error | undefined

  setMint(token: PublicKey, supply: bigint, mintAuthority: PublicKey | null = null): void {
    this.data.set(token.toBase58(), mintOf(supply, mintAuthority))
  }

  /** Completes the bonding curve of a token, and creates the pool of its migration. */
  migrate(token: PublicKey): void {
    const curve = Buffer.alloc(82)
    curve[48] = 1
    this.data.set(findBondingCurve(token).toBase58(), curve)
    this.data.set(findMigrationPool(token).toBase58(), Buffer.of(1))
  }

  readonly connection = {
    getMultipleAccountsInfo: async (addresses: PublicKey[]) => {
      this.asked.push(addresses.map((address) => address.toBase58()))
      if (this.error) throw this.error
      return addresses.map((address) => this.#account(address))
    },
    getAccountInfo: async (address: PublicKey) => {
      this.asked.push([address.toBase58()])
      if (this.error) throw this.error
      return this.#account(address)
    },
  } as unknown as Connection

  #account(address: PublicKey) {
    const data = this.data.get(address.toBase58())
    const owner = data?.length === MINT_SIZE && data[48] !== 1 ? TOKEN_PROGRAM_ID : SystemProgram.programId
    return data ? { owner, data } : null
  }
}

/** Prices in units of 10^-2 dollars, by feed. */
export class FixedPrices implements PriceSource {
  readonly prices = new Map<string, bigint>()
  asked: string[][] = []
  error: Error | undefined

  async latest(feedId: string): Promise<PriceUpdate> {
    const [update] = await this.latestOf([feedId])
    if (!update) throw new Error(`no feed ${feedId}`)
    return update
  }

  async latestOf(feedIds: readonly string[]): Promise<PriceUpdate[]> {
    this.asked.push([...feedIds])
    if (this.error) throw this.error
    return feedIds.flatMap((feedId) => {
      const price = this.prices.get(feedId)
      const times = { publishTime: 2, prevPublishTime: 1 }
      return price === undefined
        ? []
        : [{ feedId, price, conf: 1n, exponent: -2, emaPrice: price, emaConf: 1n, ...times }]
    })
  }

  async updateAt(): Promise<null> {
    return null
  }
}

/** A tracker, what it reads from, and the errors that it reported. */
export class TrackedProgress {
  readonly book = new MarketBook()
  readonly node = new NodeAccounts()
  /** The node for what callers ask. */
  readonly callerNode = new NodeAccounts()
  readonly prices = new FixedPrices()
  readonly errors: Error[] = []
  readonly attestorUrls: string[] = []
  /** The chain's time in unix seconds. */
  now = 5_000n
  readonly tracker: ProgressTracker
  #added = 0

  constructor(hasPrices = true) {
    const prices = hasPrices ? this.prices : undefined
    const onError = (error: Error) => this.errors.push(error)
    this.tracker = new ProgressTracker({
      book: this.book,
      connection: this.node.connection,
      callerReads: this.callerNode.connection,
      prices,
      feeds: new Feeds(prices, onError),
      attestorUrls: this.attestorUrls,
      now: () => this.now,
      everyMs: 7_000,
      onError,
    })
  }

  /** Puts a market into the book. */
  add(state: Partial<Fetched<Market>>): BookEntry {
    const address = state.address ?? addressOf(`progress ${this.#added++}`)
    const entry = this.book.put(market({ ...state, address }), 'Is it?', 1)
    if (!entry) throw new Error('the book has a newer state')
    return entry
  }

  /** The progress of a market as an answer writes it. */
  of(entry: BookEntry): [current: string, target: string, unit: string] | undefined {
    const progress = this.tracker.of(entry)
    return progress && [progress.currentCount.value, progress.target.value, progress.unit]
  }
}

/** What one URL answers: a text, with another status than 200, or an error instead. */
export type FetchAnswer = { text: string; status?: number } | Error

/** Answers every `fetch` by its URL, until {@link restore}; other URLs do not answer. */
export class FetchedAnswers {
  readonly answers = new Map<string, FetchAnswer>()
  /** The URLs that were fetched. */
  readonly asked: string[] = []
  readonly #before = globalThis.fetch

  constructor() {
    globalThis.fetch = async (input) => {
      const url = String(input)
      this.asked.push(url)
      const answer = this.answers.get(url) ?? new Error('refused')
      if (answer instanceof Error) throw answer
      return new Response(answer.text, { status: answer.status ?? 200 })
    }
  }

  restore(): void {
    globalThis.fetch = this.#before
  }
}
