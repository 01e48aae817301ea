// Finds out which markets lack an event, and looks for it.

import pLimit from 'p-limit'
import { noteEnded } from './ended.ts'
import { heal } from './log/heal.ts'
import type { Gap } from './log/intake.ts'
import { behindAccounts } from './log/read.ts'
import type { LogSources } from './log/sources.ts'

export interface MissingOptions {
  /** The number of each account's last event: of every market that is not closed, and of the fee vault. */
  numbers?: (() => Iterable<readonly [address: string, sequence: number]>) | undefined
  /** Milliseconds between two looks for markets without an account. */
  endsMs?: number | undefined
  onError: (error: Error, what: string) => void
}

/** How often to look for markets whose accounts were closed before the log had their last events. */
const ENDS_MS = 60_000

/** Milliseconds between two searches for what a market lacks: from the first to the longest. */
const FIRST_SEARCH_MS = 500
const LAST_SEARCH_MS = 15_000

/** Markets to search for at the same time. */
const SEARCHES = 4

/** Accounts to compare with the log again at each look. */
const COMPARED_AGAIN = 50

/** Compares the log with the numbers of accounts, and searches for what markets lack. */
export class MissingEvents {
  /** Numbers of accounts that the log has. */
  readonly #verified = new Map<string, number>()
  /** Accounts whose numbers the log lacked at the last look. */
  readonly #suspected = new Set<string>()
  /** When to search next for what a market lacks, in unix milliseconds, and the pause after that. */
  readonly #searches = new Map<string, { at: number; pause: number }>()
  /** When to look next for markets without an account, in unix milliseconds. */
  #endsAt = 0

  constructor(
    private readonly sources: LogSources,
    private readonly options: MissingOptions,
  ) {}

  /** @param onSearched - called after the search for each market, which may have added to the log */
  async look(signal: AbortSignal, onSearched: () => void): Promise<void> {
    await this.#compare()
    await this.#noteEnded()
    const { gaps } = this.sources.intake
    for (const market of this.#searches.keys()) if (!gaps.has(market)) this.#searches.delete(market)
    // Some at a time: a node that hangs takes seconds of each.
    await pLimit(SEARCHES).map([...gaps], async ([market, gap]) => {
      if (signal.aborted || !this.#isTurn(market, gap)) return
      await heal(this.sources, market, gap).catch((error: Error) => {
        this.options.onError(error, 'could not look for the missing events of a market')
      })
      onSearched()
    })
  }

  /** Whether to search for what a market lacks now; if so, the next search is due after a longer pause. */
  #isTurn(market: string, { since }: Gap): boolean {
    const first = { at: since + FIRST_SEARCH_MS, pause: FIRST_SEARCH_MS }
    const { at, pause } = this.#searches.get(market) ?? first
    if (at > Date.now()) return false
    this.#searches.set(market, { at: Date.now() + pause, pause: Math.min(2 * pause, LAST_SEARCH_MS) })
    return true
  }

  async #noteEnded(): Promise<void> {
    if (this.#endsAt > Date.now()) return
    this.#endsAt = Date.now() + (this.options.endsMs ?? ENDS_MS)
    const followed = new Set([...(this.options.numbers?.() ?? [])].map(([address]) => address))
    await noteEnded(this.sources, followed).catch((error: Error) => {
      this.options.onError(error, 'could not look for markets without an account')
    })
  }

  async #compare(): Promise<void> {
    const { db, intake } = this.sources
    // Some again in turn: another replica may have dropped their events.
    let again = COMPARED_AGAIN
    for (const address of this.#verified.keys()) if (again-- > 0) this.#verified.delete(address)
    const changed = new Map<string, number>()
    for (const [address, sequence] of this.options.numbers?.() ?? []) {
      if (this.#verified.get(address) !== sequence) changed.set(address, sequence)
    }
    if (changed.size === 0) return
    const behind = new Set(await behindAccounts(db, changed))
    for (const [address, sequence] of changed) {
      // An account may be reported before the event: it is a gap if the next look finds it too.
      if (behind.has(address) && this.#suspected.has(address)) intake.note(address, sequence)
      else if (behind.has(address)) this.#suspected.add(address)
      else {
        this.#suspected.delete(address)
        this.#verified.set(address, sequence)
        intake.isComplete(address)
      }
    }
  }
}
