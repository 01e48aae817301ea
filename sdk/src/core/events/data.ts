// The program's events: their data, and their decoder for any type of address.

import { decodeCondition } from '../condition/encode.ts'
import type { Condition } from '../condition/types.ts'
import { capitalize } from '../program.ts'
import type { Raw } from '../raw.ts'
import {
  type Amounts,
  type AnyKey,
  type AuctionSettings,
  type DelegateLimits,
  type FeeAmounts,
  type Observation,
  type Outcome,
  type SettingsOf,
  type Stakes,
  type TermsOf,
  toAddress,
  toAmounts,
  toLimits,
  toOutcome,
  toStakes,
} from '../shapes.ts'
import type { Codec, Library } from '../wire.ts'

/** The data of each event. Times are unix seconds, amounts base units. */
export interface EventDataOf<Key> {
  ConfigInitialized: {
    admin: Key
    utilityMint: Key
    settings: SettingsOf<Key>
    auction: AuctionSettings
  }
  ConfigUpdated: { settings: SettingsOf<Key>; pendingAdmin: Key | null }
  AdminAccepted: { admin: Key }
  AttestorSetCreated: { index: number; threshold: number; keys: Key[] }
  MarketCreated: {
    market: Key
    /** Number of this event among those of the market. */
    sequence: number
    creator: Key
    question: string
    token: Key | null
    /** `null` for SOL. */
    mint: Key | null
    createdAt: bigint
    closeAt: bigint
    expireAt: bigint
    terms: TermsOf<Key>
    condition: Condition
  }
  /** A market without stakes was taken back by its creator. */
  MarketCancelled: { market: Key; sequence: number; cancelledAt: bigint }
  BetPlaced: {
    market: Key
    /** Number of this event among those of the market. */
    sequence: number
    owner: Key
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
   * One of three records. "Not met" at expiry: No follows at the end of the proof window, unless an early Yes is
   * proven. A complete bonding curve, which dates the stakes that are late for its migration. Or the reference price of
   * a change.
   */
  ObservationRecorded: {
    market: Key
    /** Number of this event among those of the market. */
    sequence: number
    observation: Observation
    recordedAt: bigint
    kind: 'notMet' | 'curve' | 'reference'
    /** Who submitted it, and the lamports that they earned. */
    keeper: Key
    reward: bigint
  }
  MarketResolved: {
    market: Key
    /** Number of this event among those of the market. */
    sequence: number
    outcome: Outcome
    /** What decided it. */
    observation: Observation | null
    pools: Stakes
    /** The betting period of the early answer that decided; 0 if no stake can be late. */
    latePeriod: bigint
    /** Late stakes, which are refunded. */
    late: Stakes
    /** Losing stakes that found no opponent, which are refunded. */
    unmatched: bigint
    fees: FeeAmounts
    resolvedAt: bigint
    /** Who decided it, and the lamports that they earned. */
    keeper: Key
    reward: bigint
  }
  /** Every stake is refunded: no stake counts on the answer, or there was no answer in time. */
  MarketVoided: {
    market: Key
    /** Number of this event among those of the market. */
    sequence: number
    /** The answer, if it was known. */
    answer: Outcome | null
    /** What was observed, if anything was. */
    observation: Observation | null
    pools: Stakes
    voidedAt: bigint
    /** Who voided it, and the lamports that they earned. */
    keeper: Key
    reward: bigint
  }
  FeesCollected: {
    market: Key
    /** Number of this event among those of the market. */
    sequence: number
    /** `null` for SOL. */
    mint: Key | null
    /** The shares that were taken now; 0 for a share that was not. */
    fees: FeeAmounts
    treasury: Key
    /** Whether the developer share was burned too, because the treasury could not be paid for 30 days. */
    developerBurned: boolean
  }
  PositionSettled: {
    market: Key
    /** Number of this event among those of the market. */
    sequence: number
    owner: Key
    stakes: Stakes
    /** For stakes that counted: the winning ones and their share of what is lost. */
    payout: bigint
    /** Late and unmatched stakes, or all stakes of a void market. */
    refund: bigint
    /** The wallet or token account that was paid. */
    recipient: Key
    /** Lamports that whoever settled it earned; 0 for a claim. */
    reward: bigint
  }
  MarketClosed: {
    market: Key
    /** Number of this event among those of the market. */
    sequence: number
    paid: bigint
    fees: FeeAmounts
    /** The remainder of rounding. */
    dust: bigint
    /** Who closed it, and the lamports that they earned. */
    keeper: Key
    reward: bigint
  }
  /** Somebody bought SOL of the fee vault, and their tokens were burned. */
  TokensBurned: {
    /** Number of this purchase. */
    sequence: number
    buyer: Key
    lamports: bigint
    tokens: bigint
    /** Token base units for one SOL, with 32 fractional bits. */
    price: bigint
    /** Lamports that are left for sale. */
    forSale: bigint
    slot: bigint
  }
  /** Money was put into a bankroll; `mint` is `null` for SOL. */
  BankrollDeposited: { owner: Key; mint: Key | null; amount: bigint }
  /** Money was taken out of a bankroll by its owner. */
  BankrollWithdrawn: { owner: Key; mint: Key | null; amount: bigint }
  /** A delegate was named, changed or, without limits, ended. */
  DelegateSet: { owner: Key; key: Key; cosigner: Key; limits: DelegateLimits | null }
  /** A bankroll paid for a bet; `BetPlaced` comes before it. */
  BankrollBet: {
    market: Key
    /** Number of the `BetPlaced` that it belongs to. */
    sequence: number
    owner: Key
    /** The owner, or the delegate's key. */
    signer: Key
    /** Everything that the bankroll paid. */
    spent: Amounts
    /** The part of it that the cosigner received, in lamports. */
    fee: bigint
    requestId: bigint
  }
  BankrollClosed: { owner: Key }
}

/** The name of an event. */
export type EventName = keyof EventDataOf<unknown>

/** An event of the program; the type of `data` follows from its name. */
export type ProgramEventOf<Key> = {
  [Name in EventName]: { name: Name; data: EventDataOf<Key>[Name] }
}[EventName]

type Decoders<Key> = {
  [Name in EventName]: (raw: Raw<Uncapitalize<Name>, Key>) => EventDataOf<Key>[Name]
}

const asIs = <T>(raw: T): T => raw

/** Every field of an event is published; those named here have another form in the IDL. */
function decoders<Key extends AnyKey>(): Decoders<Key> {
  const withMint = <T extends { mint: Key }>(raw: T) => ({ ...raw, mint: toAddress(raw.mint) })
  return {
    ConfigInitialized: asIs,
    ConfigUpdated: (raw) => ({ ...raw, pendingAdmin: toAddress(raw.pendingAdmin) }),
    AdminAccepted: asIs,
    AttestorSetCreated: asIs,
    MarketCreated: (raw) => ({
      ...withMint(raw),
      token: toAddress(raw.token),
      condition: decodeCondition(raw.condition),
    }),
    MarketCancelled: asIs,
    BetPlaced: (raw) => ({
      ...raw,
      outcome: toOutcome(raw.outcome),
      pools: toStakes(raw.pools),
      stakes: toStakes(raw.stakes),
    }),
    ObservationRecorded: (raw) => ({
      ...raw,
      kind: raw.kind.curve ? 'curve' : raw.kind.reference ? 'reference' : 'notMet',
    }),
    MarketResolved: (raw) => ({
      ...raw,
      outcome: toOutcome(raw.outcome),
      pools: toStakes(raw.pools),
      late: toStakes(raw.late),
    }),
    MarketVoided: (raw) => ({
      ...raw,
      answer: raw.answer && toOutcome(raw.answer),
      pools: toStakes(raw.pools),
    }),
    FeesCollected: withMint,
    PositionSettled: (raw) => ({ ...raw, stakes: toStakes(raw.stakes) }),
    MarketClosed: asIs,
    TokensBurned: asIs,
    BankrollDeposited: withMint,
    BankrollWithdrawn: withMint,
    DelegateSet: (raw) => ({ ...raw, limits: raw.limits && toLimits(raw.limits) }),
    BankrollBet: (raw) => ({ ...raw, spent: toAmounts(raw.spent) }),
    BankrollClosed: asIs,
  }
}

/** Creates the decoder of events in base64; it returns `null` for an event that this version does not know. */
export function eventDecoder<L extends Library>({
  decodeEvent,
}: Pick<Codec<L>, 'decodeEvent'>): (text: string) => ProgramEventOf<L['Address']> | null {
  const known = decoders<L['Address']>()
  return (text) => {
    const event = decodeEvent(text)
    if (!event) return null
    const name = capitalize(event.name) as EventName
    const convert = known[name] as (raw: object) => object
    return { name, data: convert(event.data) } as ProgramEventOf<L['Address']>
  }
}
