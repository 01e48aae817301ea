import type { Stakes } from '@prediction-market/sdk'
import type { RestEvent } from '@prediction-market/sdk/rest'

/** A side of a market. */
export type Side = 'Yes' | 'No'

/** Something that was reported to a client for certain. Amounts are base units. */
export type Report =
  /** A bet was placed, with the pools after it. */
  | {
      what: 'bet'
      signature: string
      market: string
      owner: string
      outcome: Side
      amount: bigint
      pools: Stakes
    }
  /** A market was created. */
  | { what: 'market'; signature: string; market: string; creator: string }
  /** A transaction is on the chain. */
  | { what: 'confirmed'; signature: string }
  /** A transaction had no effect and will have none. */
  | { what: 'failed'; signature: string; reason: string }
  /** A request under an `Idempotency-Key` was refused for good. */
  | { what: 'refused'; owner: string; key: string; reason: string }
  /** A position was paid. */
  | {
      what: 'payout'
      market: string
      owner: string
      winnings: bigint
      refund: bigint
      signature: string | null
    }

/** A bet that a client asked for under an `Idempotency-Key`. */
export interface Keyed {
  owner: string
  key: string
  market: string
  outcome: Side
  amount: bigint
  /** The transaction of the answer; `null` if there was none. */
  signature: string | null
}

/** Everything that clients asked for and received. */
export class Journal {
  readonly reported: Report[] = []
  readonly keyed: Keyed[] = []
  /** Events of each stream, in the order in which they came. */
  readonly streams: RestEvent[][] = []
  /** Transactions that clients have sent, and whose they are. */
  readonly sent = new Map<string, { bytes: string; owner: string }>()
  requests = 0

  report(reported: Report): void {
    this.reported.push(reported)
  }
}
