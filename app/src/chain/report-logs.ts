// Takes reported logs: keeps them, and reports the markets that they close.

import { parseEvents } from '@prediction-market/sdk/events'
import type { PublicKey } from '@solana/web3.js'
import type { AccountListener } from './account-source.ts'
import type { RecentLogs, ReportedLogs } from './recent-logs.ts'

/** Where reported logs go. */
export interface LogReaders {
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
