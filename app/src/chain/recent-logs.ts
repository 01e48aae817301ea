// Keeps the logs of the program's latest transactions, as subscriptions report them.

import type { ProgramEvent } from '@prediction-market/sdk/events'
import { LRUCache } from 'lru-cache'

/** Transactions whose logs are kept. */
const MAX_KEPT = 2_000

/** A confirmed transaction of the program that succeeded, as a node reported it. */
export interface ReportedLogs {
  signature: string
  slot: number
  /** All of them: truncated ones are not kept. */
  logs: readonly string[]
  events: readonly ProgramEvent[]
  /** The bytes of each event. */
  bytes: readonly Uint8Array[]
}

/**
 * The logs of the latest successful transactions, as subscriptions report them: these transactions need not be read
 * from a node.
 */
export class RecentLogs {
  readonly #kept = new LRUCache<string, ReportedLogs>({ max: MAX_KEPT })
  readonly #listeners = new Set<(reported: ReportedLogs) => void>()
  #latestSlot = 0

  /** Takes a report; the same one may come from several subscriptions. */
  add(reported: ReportedLogs): void {
    const known = this.#kept.get(reported.signature)
    if (known?.slot === reported.slot) return
    this.#kept.set(reported.signature, reported)
    this.#latestSlot = Math.max(this.#latestSlot, reported.slot)
    for (const listener of this.#listeners) listener(reported)
  }

  /** A transaction in the block of a slot; on a fork it may have other logs. */
  get(signature: string, slot: number): ReportedLogs | undefined {
    const known = this.#kept.get(signature)
    return known?.slot === slot ? known : undefined
  }

  /** The same, and waits for it up to `ms` if it may still come. */
  wait(signature: string, slot: number, ms: number): Promise<ReportedLogs | undefined> {
    const known = this.get(signature, slot)
    if (known || this.#latestSlot === 0 || slot < this.#latestSlot) return Promise.resolve(known)
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        stop()
        resolve(this.get(signature, slot))
      }
      const stop = this.subscribe((reported) => {
        if (reported.signature === signature) end()
      })
      const timer = setTimeout(end, ms)
    })
  }

  /** @returns a function that unsubscribes */
  subscribe(listener: (reported: ReportedLogs) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
