import type {
  CurrencyId as Currency,
  Condition as KnownCondition,
  MarketStatus,
  Outcome,
} from '@prediction-market/sdk'
import type { Comparison, Timing } from '@prediction-market/sdk/condition'

// The answers of the gateway, as far as the page reads them. See /docs for their meaning.

export type { Currency, Outcome }

/** A number with the digits that were received, or a number where the browser cannot tell them. */
export type Decimal = string | number

export type ByOutcome = Record<Outcome, Decimal>

export interface MarketSummary {
  id: string
  question: string
  tokenAddress: string | null
  currency: Currency
  status: MarketStatus
  expireAt: string
  odds: ByOutcome
  totalVolume: Decimal
  winningOutcome?: Outcome | null
}

export interface Condition {
  type: KnownCondition['type']
  symbol?: string
  comparison?: Comparison
  target?: Decimal
  timing: Timing
}

export interface MarketOutcome {
  name: Outcome
  odds?: Decimal
  totalStake: Decimal
  refundedStake?: Decimal
}

/** A market; the fields of a decision are there once it is decided. */
export interface Market {
  id: string
  question: string
  tokenAddress: string | null
  details: string
  currency: Currency
  status: MarketStatus
  createdAt: string
  closeAt: string
  expireAt: string
  creator: string
  acceptingBets: boolean
  bettingPeriodSeconds: Decimal
  feePercentage: { burn: Decimal; developer: Decimal }
  totalVolume: Decimal
  condition: Condition
  outcomes: [MarketOutcome, MarketOutcome]
  conditionProgress?: { currentCount: Decimal; target: Decimal; unit: string }
  resolvedAt?: string
  winningOutcome?: Outcome | null
  answer?: Outcome | null
  cancelled?: boolean
  payoutRatio?: ByOutcome
  feesCollected?: { burned: string; developer: string }
}

export interface UnsignedTransaction {
  base64: string
  signers: string[]
}

export interface ProjectedMarket extends Market {
  transaction: UnsignedTransaction
}

export interface ProjectedBet {
  marketId: string
  outcome: Outcome
  transaction: UnsignedTransaction
}

export interface BetConfirmation {
  marketId: string
  message: string
  transactionId: string
}

export interface PendingTransaction {
  transactionId: string
  status: 'pending'
}

export interface TransactionStatus {
  transactionId: string
  status: 'pending' | 'confirmed' | 'finalized' | 'failed' | 'expired' | 'unknown'
  error: string | null
}

export interface Quote {
  odds: ByOutcome
  newOdds: ByOutcome
  payout: Decimal
  payoutRatio: Decimal
  payoutIfMatched: ByOutcome
}

export interface ProjectedClaim {
  marketId: string
  transaction: UnsignedTransaction
}

export interface ProofTransaction {
  transactionId: string
  slot: Decimal
}

export type Evidence =
  | { type: 'price'; account: string }
  | { type: 'attestation'; signatures: { attestor: string }[] }
  | { type: 'state'; accounts: string[] }

export interface DecisionProof {
  marketId: string
  observation: { value: string; exponent: Decimal; observedAt: string; met: boolean } | null
  evidence: Evidence | null
  transactions: {
    created: ProofTransaction
    recorded: ProofTransaction | null
    decided: ProofTransaction
  }
}

export interface PlacedBet {
  id: Decimal
  wallet: string
  outcome: Outcome
  amount: Decimal
  placedAt: string
  transactionId: string
}

export interface HistoryPoint {
  time: string
  odds: ByOutcome
  volume: Decimal
}

export interface Position {
  marketId: string
  question: string
  currency: Currency
  status: MarketStatus
  winningOutcome: Outcome | null
  expireAt: string
  stake: ByOutcome
  openedAt: string
  potentialWinnings: ByOutcome | null
  winnings: Decimal | null
  refund: Decimal | null
  settled: boolean
  settledAt: string | null
  transactionId: string | null
}

