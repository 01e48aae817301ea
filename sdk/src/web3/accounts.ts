// The SDK's entry `/accounts`: addresses, decoders and filters of the program's accounts, for web3.js.

import type { GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import { type AccountDecoders, accountDecoders } from '../core/accounts/decoders.ts'
import { type Memcmp, marketBytes, positionBytes, questionBytes } from '../core/accounts/memcmp.ts'
import type * as shapes from '../core/accounts/shapes.ts'
import { textOf } from '../core/client/filters.ts'
import { remembered } from '../core/remember.ts'
import type { ExpectedTermsOf, SettingsOf, TermsOf } from '../core/shapes.ts'
import type { MarketFilter, PositionFilter } from './client.ts'
import { codecOf } from './codec.ts'
import type { AddressInput } from './input.ts'
import type { Web3 } from './library.ts'

export {
  AccountDataError,
  AccountNotFoundError,
  identifyAccount,
  UnknownVersionError,
} from '../core/accounts/data.ts'
export { type FeeVault, type MarketStatus, STATUSES } from '../core/accounts/shapes.ts'
export { MARKET_ID_PREFIX, marketAddressOf, marketIdOf } from '../core/market-id.ts'
export type { AccountName } from '../core/program.ts'
export type {
  AuctionPrice,
  AuctionSettings,
  FeeAmounts,
  Observation,
  RecentStakes,
} from '../core/shapes.ts'
export type { MarketFilter, PositionFilter } from './client.ts'
export { fromMarketId, toMarketId } from './market-id.ts'
export * from './pda.ts'
export { PROGRAM_ID } from './program-id.ts'

/** The one configuration of the program. */
export type Config = shapes.ConfigOf<PublicKey>
/** Keys whose holders attest what no account on chain shows. */
export type AttestorSet = shapes.AttestorSetOf<PublicKey>
/** Two keys that may bet together from a bankroll. */
export type Delegate = shapes.DelegateOf<PublicKey>
/** The money that an owner has put aside for bets. */
export type Bankroll = shapes.BankrollOf<PublicKey>
/** A market. Times are unix seconds, amounts base units of its currency. */
export type Market = shapes.MarketOf<PublicKey>
/** The text of a market's question. */
export type Question = shapes.QuestionOf<PublicKey>
/** The stakes of one owner in one market. */
export type Position = shapes.PositionOf<PublicKey>
/** The settings that the admin can change. They apply to new markets; a market keeps the terms it began with. */
export type Settings = SettingsOf<PublicKey>
/** The settings that were in force when a market was created; they never change for it. */
export type Terms = TermsOf<PublicKey>
/** The terms that a creator expects of a new market; the program refuses to open it under any others. */
export type ExpectedTerms = ExpectedTermsOf<PublicKey>

const decoders: () => AccountDecoders<Web3> = /* @__PURE__ */ remembered(() =>
  accountDecoders<Web3>(codecOf()),
)

/** Decodes the configuration. */
export function decodeConfig(data: Uint8Array): Config {
  return decoders().config(data)
}

/** Decodes an attestor set. */
export function decodeAttestorSet(data: Uint8Array): AttestorSet {
  return decoders().attestorSet(data)
}

/** Decodes the fee vault. */
export function decodeFeeVault(data: Uint8Array): shapes.FeeVault {
  return decoders().feeVault(data)
}

/** Decodes a bankroll. */
export function decodeBankroll(data: Uint8Array): Bankroll {
  return decoders().bankroll(data)
}

/** Decodes a market. */
export function decodeMarket(data: Uint8Array): Market {
  return decoders().market(data)
}

/** Decodes a question. */
export function decodeQuestion(data: Uint8Array): Question {
  return decoders().question(data)
}

/** Decodes a position. */
export function decodePosition(data: Uint8Array): Position {
  return decoders().position(data)
}

/** Filters for `getProgramAccounts` and `onProgramAccountChange` that select markets. */
export function marketFilters(filter: MarketFilter = {}): GetProgramAccountsFilter[] {
  return filters(marketBytes(textOf(codecOf(), filter)))
}

/** Filters for `getProgramAccounts` and `onProgramAccountChange` that select positions. */
export function positionFilters(filter: PositionFilter = {}): GetProgramAccountsFilter[] {
  return filters(positionBytes(textOf(codecOf(), filter)))
}

/** Filters that select all questions, or that of one market. */
export function questionFilters(
  filter: { market?: AddressInput | undefined } = {},
): GetProgramAccountsFilter[] {
  return filters(questionBytes(textOf(codecOf(), filter)))
}

function filters(bytes: readonly Memcmp[]): GetProgramAccountsFilter[] {
  return bytes.map((memcmp) => ({ memcmp }))
}
