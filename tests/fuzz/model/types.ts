import type { DecisionSituation, Timing } from '../../../tools/vectors/decision-model.ts'
import type { Address } from '../chain/address.ts'
import type { Extension } from '../chain/data.ts'

// The model's own picture of the chain, written from the design. It keeps every single bet, and computes late
// stakes, payouts and fees from that list; the program keeps sums and the stakes of three periods only.

export type Metric = DecisionSituation['metric']
export type { Timing }

/** 0 for Yes, 1 for No. */
export type Side = 0 | 1
export type Pair = [bigint, bigint]

export interface Settings {
  treasury: Address
  receiver: Address
  burnBps: number
  developerBps: number
  minimumSol: bigint
  minimumUtility: bigint
  decideReward: bigint
  settleReward: bigint
  maxDuration: number
  proofWindow: number
  voidDelay: number
  feedVoidDelay: number
  shortestPeriod: number
  shortestAttestedPeriod: number
  closeMargin: number
  confidenceBps: number
  paused: boolean
}

export interface Condition {
  metric: Metric
  /** 0 above, 1 at least, 2 below, 3 at most. */
  comparison: number
  mantissa: bigint
  exponent: number
  timing: Timing
  /** Of a change: the second of the price that it begins with; 0 otherwise. */
  referenceAt: number
}

export interface Bet {
  owner: Address
  side: Side
  amount: bigint
  at: number
}

export interface Terms {
  receiver: Address
  decideReward: bigint
  settleReward: bigint
  rewardStake: bigint
  proofWindow: number
  voidDelay: number
  period: number
  closeMargin: number
  burnBps: number
  developerBps: number
  confidenceBps: number
  attestorSet: number
  /** Hundredths; 0 for none. */
  maxRatio: number
}

export interface Market {
  id: number
  creator: Address
  nonce: bigint
  address: Address
  question: Address
  questionBytes: number
  escrow: Address
  isSol: boolean
  token: number | null
  condition: Condition
  createdAt: number
  closeAt: number
  expireAt: number
  terms: Terms
  bets: Bet[]
  /** Owners of positions that have not been settled. */
  open: Set<Address>
  status: 'open' | 'resolved' | 'void' | 'gone'
  answer: Side | null
  /** The supply when it was opened, if it could only fall from then on. */
  firstSupply: bigint | null
  /** The second in which a complete bonding curve was recorded. */
  curveAt: number | null
  /** The first price of a change, once it is recorded. */
  reference: { at: number; value: bigint; exponent: number } | null
  /** "Not met" at expiry, and the second that stakes are checked against. */
  recorded: { asOf: number | null } | null
  /** What decided it, or will at the end of the proof window. */
  observation: Observation | null
  asOf: number | null
  resolvedAt: number
  /** Losing stakes that found no opponent. */
  unmatched: bigint
  fees: { burn: bigint; developer: bigint }
  due: { burn: bigint; developer: bigint }
  paid: bigint
  /** What left the escrow for each owner, so that nobody is paid twice. */
  payouts: Map<Address, bigint>
  /** What each of its own steps earned, so that none is paid twice. */
  rewards: Map<Reward, bigint>
  /** The number of its last event. */
  sequence: number
}

/** A step that earns something once. */
export type Reward = 'record' | 'decide' | 'close'

export interface Observation {
  at: number
  isMet: boolean
  /** Not so for an update that is too late, too wide or not positive. */
  hasValue: boolean
}

export interface Limits {
  perBet: Pair
  total: Pair
  maxFee: bigint
  expiresAt: number
}

export interface Delegate {
  key: Address
  cosigner: Address
  limits: Limits
  spent: Pair
}

export interface Bankroll {
  owner: Address
  address: Address
  tokens: Address
  isOpen: boolean
  delegates: Delegate[]
}

export interface Vault {
  halfLife: number
  smallestLot: bigint
  price: bigint
  floor: bigint
  pricedAt: number
  forSale: bigint
  received: bigint
  sold: bigint
  burned: bigint
  /** The number of the last purchase. */
  sequence: number
}

export interface TokenAccount {
  owner: Address
  amount: bigint
  /** `delegated`, `closable`: open, but somebody else may take what is in it, or close it. */
  state: 'open' | 'delegated' | 'closable' | 'frozen' | 'closed'
}

/** A token that markets are about. */
export interface Subject {
  mint: Address
  curve: Address
  pool: Address
  decimals: number
  supply: bigint
  hasAuthority: boolean
  extension: Extension | null
  /** Whether the accounts are what they should be. */
  isMint: boolean
  curveState: 'good' | 'missing' | 'foreign' | 'malformed' | 'short'
  isComplete: boolean
  poolState: 'good' | 'missing' | 'foreign' | 'malformed'
}

export interface AttestorSet {
  address: Address
  /** Indices of the attestors' keys. */
  keys: number[]
}
