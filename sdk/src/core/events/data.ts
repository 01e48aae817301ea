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
  toAuction,
  toFees,
  toLimits,
  toObservation,
  toOutcome,
  toSettings,
  toStakes,
  toTerms,
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

function decoders<Key extends AnyKey>(): Decoders<Key> {
  return {
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
      sequence: raw.sequence,
      creator: raw.creator,
      question: raw.question,
      token: toAddress(raw.token),
      mint: toAddress(raw.mint),
      createdAt: raw.createdAt,
      closeAt: raw.closeAt,
      expireAt: raw.expireAt,
      terms: toTerms(raw.terms),
      condition: decodeCondition(raw.condition),
    }),
    MarketCancelled: ({ market, sequence, cancelledAt }) => ({ market, sequence, cancelledAt }),
    BetPlaced: (raw) => ({
      market: raw.market,
      sequence: raw.sequence,
      owner: raw.owner,
      outcome: toOutcome(raw.outcome),
      amount: raw.amount,
      pools: toStakes(raw.pools),
      stakes: toStakes(raw.stakes),
      period: raw.period,
      placedAt: raw.placedAt,
    }),
    ObservationRecorded: (raw) => ({
      market: raw.market,
      sequence: raw.sequence,
      observation: toObservation(raw.observation),
      recordedAt: raw.recordedAt,
      kind: raw.kind.curve ? 'curve' : raw.kind.reference ? 'reference' : 'notMet',
      keeper: raw.keeper,
      reward: raw.reward,
    }),
    MarketResolved: (raw) => ({
      market: raw.market,
      sequence: raw.sequence,
      outcome: toOutcome(raw.outcome),
      observation: raw.observation && toObservation(raw.observation),
      pools: toStakes(raw.pools),
      latePeriod: raw.latePeriod,
      late: toStakes(raw.late),
      unmatched: raw.unmatched,
      fees: toFees(raw.fees),
      resolvedAt: raw.resolvedAt,
      keeper: raw.keeper,
      reward: raw.reward,
    }),
    MarketVoided: (raw) => ({
      market: raw.market,
      sequence: raw.sequence,
      answer: raw.answer && toOutcome(raw.answer),
      observation: raw.observation && toObservation(raw.observation),
      pools: toStakes(raw.pools),
      voidedAt: raw.voidedAt,
      keeper: raw.keeper,
      reward: raw.reward,
    }),
    FeesCollected: ({ market, sequence, mint, fees, treasury, developerBurned }) => ({
      market,
      sequence,
      mint: toAddress(mint),
      fees: toFees(fees),
      treasury,
      developerBurned,
    }),
    PositionSettled: (raw) => ({
      market: raw.market,
      sequence: raw.sequence,
      owner: raw.owner,
      stakes: toStakes(raw.stakes),
      payout: raw.payout,
      refund: raw.refund,
      recipient: raw.recipient,
      reward: raw.reward,
    }),
    MarketClosed: ({ market, sequence, paid, fees, dust, keeper, reward }) => ({
      market,
      sequence,
      paid: paid,
      fees: toFees(fees),
      dust: dust,
      keeper,
      reward: reward,
    }),
    TokensBurned: (raw) => ({
      sequence: raw.sequence,
      buyer: raw.buyer,
      lamports: raw.lamports,
      tokens: raw.tokens,
      price: raw.price,
      forSale: raw.forSale,
      slot: raw.slot,
    }),
    BankrollDeposited: ({ owner, mint, amount }) => ({
      owner,
      mint: toAddress(mint),
      amount: amount,
    }),
    BankrollWithdrawn: ({ owner, mint, amount }) => ({
      owner,
      mint: toAddress(mint),
      amount: amount,
    }),
    DelegateSet: ({ owner, key, cosigner, limits }) => ({
      owner,
      key,
      cosigner,
      limits: limits && toLimits(limits),
    }),
    BankrollBet: (raw) => ({
      market: raw.market,
      sequence: raw.sequence,
      owner: raw.owner,
      signer: raw.signer,
      spent: toAmounts(raw.spent),
      fee: raw.fee,
      requestId: raw.requestId,
    }),
    BankrollClosed: ({ owner }) => ({ owner }),
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
