// Reads prices, accounts and attestors on each tick, and reports the markets that news may decide.

import type { Proofs } from './proofs/open.ts'
import type { WatchedAccounts } from './watched-accounts.ts'

export interface TriggerOptions {
  accounts: WatchedAccounts
  proofs: Pick<Proofs, 'states' | 'prices' | 'attestations'>
  /** The chain's time as last read, without a request. */
  now: () => bigint
  /** Called when the chain's clock was read. */
  onClock: () => void
  /** Called with the addresses of markets that something new may decide, in base58. */
  onNews: (markets: readonly string[]) => void
  onError: (error: Error) => void
}

/** Milliseconds between two reads, for each account in a read: a few are read on every tick, many less often. */
const MS_PER_ACCOUNT = 3

/** Milliseconds between two reads while all accounts are followed, in case that a report is lost. */
const FOLLOWED_MS = 10_000

/** Milliseconds between two reads of prices that are not streamed: Hermes has a new one every second. */
const PRICES_MS = 1_000

/** Milliseconds between two requests to each attestor, for all markets at once; fewer while something is due. */
const ATTESTORS_MS = 1_000
const ATTESTORS_SOON_MS = 250

/** Reads whatever may decide markets before they expire, and the chain's clock when one is about to expire. */
export class Triggers {
  /** When accounts were last read in turn, in unix milliseconds. */
  #readAt = 0
  /** When the next reads are due. */
  #pricesAt = 0
  #attestorsAt = 0

  /** @param clock - unix milliseconds; by default the machine's clock */
  constructor(
    private readonly options: TriggerOptions,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Starts the reads that are due; called on every tick.
   *
   * @param isSoon - whether something comes due by the chain's clock within seconds
   */
  check(isSoon: boolean): void {
    const { accounts, proofs, now, onClock, onNews, onError } = this.options
    const time = this.clock()
    const { areFollowed, batch } = accounts
    const pause = areFollowed ? FOLLOWED_MS : MS_PER_ACCOUNT * batch
    if (batch > 0 && time - this.#readAt >= pause) {
      this.#readAt = time
      this.#take(accounts.readNext()).catch(onError)
    } else if (areFollowed && accounts.hasNews) {
      this.#take(accounts.readNews()).catch(onError)
    } else if (isSoon) {
      accounts.readClock().then(onClock, onError)
    }
    if (proofs.prices && (proofs.prices.isLive || time >= this.#pricesAt)) {
      this.#pricesAt = time + PRICES_MS
      proofs.prices.follow(now()).then(onNews, onError)
    }
    if (time >= this.#attestorsAt) {
      this.#attestorsAt = time + (isSoon ? ATTESTORS_SOON_MS : ATTESTORS_MS)
      proofs.attestations.follow().then(onNews, onError)
    }
  }

  async #take(reading: Promise<string[] | null>): Promise<void> {
    const { proofs, onClock, onNews } = this.options
    const changed = await reading
    onClock()
    onNews(await proofs.states.decidedBy(changed ?? []))
  }
}
