// The interface through which the projector reads the chain.

import type { Market, Stakes } from '@prediction-market/sdk'

/** A transaction of the program in the chain's list. */
export interface LedgerEntry {
  signature: string
  slot: number
  /** Block time in unix seconds. */
  time: number
  /** A failed transaction changed nothing. */
  isFailed: boolean
  isFinal: boolean
}

/** Transactions of the program, oldest first. */
export interface LedgerList {
  /** A confirmed slot up to which the list is complete: the latest one if every node was asked. */
  slot: number
  entries: LedgerEntry[]
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

/** All markets on the chain at a final slot, by address in base58. */
export interface FinalMarkets {
  slot: number
  markets: ReadonlyMap<string, Market>
}

/** An open position on the chain. */
export interface FinalPosition {
  /** In base58. */
  owner: string
  stakes: Stakes
}

/** Whether a transaction is final or was certainly dropped; `unknown` if the nodes do not know yet. */
export type Finality = 'final' | 'dropped' | 'unknown'

/** The source of the history: a chain, or a recording of one. */
export interface Ledger {
  /** The genesis hash, which identifies the chain. */
  genesis(): Promise<string>
  /**
   * Lists the program's confirmed transactions after the signature `after`, oldest first, in the order of the
   * chain; all of them if it is null.
   *
   * @param sinceSlot - older transactions may be left out, also if `after` is not found
   * @param everyNode - whether to merge the lists of all nodes, so that a gap in one of them does not matter
   * @throws Error if no node has a list that goes back to `after`
   */
  list(after: string | null, sinceSlot: number, everyNode: boolean): Promise<LedgerList>
  /**
   * Reads transactions, in the order of `entries`; an error for each that no node returns.
   *
   * @throws Error if no node answers
   */
  read(entries: readonly LedgerEntry[]): Promise<(LedgerTransaction | Error)[]>
  /** The latest final slot. */
  finalSlot(): Promise<number>
  /**
   * Looks up transactions that are missing from the list, in the order of `entries`. One is dropped if a majority
   * of the nodes, asked after finality, do not have it.
   */
  finalities(entries: readonly { signature: string; slot: number }[]): Promise<Finality[]>
  finalMarkets(): Promise<FinalMarkets>
  finalPositions(market: string): Promise<FinalPosition[]>
  /** Which of these accounts a majority of the nodes do not have at a final slot from `slot` on. */
  goneAccounts(addresses: readonly string[], slot: number): Promise<string[]>
  /** Reads a market and its question; null if its accounts were closed. */
  market(address: string): Promise<{ market: Market; question: string } | null>
  /** The decimals of a mint. */
  decimals(mint: string): Promise<number>
}
