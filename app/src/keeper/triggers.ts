import { type Fetched, type Market, proofDeadline, voidAt } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { MarketBook } from '../book/book.ts'
import type { PriceProofs } from './proofs/price.ts'
import type { StateProofs } from './proofs/state.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

/** What is looked at for markets to be decided in time. */
export interface TriggerOptions {
  book: MarketBook
  accounts: WatchedAccounts
  states: StateProofs
  prices: PriceProofs | undefined
  /** The chain's time as far as it is known without asking. */
  now: () => bigint
  /** Told when there is something new. */
  onNews: () => void
  onError: (error: Error) => void
}

/** The clock itself is read when something is due within this many seconds. */
const SOON = 5n

/** How often accounts are read: on every tick if they are few, and less often the more they are. */
const MS_PER_ACCOUNT = 3

/** How often prices are asked for: a feed publishes once a second in the parsed form. */
const PRICES_MS = 1_000

/** Looks at what may decide markets before they expire, and at the clock when one is about to. */
export class Triggers {
  #accountsAt = 0
  #pricesAt = 0

  constructor(private readonly options: TriggerOptions) {}

  /** Looks at everything that is to be looked at now; to be called on every tick. */
  look(): void {
    const { book, states, now } = this.options
    const time = now()
    const watched = new Map<string, PublicKey>()
    const early: Fetched<Market>[] = []
    let isSoon = false
    for (const { market } of book.entries()) {
      if (market.status !== 'open') continue
      isSoon ||= [market.expireAt, proofDeadline(market), voidAt(market)].some((at) => isNear(at, time))
      if (market.condition.timing !== 'byExpiry') continue
      early.push(market)
      for (const address of states.watches(market)) watched.set(address.toBase58(), address)
    }
    this.#readAccounts([...watched.values()], isSoon)
    this.#readPrices(early)
  }

  #readAccounts(watched: readonly PublicKey[], isSoon: boolean): void {
    const { accounts, onNews, onError } = this.options
    const report = (isNews: boolean) => isNews && onNews()
    if (watched.length > 0 && Date.now() - this.#accountsAt >= MS_PER_ACCOUNT * watched.length) {
      this.#accountsAt = Date.now()
      accounts.read(watched).then(report, onError)
    } else if (isSoon) {
      accounts.readClock().then(report, onError)
    }
  }

  #readPrices(early: readonly Fetched<Market>[]): void {
    const { prices, now, onNews, onError } = this.options
    if (!prices || Date.now() - this.#pricesAt < PRICES_MS) return
    this.#pricesAt = Date.now()
    prices.follow(early, now()).then(onNews, onError)
  }
}

function isNear(at: bigint, now: bigint): boolean {
  return at - now <= SOON && now - at <= SOON
}