export interface Leader {
  rank: Decimal
  wallet: string
  currency: Currency
  profit: Decimal
  volume: Decimal
  bets: Decimal
  decided: Decimal
  won: Decimal
  winRate: Decimal | null
}

export type Scope = 'read' | 'build' | 'bet'

export interface ApiKey {
  id: string
  name: string | null
  scopes: Scope[]
  createdAt: string
  expiresAt: string
  status: 'active' | 'expired' | 'revoked'
}

export interface IssuedKey {
  id: string
  key: string
}

export type Balances = Record<Currency, Decimal>

/** The most that a delegate may stake, at once and in all. */
export interface Limits {
  perBet: Decimal
  total: Decimal
}

/** What an API key may bet from a bankroll. */
export interface DelegateTerms {
  limits: Record<Currency, Limits>
  /** In SOL. */
  maxFee: Decimal
  expiresAt: string
}

export interface Delegate extends DelegateTerms {
  /** Null if another gateway issued the API key. */
  keyId: string | null
  key: string
  spent: Balances
}

export interface Bankroll {
  address: string
  balances: Balances
  delegates: Delegate[]
}

export interface ProjectedBankroll extends Bankroll {
  transaction: UnsignedTransaction
}

export interface Purchase {
  id: Decimal
  wallet: string
  sol: Decimal
  tokens: Decimal
  price: Decimal
  boughtAt: string
  transactionId: string
}

/** The burn auction. Prices are in UTILITY for one SOL. */
export interface Burns {
  burned: { amount: Decimal; byAuction: Decimal; byMarkets: Decimal }
  reserved: { amount: Decimal }
  price: Decimal
  auction: {
    smallestPurchase: Decimal
    largestPurchase: Decimal
    smallestLot: Decimal
    halfLifeSlots: Decimal
    slot: Decimal
    start: { slot: Decimal; price: Decimal; floor: Decimal }
  }
  mintAuthority: string | null
  purchases: Purchase[]
}

export interface ProjectedPurchase {
  sol: Decimal
  tokens: Decimal
  transaction: UnsignedTransaction
}

export interface Config {
  cluster: string
  currencies: { id: Currency; decimals: Decimal; minimumStake: Decimal }[]
  feePercentage: { burn: Decimal; developer: Decimal }
  limits: { questionBytes: Decimal; paused: boolean }
  feeds: string[]
}

interface EventFields {
  id: Decimal
  marketId: string
  question: string
  currency: Currency
  time: string
  wallet: string
  transactionId: string
}

export interface MarketEvent extends EventFields {
  type: 'market'
}

export interface BetEvent extends EventFields {
  type: 'bet'
  outcome: Outcome
  amount: Decimal
  newTotalStake: ByOutcome
  newOdds: ByOutcome
}

export interface PayoutEvent extends EventFields {
  type: 'payout'
  winnings: Decimal
  refund: Decimal
}

export interface ResolutionEvent extends Omit<EventFields, 'wallet'> {
  type: 'resolution'
  status: 'resolved' | 'void'
  winningOutcome: Outcome | null
}

/** A purchase in the burn auction, which belongs to no market. */
export interface BurnEvent extends Omit<Purchase, 'boughtAt'> {
  type: 'burn'
  time: string
}

/** The chain dropped the transaction of an earlier event. */
export interface DroppedEvent extends Pick<EventFields, 'id' | 'marketId' | 'time' | 'transactionId'> {
  type: 'dropped'
  wallet?: string
}

export type WalletEvent = MarketEvent | BetEvent | PayoutEvent | BurnEvent

export type StreamEvent = WalletEvent | ResolutionEvent | DroppedEvent

/** Whether an event belongs to a market. */
export function isOfMarket(event: StreamEvent, id: string): boolean {
  return event.type !== 'burn' && event.marketId === id
}

/** Whether an event belongs to a wallet. */
export function isOfWallet(event: StreamEvent, address: string | undefined): boolean {
  return 'wallet' in event && event.wallet === address
}
