import { type Fetched, isAttested, type Market, proofDeadline, voidAt } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import type { MarketBook } from '../book/book.ts'
import type { AttestationProofs } from './proofs/attestation.ts'
import type { PriceProofs } from './proofs/price.ts'
import type { StateProofs } from './proofs/state.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

/** The sources that the triggers watch. */
export interface TriggerOptions {
  book: MarketBook
  accounts: WatchedAccounts
  states: StateProofs
  prices: PriceProofs | undefined
  attestations: AttestationProofs
  /** The chain's time as far as it is known without a request. */
  now: () => bigint
  /** Called when something has changed. */
  onChange: () => void
  onError: (error: Error) => void
}

/** The chain's clock is read while something is due within this many seconds. */
const SOON = 5n

/** Milliseconds between two reads for each watched account: a few are read on every tick, many less often. */
const MS_PER_ACCOUNT = 3

/** Milliseconds between two reads of the prices: Hermes has a new one every second. */
const PRICES_MS = 1_000

/** Milliseconds between two questions to the attestors, each for all markets. */
const ATTESTORS_MS = 1_000

/** Reads whatever may decide markets before they expire, and the chain's clock when one is about to expire. */
export class Triggers {
  #accountsAt = 0
  #pricesAt = 0
  #attestorsAt = 0

  constructor(private readonly options: TriggerOptions) {}

  /** Starts the reads that are due; called on every tick. */
  check(): void {
    const { book, states, now } = this.options
    const time = now()
    const watched = new Map<string, PublicKey>()
    const early: Fetched<Market>[] = []
    let isSoon = false
    let hasAttested = false
    for (const { market } of book.entries()) {
      if (market.status !== 'open') continue
      isSoon ||= [market.expireAt, proofDeadline(market), voidAt(market)].some((at) => isNear(at, time))
      hasAttested ||= isAttested(market.condition)
      if (market.condition.timing !== 'byExpiry') continue
      early.push(market)
      for (const address of states.watches(market)) watched.set(address.toBase58(), address)
    }
    this.#readAccounts([...watched.values()], isSoon)
    this.#readPrices(early)
    if (hasAttested) this.#askAttestors()
  }

  #readAccounts(watched: readonly PublicKey[], isSoon: boolean): void {
    const { accounts, onChange, onError } = this.options
    const report = (hasChanged: boolean) => hasChanged && onChange()
    if (watched.length > 0 && Date.now() - this.#accountsAt >= MS_PER_ACCOUNT * watched.length) {
      this.#accountsAt = Date.now()
      accounts.read(watched).then(report, onError)
    } else if (isSoon) {
      accounts.readClock().then(report, onError)
    }
  }

  #askAttestors(): void {
    const { attestations, onChange, onError } = this.options
    if (Date.now() - this.#attestorsAt < ATTESTORS_MS) return
    this.#attestorsAt = Date.now()
    attestations.follow().then(onChange, onError)
  }

  #readPrices(early: readonly Fetched<Market>[]): void {
    const { prices, now, onChange, onError } = this.options
    if (!prices || Date.now() - this.#pricesAt < PRICES_MS) return
    this.#pricesAt = Date.now()
    prices.follow(early, now()).then(onChange, onError)
  }
}

function isNear(at: bigint, now: bigint): boolean {
  return at - now <= SOON && now - at <= SOON
}
