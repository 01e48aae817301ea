import type { Market } from '@prediction-market/sdk'

/** A transaction of the program in the chain's list. */
export interface Entry {
  signature: string
  slot: number
  /** When its block was made, in unix seconds. */
  time: number
  /** Whether it failed: then it changed nothing. */
  isFailed: boolean
  /** Whether it can no longer be dropped. */
  isFinal: boolean
}

/** What a transaction said, and what it did. */
export interface Transcript {
  logs: readonly string[]
  /** Looked at where the logs were cut. */
  deeds: () => Deeds
}

/** What a transaction did. */
export interface Deeds {
  /** The program's instructions in the order in which they ran, also those that other programs called. */
  calls: readonly Call[]
  /** Accounts that it closed. */
  closed: ReadonlySet<string>
}

/** An instruction of the program. */
export interface Call {
  /** In base58. */
  accounts: readonly string[]
  data: Buffer
}

/**
 * What became of a transaction: it is there for good, it is certainly nowhere on the chain, or that cannot be
 * told now.
 */
export type Fate = 'final' | 'gone' | 'unknown'

/** What the projection is made from: the chain, or a record of it. */
export interface Ledger {
  /** Names the chain: the hash of its genesis. */
  genesis(): Promise<string>
  /**
   * The program's confirmed transactions after one of them, oldest first, in the order in which the chain has
   * them; all of them after `null`.
   *
   * @param sinceSlot - nothing older is needed, also if `after` is not found
   */
  list(after: string | null, sinceSlot: number): Promise<Entry[]>
  /** What transactions said, one for each and in their order. */
  read(entries: readonly Entry[]): Promise<Transcript[]>
  /** The latest slot that can no longer be dropped. */
  finalSlot(): Promise<number>
  /** What became of transactions that the list has not, one for each. */
  fates(entries: readonly { signature: string; slot: number }[]): Promise<Fate[]>
  /** A market and its question as they are now; `null` if it has been closed. */
  market(address: string): Promise<{ market: Market; question: string } | null>
  /** The decimals of a mint. */
  decimals(mint: string): Promise<number>
}
