// Types of the program's accounts. Addresses are of the type `Key`: a `PublicKey` of web3.js, or text in Kit.

import type { Condition } from '../condition/types.ts'
import type { Raw } from '../raw.ts'
import type * as values from '../shapes.ts'

/** The one configuration of the program. */
export type ConfigOf<Key> = Omit<Raw<'config', Key>, 'pendingAdmin' | 'reserved'> & {
  /** Becomes the admin by accepting; `null` if nobody has been named. */
  pendingAdmin: Key | null
}

/** Keys whose holders attest facts that no account on chain has. */
export type AttestorSetOf<Key> = Omit<Raw<'attestorSet', Key>, 'reserved'>

/** Receives the burn shares and the dust of SOL markets, and sells them for utility tokens, which are burned. */
export type FeeVault = Omit<Raw<'feeVault', never>, 'lastPrice' | 'lastSlot' | 'reserved'> & {
  /** The price and the slot of the last purchase; `null` before the first. */
  last: { price: bigint; slot: bigint } | null
}

/** Two keys that may bet together from a bankroll. */
export interface DelegateOf<Key> extends Pick<Raw<'delegate', Key>, 'key' | 'cosigner'> {
  limits: values.DelegateLimits
  /** The sum that this delegate has spent; it never decreases. */
  spent: values.Amounts
}

/** The money that an owner has put aside for bets. Its balances are those of its account and its token accounts. */
export interface BankrollOf<Key> {
  /** Layout of the account. */
  version: number
  owner: Key
  /** Up to four. */
  delegates: DelegateOf<Key>[]
}

/** `void`: no winner, every stake is refunded. */
export type MarketStatus = 'open' | 'resolved' | 'void'

/** Every status, in the program's order. */
export const STATUSES: readonly MarketStatus[] = ['open', 'resolved', 'void']

/** The fields of a market that have another form than in the IDL, or are stored in another way. */
interface Converted<Key> {
  /** The mint the question is about, if it is about a token. */
  token: Key | null
  /** The mint of the stakes; `null` for SOL. */
  mint: Key | null
  status: MarketStatus
  /** When it was decided or voided. */
  resolvedAt: bigint | null
  /** All stakes on Yes and on No; kept after payouts. */
  pools: values.Stakes
  /** The latest of these stakes, by betting period. */
  recent: values.RecentStakes
  /** Late stakes on Yes and on No: part of `pools`, refunded in full, excluded from payouts and fees. */
  late: values.Stakes
  condition: Condition
  /** The answer, if it is known: the winning side, or in a void market the side without counted stakes. */
  answer: values.Outcome | null
  /** What decided it; while it is open, a "not met" at expiry that decides No after the proof window. */
  observation: values.Observation | null
  /**
   * What the condition is compared with or dated by: the token's supply at creation, if nobody could mint more of it; for a
   * migration, the complete bonding curve once recorded; for a change, its reference price once recorded.
   */
  reference: values.Observation | null
}

/** How the program stores what other fields say, and padding. */
type StoredOnly = `${string}Collected` | `${string}Bump` | 'poolBumps' | `padding${string}` | 'reserved'

/** A market. Times are unix seconds, amounts base units of its currency. The IDL documents the fields that it has too. */
export interface MarketOf<Key>
  extends Omit<Raw<'market', Key>, keyof Converted<Key> | StoredOnly>,
    Converted<Key> {
  /** The part of `fees` that is still to be collected. */
  feesDue: values.FeeAmounts
  /** The winning side, once the market is resolved. */
  outcome: values.Outcome | null
}

/** The text of a market's question. */
export type QuestionOf<Key> = Omit<Raw<'question', Key>, 'reserved'>

/** The stakes of one owner in one market. */
export interface PositionOf<Key>
  extends Omit<Raw<'position', Key>, 'stakes' | 'recent' | 'padding' | 'reserved'> {
  /** Base units on Yes and on No. */
  stakes: values.Stakes
  /** The latest of these stakes, by betting period. */
  recent: values.RecentStakes
}
