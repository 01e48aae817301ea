// The interface through which the log reads the chain.

import type { Market } from '@prediction-market/sdk'

/** A transaction in the chain's list. */
export interface LedgerEntry {
  signature: string
  slot: number
  /** Block time in unix seconds; 0 if not known. */
  time: number
  /** A failed transaction changed nothing. */
  isFailed: boolean
  isFinal: boolean
}

/** One node's list of an account's transactions. */
export interface AccountList {
  entries: LedgerEntry[]
  /** Whether the node has the signature behind which it begins, or has all blocks if it begins with the first of all. */
  isWhole: boolean
}

/** A transaction as the chain stores it. */
export interface LedgerTransaction {
  /** Null if the node stores none. */
  logs: readonly string[] | null
  /** Decodes the instructions; needed only where logs are missing or were truncated. */
  trace: () => InstructionTrace
}

/** What the program did in a transaction. */
export interface InstructionTrace {
  /** The program's instructions in the order in which they ran, including those called by other programs. */
  instructions: readonly TracedInstruction[]
  /** Accounts that the transaction closed, in base58. */
  closed: ReadonlySet<string>
}

/** An instruction of the program. */
export interface TracedInstruction {
  /** In base58. */
  accounts: readonly string[]
  data: Buffer
  /** Base units of tokens that it burned, if it burned any. */
  burned?: bigint
}

/**
 * Whether a transaction is final, and in which slot, or was certainly dropped or failed; `unknown` if the nodes do not
 * know yet.
 */
export type Finality = { state: 'final'; slot: number } | { state: 'dropped' | 'unknown' }

/** The source of the history: a chain, or a recording of one. */
export interface Ledger {
  /** The genesis hash, which identifies the chain. */
  genesis(): Promise<string>
  /**
   * Lists the program's confirmed transactions after the signature `after`, oldest first, in the order of the
   * chain; all of them if it is null. One node's list: what it lacks is found by number.
   *
   * @param sinceSlot - older transactions may be left out, also if `after` is not found
   * @throws Error if no node has a list that goes back to `after`
   */
  list(after: string | null, sinceSlot: number): Promise<LedgerEntry[]>
  readonly nodes: number
  /** Lists the transactions of an account in the same way, on every node; without those that do not answer. */
  listOf(address: string, after: string | null, sinceSlot: number): Promise<AccountList[]>
  /**
   * Reads transactions, in the order of `entries`; an error for each that no node returns.
   *
   * @throws Error if no node answers
   */
  read(entries: readonly LedgerEntry[]): Promise<(LedgerTransaction | Error)[]>
  /** The latest final slot that half of the nodes have reached: one alone may be mistaken, and it is stored. */
  finalSlot(): Promise<number>
  /**
   * Looks up transactions, in the order of `entries`. One is dropped if a majority of the nodes, asked after finality,
   * do not have it, or have it as one that failed.
   */
  finalities(entries: readonly { signature: string; slot: number }[]): Promise<Finality[]>
  /**
   * The time of a block in unix seconds; undefined if no node has it, or not yet.
   *
   * @throws Error if no node answers
   */
  blockTime(slot: number): Promise<number | undefined>
  /** Reads a market and its question; null if its accounts were closed. */
  market(address: string): Promise<{ market: Market; question: string } | null>
  /**
   * The number of the last event of each market, or of the fee vault, by its account: null if it has none, undefined if that
   * cannot be decoded.
   */
  numbers(addresses: readonly string[]): Promise<(number | null | undefined)[]>
  decimals(mint: string): Promise<number>
}
