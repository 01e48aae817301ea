// Types of the program's accounts. Addresses are of the type `Key`: a `PublicKey` of web3.js, or text in Kit.

import type { Condition } from '../condition/types.ts'
import type {
  Amounts,
  AuctionPrice,
  AuctionSettings,
  DelegateLimits,
  FeeAmounts,
  Observation,
  Outcome,
  RecentStakes,
  SettingsOf,
  Stakes,
  TermsOf,
} from '../shapes.ts'

/** The one configuration of the program. */
export interface ConfigOf<Key> {
  /** Layout of the account. */
  version: number
  admin: Key
  /** Becomes the admin by accepting; `null` if nobody has been named. */
  pendingAdmin: Key | null
  /** The mint of the currency UTILITY. */
  utilityMint: Key
  utilityDecimals: number
  /** The number of attestor sets; new markets take the latest. */
  attestorSets: number
  settings: SettingsOf<Key>
  /** The unix second from which on bets are taken: a minute after the last unpausing; 0 before the first. */
  betsOpenAt: bigint
}

/** Keys whose holders attest facts that no account on chain has. */
export interface AttestorSetOf<Key> {
  /** Layout of the account. */
  version: number
  index: number
  /** How many of the keys must sign the same message: more than two thirds. */
  threshold: number
  keys: Key[]
}

/** Receives the burn shares and the dust of SOL markets, and sells them for utility tokens, which are burned. */
export interface FeeVault {
  /** Layout of the account. */
  version: number
  auction: AuctionSettings
  /** Lamports received from markets so far. */
  received: bigint
  /** Lamports for sale. */
  forSale: bigint
  /** The price in the slot `pricedAt`; see `burnPrice` for the present one. */
  price: AuctionPrice
  pricedAt: bigint
  /** Lamports sold so far. */
  sold: bigint
  /** Base units of the utility token burned for them so far. */
  burned: bigint
  /** The price and the slot of the last purchase; `null` before the first. */
  last: { price: bigint; slot: bigint } | null
  /** The number of the last purchase; 0 before the first. */
  sequence: number
}

/** Two keys that may bet together from a bankroll. */
export interface DelegateOf<Key> {
  /** The key that asks for a bet, and by which the delegate is known. */
  key: Key
  /** The key that must sign as well. */
  cosigner: Key
  limits: DelegateLimits
  /** The sum that this delegate has spent; it never decreases. */
  spent: Amounts
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

/** A market. Times are unix seconds, amounts base units of its currency. */
export interface MarketOf<Key> {
  /** Layout of the account. */
  version: number
  creator: Key
  /** The mint the question is about, if it is about a token. */
  token: Key | null
  /** The mint of the stakes; `null` for SOL. */
  mint: Key | null
  status: MarketStatus
  /** Decimals of the stakes' currency. */
  decimals: number
  escrow: Key
  /** A unix time in milliseconds, unique among the creator's markets. */
  nonce: bigint
  createdAt: bigint
  /** Bets are refused from this second on. */
  closeAt: bigint
  /** The second whose answer counts. */
  expireAt: bigint
  /** When it was decided or voided. */
  resolvedAt: bigint | null
  /** All stakes on Yes and on No; kept after payouts. */
  pools: Stakes
  /** The latest of these stakes, by betting period. */
  recent: RecentStakes
  /** The betting period of the early answer that decided the market; 0 if no stake can be late. */
  latePeriod: bigint
  /** Late stakes on Yes and on No: part of `pools`, refunded in full, excluded from payouts and fees. */
  late: Stakes
  /** Losing stakes that found no opponent: part of `pools`, refunded, excluded from payouts and fees. */
  unmatched: bigint
  /** Paid to settled positions so far. */
  paid: bigint
  /** Fixed by the decision, 0 before. */
  fees: FeeAmounts
  /** The part of `fees` that is still to be collected. */
  feesDue: FeeAmounts
  /** Lamports of the escrow that were its rent at creation, and belong to no stake. */
  escrowRent: bigint
  /** Lamports that recording has earned. */
  recordedReward: bigint
  /** Positions not settled yet. */
  openPositions: number
  /** The number of the last event that changed the market. */
  sequence: number
  terms: TermsOf<Key>
  condition: Condition
  /** The winning side, once the market is resolved. */
  outcome: Outcome | null
  /** The answer, if it is known: the winning side, or in a void market the side without counted stakes. */
  answer: Outcome | null
  /** What decided it; while it is open, a "not met" at expiry that decides No after the proof window. */
  observation: Observation | null
  /**
   * What the condition is compared with or dated by: the token's supply at creation, if nobody could mint more of it; for a
   * migration, the complete bonding curve once recorded; for a change, its reference price once recorded.
   */
  reference: Observation | null
}

/** The text of a market's question. */
export interface QuestionOf<Key> {
  /** Layout of the account. */
  version: number
  market: Key
  text: string
}

/** The stakes of one owner in one market. */
export interface PositionOf<Key> {
  /** Layout of the account. */
  version: number
  market: Key
  owner: Key
  /** Base units on Yes and on No. */
  stakes: Stakes
  /** The latest of these stakes, by betting period. */
  recent: RecentStakes
}
