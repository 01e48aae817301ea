import { decisionDue } from '@prediction-market/sdk'
import type { MarketBook } from '../book/book.ts'
import type { BookEntry } from '../book/entry.ts'
import { forEachInSlices } from '../runtime/slices.ts'
import { hasFeesDue } from './due.ts'

/** Open, decision is due, decided and not paid out, paid out. */
export type MarketState = 'open' | 'overdue' | 'unpaid' | 'done'

/** Counts markets by their state, without decoding them again. */
export class MarketCounts {
  /** Of an open market the second at which its decision is due. */
  readonly #states = new Map<string, number | 'unpaid' | 'done'>()

  constructor(book: MarketBook) {
    book.onChange((entry, before) => this.#take(entry, before))
    forEachInSlices(book.entries(), (entry) => this.#take(entry, undefined))
  }

  /**
   * The markets of each state, and the seconds that the oldest decision has been due; 0 if none is.
   *
   * @param now - the chain's time, in unix seconds
   */
  async count(now: bigint): Promise<{ states: Map<MarketState, number>; oldestOverdue: number }> {
    const time = Number(now)
    const states = new Map<MarketState, number>([
      ['open', 0],
      ['overdue', 0],
      ['unpaid', 0],
      ['done', 0],
    ])
    let oldestOverdue = 0
    await forEachInSlices(this.#states.values(), (known) => {
      if (typeof known === 'number') oldestOverdue = Math.max(oldestOverdue, time - known)
      const state = typeof known !== 'number' ? known : time < known ? 'open' : 'overdue'
      states.set(state, (states.get(state) ?? 0) + 1)
    })
    return { states, oldestOverdue }
  }

  #take(entry: BookEntry | undefined, before: BookEntry | undefined): void {
    if (!entry) {
      this.#states.delete(before?.id ?? '')
      return
    }
    const { id, market } = entry
    const isPaid = market.openPositions === 0 && !hasFeesDue(market)
    this.#states.set(id, market.status === 'open' ? Number(decisionDue(market)) : isPaid ? 'done' : 'unpaid')
  }
}
