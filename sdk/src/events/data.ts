import type { PublicKey } from '@solana/web3.js'
import type { RawEvent, RawEvents } from '../coder.ts'
import { decodeCondition } from '../condition/encode.ts'
import type { Condition } from '../condition/types.ts'
import { capitalize } from '../program.ts'
import {
  type FeeAmounts,
  type Observation,
  type Outcome,
  type Settings,
  type Stakes,
  type Terms,
  toAddress,
  toBigInt,
  toFees,
  toObservation,
  toOutcome,
  toSettings,
  toStakes,
  toTerms,
} from '../values.ts'

/** The data of each event. Times are unix seconds, amounts base units. */
export interface EventData {
  ConfigInitialized: { admin: PublicKey; utilityMint: PublicKey; settings: Settings }
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
  /** The condition was not met at expiry: No follows at the end of the proof window, unless an early Yes is shown. */
  ObservationRecorded: { market: PublicKey; observation: Observation; recordedAt: bigint }
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
  }
  FeesCollected: {
    market: PublicKey
    /** `null` for SOL. */
    mint: PublicKey | null
    /** The shares that were taken now; 0 for a share that was not. */
    fees: FeeAmounts
    treasury: PublicKey
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
  }
  /** The recipient cannot be paid now; the position stays open. */
  PositionSkipped: { market: PublicKey; position: PublicKey }
  MarketClosed: {
    market: PublicKey
    paid: bigint
    fees: FeeAmounts
    /** The remainder of rounding. */
    dust: bigint
  }
}

/** The name of an event. */
export type EventName = keyof EventData

/** An event of the program; the type of `data` follows from its name. */
export type ProgramEvent = { [Name in EventName]: { name: Name; data: EventData[Name] } }[EventName]

type Decoders = { [Name in EventName]: (raw: RawEvents[Uncapitalize<Name>]) => EventData[Name] }

const DECODERS: Decoders = {
  ConfigInitialized: ({ admin, utilityMint, settings }) => ({
    admin,
    utilityMint,
    settings: toSettings(settings),
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
  }),
  MarketVoided: (raw) => ({
    market: raw.market,
    answer: raw.answer && toOutcome(raw.answer),
    observation: raw.observation && toObservation(raw.observation),
    pools: toStakes(raw.pools),
    voidedAt: toBigInt(raw.voidedAt),
  }),
  FeesCollected: ({ market, mint, fees, treasury }) => ({
    market,
    mint: toAddress(mint),
    fees: toFees(fees),
    treasury,
  }),
  PositionSettled: (raw) => ({
    market: raw.market,
    owner: raw.owner,
    stakes: toStakes(raw.stakes),
    payout: toBigInt(raw.payout),
    refund: toBigInt(raw.refund),
    recipient: raw.recipient,
  }),
  PositionSkipped: ({ market, position }) => ({ market, position }),
  MarketClosed: ({ market, paid, fees, dust }) => ({
    market,
    paid: toBigInt(paid),
    fees: toFees(fees),
    dust: toBigInt(dust),
  }),
}

/** Converts an event from Anchor's coder; `null` for one that this version does not know. */
export function decodeEventData({ name, data }: RawEvent): ProgramEvent | null {
  const pascal = capitalize(name)
  if (!Object.hasOwn(DECODERS, pascal)) return null
  const decode = DECODERS[pascal as EventName] as (raw: object) => object
  return { name: pascal, data: decode(data) } as ProgramEvent
}
