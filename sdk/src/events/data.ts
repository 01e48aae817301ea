import type { PublicKey } from '@solana/web3.js'
import { decodeCondition } from '../condition/encode.ts'
import type { Condition } from '../condition/types.ts'
import { capitalize, type RawEvent, type RawEvents } from '../program.ts'
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
  BetPlaced: {
    market: PublicKey
    owner: PublicKey
    outcome: Outcome
    amount: bigint
    /** The market's pools after the bet. */
    pools: Stakes
    /** The owner's stakes after the bet. */
    stakes: Stakes
    placedAt: bigint
  }
  MarketResolved: {
    market: PublicKey
    outcome: Outcome
    /** `null` if the proof window passed without a proof. */
    observation: Observation | null
    pools: Stakes
    fees: FeeAmounts
    resolvedAt: bigint
  }
  /** Every stake is refunded: nobody had staked on the answer, or nobody decided the market in time. */
  MarketVoided: {
    market: PublicKey
    /** The answer, if there was one. */
    observation: Observation | null
    pools: Stakes
    voidedAt: bigint
  }
  FeesCollected: { market: PublicKey; mint: PublicKey | null; fees: FeeAmounts; treasury: PublicKey }
  PositionSettled: {
    market: PublicKey
    owner: PublicKey
    stakes: Stakes
    payout: bigint
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
  BetPlaced: (raw) => ({
    market: raw.market,
    owner: raw.owner,
    outcome: toOutcome(raw.outcome),
    amount: toBigInt(raw.amount),
    pools: toStakes(raw.pools),
    stakes: toStakes(raw.stakes),
    placedAt: toBigInt(raw.placedAt),
  }),
  MarketResolved: (raw) => ({
    market: raw.market,
    outcome: toOutcome(raw.outcome),
    observation: toObservation(raw.observation),
    pools: toStakes(raw.pools),
    fees: toFees(raw.fees),
    resolvedAt: toBigInt(raw.resolvedAt),
  }),
  MarketVoided: (raw) => ({
    market: raw.market,
    observation: toObservation(raw.observation),
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
