import type { PublicKey } from '@solana/web3.js'
import type { RawEvent, RawEvents } from '../coder.ts'
import { decodeCondition } from '../condition/encode.ts'
import type { Condition } from '../condition/types.ts'
import { capitalize } from '../program.ts'
import {
  type Amounts,
  type AuctionSettings,
  type DelegateLimits,
  type FeeAmounts,
  type Observation,
  type Outcome,
  type Settings,
  type Stakes,
  type Terms,
  toAddress,
  toAmounts,
  toAuction,
  toBigInt,
  toFees,
  toLimits,
  toObservation,
  toOutcome,
  toSettings,
  toStakes,
  toTerms,
} from '../values.ts'

/** The data of each event. Times are unix seconds, amounts base units. */
export interface EventData {
  ConfigInitialized: {
    admin: PublicKey
    utilityMint: PublicKey
    settings: Settings
    auction: AuctionSettings
  }
  ConfigUpdated: { settings: Settings; pendingAdmin: PublicKey | null }
  AdminAccepted: { admin: PublicKey }
  AttestorSetCreated: { index: number; threshold: number; keys: PublicKey[] }
  MarketCreated: {
    market: PublicKey
    creator: PublicKey
    question: string
    token: PublicKey | null
    /** `null` for SOL. */
    mint: PublicKey | null
    createdAt: bigint
    closeAt: bigint
    expireAt: bigint
    terms: Terms
    condition: Condition
  }
  /** A market without stakes was taken back by its creator. */
  MarketCancelled: { market: PublicKey; cancelledAt: bigint }
  BetPlaced: {
    market: PublicKey
    owner: PublicKey
    outcome: Outcome
    amount: bigint
    /** The market's pools after the bet. */
    pools: Stakes
    /** The owner's stakes after the bet. */
    stakes: Stakes
    /** Number of the betting period it was placed in. */
    period: bigint
    placedAt: bigint
  }
  /**
   * The condition was not met at expiry: No follows at the end of the proof window, unless an early Yes is shown. Or a
   * bonding curve was complete: it dates the stakes that are late for its migration. Or it is the price that a change
   * begins with.
   */
  ObservationRecorded: {
    market: PublicKey
    observation: Observation
    recordedAt: bigint
    kind: 'notMet' | 'curve' | 'reference'
    /** Who showed it, and the lamports that they earned. */
    keeper: PublicKey
    reward: bigint
  }
  MarketResolved: {
    market: PublicKey
    outcome: Outcome
    /** What decided it. */
    observation: Observation | null
    pools: Stakes
    /** Number of the period of the news that decided; 0 if no stake can have been late. */
    latePeriod: bigint
    /** Those of the stakes that came too late, and go back. */
    late: Stakes
    fees: FeeAmounts
    resolvedAt: bigint
    /** Who decided it, and the lamports that they earned. */
    keeper: PublicKey
    reward: bigint
  }
  /** Every stake is refunded: nobody counted on the answer, or there was none in time. */
  MarketVoided: {
    market: PublicKey
    /** The answer, if it was known. */
    answer: Outcome | null
    /** What was observed, if anything was. */
    observation: Observation | null
    pools: Stakes
    voidedAt: bigint
    /** Who voided it, and the lamports that they earned. */
    keeper: PublicKey
    reward: bigint
  }
  FeesCollected: {
    market: PublicKey
    /** `null` for SOL. */
    mint: PublicKey | null
    /** The shares that were taken now; 0 for a share that was not. */
    fees: FeeAmounts
    treasury: PublicKey
    /** Whether the developer share went the way of the burn share: the treasury could not be paid for 30 days. */
    developerBurned: boolean
  }
  PositionSettled: {
    market: PublicKey
    owner: PublicKey
    stakes: Stakes
    /** For stakes that counted: the winning ones and their share of the losing pool. */
    payout: bigint
    /** Late stakes, or all stakes of a void market. */
    refund: bigint
    /** The wallet or token account that was paid. */
    recipient: PublicKey
    /** Lamports that whoever settled it earned; 0 for a claim. */
    reward: bigint
  }
  /** The recipient cannot be paid now; the position stays open. */
  PositionSkipped: { market: PublicKey; position: PublicKey }
  MarketClosed: {
    market: PublicKey
    paid: bigint
    fees: FeeAmounts
    /** The remainder of rounding. */
    dust: bigint
    /** Who closed it, and the lamports that they earned. */
    keeper: PublicKey
    reward: bigint
  }
  /** Somebody bought SOL of the fee vault, and their tokens were burned. */
  TokensBurned: {
    buyer: PublicKey
    lamports: bigint
    tokens: bigint
    /** Token base units for one SOL, with 32 fractional bits. */
    price: bigint
    /** Lamports that are left for sale. */
    forSale: bigint
    slot: bigint
  }
  /** Money was put into a bankroll; `mint` is `null` for SOL. */
  BankrollDeposited: { owner: PublicKey; mint: PublicKey | null; amount: bigint }
  /** Money was taken out of a bankroll by its owner. */
  BankrollWithdrawn: { owner: PublicKey; mint: PublicKey | null; amount: bigint }
  /** A delegate was named, changed or, without limits, ended. */
  DelegateSet: { owner: PublicKey; key: PublicKey; cosigner: PublicKey; limits: DelegateLimits | null }
  /** A bankroll paid for a bet; `BetPlaced` comes before it. */
  BankrollBet: {
    market: PublicKey
    owner: PublicKey
    /** The owner, or the delegate's key. */
    signer: PublicKey
    /** All that left the bankroll. */
    spent: Amounts
    /** Lamports among it that the cosigner got. */
    fee: bigint
    requestId: bigint
  }
  BankrollClosed: { owner: PublicKey }
}

