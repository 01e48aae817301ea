import type { Market } from '@prediction-market/sdk'

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

/** A transaction as the chain stores it. */
export interface LedgerTransaction {
  logs: readonly string[]
  /** Decodes the instructions; needed only where the logs were truncated. */
  trace: () => InstructionTrace
}

/** The program's part in a transaction. */
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

/** Whether a transaction is final or was certainly dropped; `unknown` if the node cannot tell yet. */
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
   */
  list(after: string | null, sinceSlot: number): Promise<LedgerEntry[]>
  /** Reads transactions, in the order of `entries`. */
  read(entries: readonly LedgerEntry[]): Promise<LedgerTransaction[]>
  /** The latest final slot. */
  finalSlot(): Promise<number>
  /** Looks up transactions that are missing from the list, in the order of `entries`. */
  finalities(entries: readonly { signature: string; slot: number }[]): Promise<Finality[]>
  /** Reads a market and its question; null if its accounts were closed. */
  market(address: string): Promise<{ market: Market; question: string } | null>
  /** The decimals of a mint. */
  decimals(mint: string): Promise<number>
}
