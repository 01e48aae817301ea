// The interface of sources of program accounts: RPC nodes, or an operator's stream.

import type { GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import type { FindKnown, ProgramAccounts } from './program-accounts.ts'

/** A source of the program's accounts: RPC nodes, or an operator's own stream such as Geyser. */
export interface AccountSource {
  /**
   * Reads all accounts of the program that match the filters, as they are confirmed at one slot.
   *
   * @param findKnown - saves the memory of a long answer; a source that has all accounts in memory need not call it
   */
  read(filters: GetProgramAccountsFilter[], findKnown?: FindKnown): Promise<ProgramAccounts>
  /**
   * Reports changes of accounts that match the filters, and slots, until it is stopped.
   *
   * @param others - more accounts of the program to report; they are read now and then too
   */
  follow(
    filters: GetProgramAccountsFilter[],
    listener: AccountListener,
    others?: readonly PublicKey[],
  ): { stop(): void }
}

/** Receives account updates. */
export interface AccountListener {
  /**
   * An account as it is confirmed at a slot. States of one account may arrive in any order, and more than once.
   *
   * @param address - in base58
   * @param data - `null` if the program no longer has the account; this need not be reported
   */
  onAccount(address: string, data: Buffer | null, slot: number): void
  /** Changes may have been missed, which are looked for. Called at least once, when the updates begin. */
  onGap(): void
  /** The latest processed slot, at least once every few seconds: without it the view counts as stale. */
  onSlot(slot: number): void
}