/** The name of an event. */
export type EventName = keyof EventData

/** An event of the program; the type of `data` follows from its name. */
export type ProgramEvent = { [Name in EventName]: { name: Name; data: EventData[Name] } }[EventName]

type Decoders = { [Name in EventName]: (raw: RawEvents[Uncapitalize<Name>]) => EventData[Name] }

const DECODERS: Decoders = {
  ConfigInitialized: ({ admin, utilityMint, settings, auction }) => ({
    admin,
    utilityMint,
    settings: toSettings(settings),
    auction: toAuction(auction),
  }),
  ConfigUpdated: ({ settings, pendingAdmin }) => ({
    settings: toSettings(settings),
    pendingAdmin: toAddress(pendingAdmin),
  }),
  AdminAccepted: ({ admin }) => ({ admin }),
  AttestorSetCreated: ({ index, threshold, keys }) => ({ index, threshold, keys }),
  MarketCreated: (raw) => ({
    market: raw.market,
    creator: raw.creator,
    question: raw.question,
    token: toAddress(raw.token),
    mint: toAddress(raw.mint),
    createdAt: toBigInt(raw.createdAt),
    closeAt: toBigInt(raw.closeAt),
    expireAt: toBigInt(raw.expireAt),
    terms: toTerms(raw.terms),
    condition: decodeCondition(raw.condition),
  }),
  MarketCancelled: ({ market, cancelledAt }) => ({ market, cancelledAt: toBigInt(cancelledAt) }),
  BetPlaced: (raw) => ({
    market: raw.market,
    owner: raw.owner,
    outcome: toOutcome(raw.outcome),
    amount: toBigInt(raw.amount),
    pools: toStakes(raw.pools),
    stakes: toStakes(raw.stakes),
    period: toBigInt(raw.period),
    placedAt: toBigInt(raw.placedAt),
  }),
  ObservationRecorded: (raw) => ({
    market: raw.market,
    observation: toObservation(raw.observation),
    recordedAt: toBigInt(raw.recordedAt),
    kind: raw.kind.curve ? 'curve' : raw.kind.reference ? 'reference' : 'notMet',
    keeper: raw.keeper,
    reward: toBigInt(raw.reward),
  }),
  MarketResolved: (raw) => ({
    market: raw.market,
    outcome: toOutcome(raw.outcome),
    observation: raw.observation && toObservation(raw.observation),
    pools: toStakes(raw.pools),
    latePeriod: toBigInt(raw.latePeriod),
    late: toStakes(raw.late),
    fees: toFees(raw.fees),
    resolvedAt: toBigInt(raw.resolvedAt),
    keeper: raw.keeper,
    reward: toBigInt(raw.reward),
  }),
  MarketVoided: (raw) => ({
    market: raw.market,
    answer: raw.answer && toOutcome(raw.answer),
    observation: raw.observation && toObservation(raw.observation),
    pools: toStakes(raw.pools),
    voidedAt: toBigInt(raw.voidedAt),
    keeper: raw.keeper,
    reward: toBigInt(raw.reward),
  }),
  FeesCollected: ({ market, mint, fees, treasury, developerBurned }) => ({
    market,
    mint: toAddress(mint),
    fees: toFees(fees),
    treasury,
    developerBurned,
  }),
  PositionSettled: (raw) => ({
    market: raw.market,
    owner: raw.owner,
    stakes: toStakes(raw.stakes),
    payout: toBigInt(raw.payout),
    refund: toBigInt(raw.refund),
    recipient: raw.recipient,
    reward: toBigInt(raw.reward),
  }),
  PositionSkipped: ({ market, position }) => ({ market, position }),
  MarketClosed: ({ market, paid, fees, dust, keeper, reward }) => ({
    market,
    paid: toBigInt(paid),
    fees: toFees(fees),
    dust: toBigInt(dust),
    keeper,
    reward: toBigInt(reward),
  }),
  TokensBurned: (raw) => ({
    buyer: raw.buyer,
    lamports: toBigInt(raw.lamports),
    tokens: toBigInt(raw.tokens),
    price: toBigInt(raw.price),
    forSale: toBigInt(raw.forSale),
    slot: toBigInt(raw.slot),
  }),
  BankrollDeposited: ({ owner, mint, amount }) => ({
    owner,
    mint: toAddress(mint),
    amount: toBigInt(amount),
  }),
  BankrollWithdrawn: ({ owner, mint, amount }) => ({
    owner,
    mint: toAddress(mint),
    amount: toBigInt(amount),
  }),
  DelegateSet: ({ owner, key, cosigner, limits }) => ({
    owner,
    key,
    cosigner,
    limits: limits && toLimits(limits),
  }),
  BankrollBet: (raw) => ({
    market: raw.market,
    owner: raw.owner,
    signer: raw.signer,
    spent: toAmounts(raw.spent),
    fee: toBigInt(raw.fee),
    requestId: toBigInt(raw.requestId),
  }),
  BankrollClosed: ({ owner }) => ({ owner }),
}

/** Converts an event from Anchor's coder; `null` for one that this version does not know. */
export function decodeEventData({ name, data }: RawEvent): ProgramEvent | null {
  const pascal = capitalize(name)
  if (!Object.hasOwn(DECODERS, pascal)) return null
  const decode = DECODERS[pascal as EventName] as (raw: object) => object
  return { name: pascal, data: decode(data) } as ProgramEvent
}
