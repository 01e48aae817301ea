import type { GetProgramAccountsFilter } from '@solana/web3.js'
import type { FindKnown, ProgramAccounts } from './program-accounts.ts'

/** Where the accounts of the program come from: RPC nodes, or a stream of an operator's own such as Geyser. */
export interface AccountSource {
  /**
   * Reads all accounts of the program that match the filters, as they are confirmed at one slot.
   *
   * @param findKnown - saves the memory of a long answer; a source that has all accounts in memory need not call it
   */
  read(filters: GetProgramAccountsFilter[], findKnown?: FindKnown): Promise<ProgramAccounts>
  /** Reports changes of accounts that match the filters, and slots, until it is stopped. */
  follow(filters: GetProgramAccountsFilter[], listener: AccountListener): { stop(): void }
}

/** Is told what happens to accounts. */
export interface AccountListener {
  /**
   * An account as it is confirmed at a slot. States of one account may come in any order, and more than once.
   *
   * @param address - in base58
   * @param data - `null` if the program has no such account any more; this need not be reported
   */
  onAccount(address: string, data: Buffer | null, slot: number): void
  /** Changes may have been missed: all accounts are read again. Called at least once, when the reports begin. */
  onGap(): void
  /** The latest processed slot, at least once every few seconds: without it the view counts as stale. */
  onSlot(slot: number): void
}
