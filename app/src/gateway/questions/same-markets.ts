// Finds open markets that ask the same.

import type { Condition } from '@prediction-market/sdk'
import type { MarketBook } from '../../book/book.ts'
import type { BookEntry } from '../../book/entry.ts'
import { forEachInSlices } from '../../runtime/slices.ts'

/** The most markets in an answer. */
const MOST = 5

/** Open markets by what they ask, to find them without reading the whole book. */
export class SameMarkets {
  readonly #byMeaning = new Map<string, Set<string>>()
  readonly #book: MarketBook

  constructor(book: MarketBook) {
    this.#book = book
    book.onChange((entry, before) => {
      if (entry?.status === before?.status) return
      if (before?.status === 'open') this.#remove(before)
      if (entry?.status === 'open') this.#add(entry)
    })
    void forEachInSlices([...book.find({ status: 'open' }, 'newest')], (entry) => {
      if (book.get(entry.id)?.status === 'open') this.#add(entry)
    })
  }

  /** Open markets with the same condition about the same token, those that expire at about the same time first. */
  find(condition: Condition, question: string, tokenAddress: string | null, expireAt: number): BookEntry[] {
    const ids = this.#byMeaning.get(meaningOf(condition, question, tokenAddress)) ?? []
    const distance = (entry: BookEntry) => Math.abs(entry.expireAt - expireAt)
    return [...ids]
      .flatMap((id) => this.#book.get(id) ?? [])
      .sort((one, other) => distance(one) - distance(other))
      .slice(0, MOST)
  }

  #add(entry: BookEntry): void {
    const meaning = meaningOf(entry.market.condition, entry.question, entry.token)
    const ids = this.#byMeaning.get(meaning)
    if (ids) ids.add(entry.id)
    else this.#byMeaning.set(meaning, new Set([entry.id]))
  }

  #remove(entry: BookEntry): void {
    const meaning = meaningOf(entry.market.condition, entry.question, entry.token)
    const ids = this.#byMeaning.get(meaning)
    ids?.delete(entry.id)
    if (ids?.size === 0) this.#byMeaning.delete(meaning)
  }
}

/** What a market asks: its condition, or the words of its question if attestors decide it. */
function meaningOf(condition: Condition, question: string, token: string | null): string {
  const parts = Object.entries(condition).map(([field, value]) => `${field}=${value}`)
  const words = condition.type === 'event' ? question.toLowerCase().replace(/\s+/g, ' ').trim() : ''
  return [token, ...parts.sort(), words].join('|')
}
