// The interface of sources of program accounts: RPC nodes, or an operator's stream.

import { parseEvents } from '@prediction-market/sdk/events'
import type { GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import type { FindKnown, ProgramAccounts } from './program-accounts.ts'
import type { RecentLogs, ReportedLogs } from './recent-logs.ts'
import type { RpcNodes } from './rpc-nodes.ts'

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

export interface SourceOptions {
  /** Where lists of all accounts come from. */
  rpc: RpcNodes
  programId: PublicKey
  /** Milliseconds without a new slot after which the next node, or the next stream, is followed. */
  silenceMs: number
  onError: (error: Error, what: string) => void
}

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

interface LogReaders {
  logs: RecentLogs
  programId: PublicKey
  listener: AccountListener
}

/** Takes the logs of a confirmed transaction that succeeded: keeps them, and reports the markets that it has closed. */
export function reportLogs(
  reported: Omit<ReportedLogs, 'events' | 'bytes'>,
  { logs, programId, listener }: LogReaders,
): void {
  const { events, bytes, isTruncated } = parseEvents(reported.logs, programId)
  if (!isTruncated) logs.add({ ...reported, events, bytes })
  for (const { name, data } of events) {
    if (name === 'MarketClosed') listener.onAccount(data.market.toBase58(), null, reported.slot)
  }
}
