import type { Fetched, Market } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { MarketBook } from '../gateway/book/book.ts'
import { proofDeadline, voidAt } from './due.ts'
import type { PriceProofs } from './proofs/price.ts'
import { accountsToWatch } from './proofs/state.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

/** What is looked at for markets to be decided in time. */
export interface TriggerOptions {
  book: MarketBook
  accounts: WatchedAccounts
  prices: PriceProofs | undefined
  /** The chain's time as far as it is known without asking. */
  now: () => bigint
  /** Told when there is something new. */
  onNews: () => void
  onError: (error: Error) => void
}

/** The clock itself is read when something is due within this many seconds. */
const SOON = 5n

/** How often prices are asked for: a feed publishes once a second in the parsed form. */
const PRICES_MS = 1_000

/** Looks at what may decide markets before they expire, and at the clock when one is about to. */
export class Triggers {
  #pricesAt = 0

  constructor(private readonly options: TriggerOptions) {}

  /** Looks at everything that is to be looked at now; to be called on every tick. */
  look(): void {
    const { book, accounts, prices, now, onNews, onError } = this.options
    const time = now()
    const watched = new Map<string, PublicKey>()
    const early: Fetched<Market>[] = []
    let isSoon = false
    for (const { market } of book.entries()) {
      if (market.status !== 'open') continue
      isSoon ||= [market.expireAt, proofDeadline(market), voidAt(market)].some((at) => isNear(at, time))
      if (market.condition.timing !== 'byExpiry' || time > market.expireAt) continue
      early.push(market)
      for (const address of accountsToWatch(market, accounts)) watched.set(address.toBase58(), address)
    }
    const report = (isNews: boolean) => isNews && onNews()
    if (isSoon || watched.size > 0) accounts.read([...watched.values()]).then(report, onError)
    if (!prices || Date.now() - this.#pricesAt < PRICES_MS) return
    this.#pricesAt = Date.now()
    prices.follow(early).then(onNews, onError)
  }
}

function isNear(at: bigint, now: bigint): boolean {
  return at - now <= SOON && now - at <= SOON
}
