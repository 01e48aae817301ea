// The answers of the gateway, by the types that the SDK generates from its OpenAPI document. See /docs for their meaning.

import type { CurrencyId as Currency, Outcome } from '@prediction-market/sdk'
import type { components } from '@prediction-market/sdk/rest'

export type { Currency, Outcome }

/** A number with the digits that were received, or a number where the browser cannot tell them. */
export type Decimal = string | number

type Schemas = components['schemas']

/** An answer as the page reads it: its numbers keep their digits. */
export type Read<T> = T extends number ? Decimal : T extends object ? { [Key in keyof T]: Read<T[Key]> } : T

type Answer<Name extends keyof Schemas> = Read<Schemas[Name]>

/** The body of a request. */
export type Sent<Name extends keyof Schemas> = Schemas[Name]

type KeyOf<Union> = Union extends unknown ? keyof Union : never

type ValueOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : undefined) : never

/** One type for several that share fields; the fields that only some have are optional. */
type Merged<Union> = Pick<Union, keyof Union> & {
  [Key in Exclude<KeyOf<Union>, keyof Union>]?: ValueOf<Union, Key>
}

export type ByOutcome = Answer<'Odds'>
export type MarketSummary = Answer<'MarketSummary'>
/** What moves in an open market. */
export type LiveMarket = Answer<'LiveMarket'>
export type RoundSeries = Answer<'RoundSeries'>
export type Round = NonNullable<RoundSeries['takingBets']>
export type MarketOutcome = Merged<Answer<'MarketDetail'>['outcomes'][number]>
/** A market's answer, whose schema does not say that it has two outcomes. */
type WithOutcomes<T> = Omit<T, 'outcomes'> & { outcomes: [yes: MarketOutcome, no: MarketOutcome] }
/** A market; the fields of a decision are there once it is decided. */
export type Market = WithOutcomes<Merged<Answer<'MarketDetail'>>>
export type Condition = Market['condition']
export type UnsignedTransaction = Answer<'UnsignedTransaction'>
export type ProjectedMarket = WithOutcomes<Answer<'ProjectedMarket'>>
/** What a question means, or what may be meant. */
export type QuestionAnswer = Answer<'QuestionAnswer'>
export type Alternative = QuestionAnswer['alternatives'][number]
/** An asset that questions can name, with its price. */
export type Asset = Answer<'Asset'>
export type ProjectedBet = Answer<'ProjectedBet'>
export type BetConfirmation = Answer<'BetConfirmation'>
export type PendingTransaction = Answer<'PendingTransaction'>
export type TransactionStatus = Answer<'TransactionStatus'>
/** What a bet pays, and what it loses at most. */
export type Quote = Answer<'Quote'>
/** What a signer pays besides the stake, in SOL. */
export type Costs = Pick<Quote, 'deposit' | 'reward'>
export type DecisionProof = Answer<'DecisionProof'>
export type Evidence = NonNullable<DecisionProof['evidence']>
export type ProofTransaction = DecisionProof['transactions']['created']
export type PlacedBet = Answer<'PlacedBet'>
export type HistoryPoint = Answer<'HistoryPoint'>
export type Position = Answer<'Position'>
export type Leader = Answer<'Leader'>
export type ApiKey = Answer<'ApiKey'>
export type Scope = ApiKey['scopes'][number]
export type Webhook = Answer<'Webhook'>
export type Balances = Answer<'Balances'>
export type Bankroll = Answer<'Bankroll'>
export type Delegate = Answer<'Delegate'>
/** The most that a delegate may stake, at once and in all. */
export type Limits = Delegate['limits'][Currency]
/** The burn auction. Prices are in UTILITY for one SOL. */
export type Burns = Answer<'Burns'>
export type Purchase = Answer<'Purchase'>
export type Config = Answer<'Config'>
export type PayoutEvent = Answer<'PayoutEvent'>
export type WalletEvent = Answer<'WalletEvent'>
export type StreamEvent = Answer<'Event'>

/** Whether an event belongs to a market. */
export function isOfMarket(event: StreamEvent, id: string): boolean {
  return event.type !== 'burn' && event.marketId === id
}

/** Whether an event belongs to a wallet. */
export function isOfWallet(event: StreamEvent, address: string | undefined): boolean {
  return 'wallet' in event && event.wallet === address
}
