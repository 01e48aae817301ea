// The SDK's entry `/accounts`: addresses, decoders and filters of the program's accounts, for web3.js.

import type { GetProgramAccountsFilter, PublicKey } from '@solana/web3.js'
import { type AccountDecoders, accountDecoders } from '../core/accounts/decoders.ts'
import { type Memcmp, marketBytes, positionBytes, questionBytes } from '../core/accounts/memcmp.ts'
import type * as shapes from '../core/accounts/shapes.ts'
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
export { MARKET_ID_PREFIX, marketAddressOf, marketIdOf } from '../core/addresses.ts'
export type { AccountName } from '../core/program.ts'
export type {
  AuctionPrice,
  AuctionSettings,
  FeeAmounts,
  Observation,
  RecentStakes,
} from '../core/shapes.ts'
export type { MarketFilter, PositionFilter } from './client.ts'
export { PROGRAM_ID } from './input.ts'
export * from './pda.ts'

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

const decoders = /* @__PURE__ */ remembered(() => accountDecoders<Web3>(codecOf()))

function decoder<T>(of: (all: AccountDecoders<Web3>) => (data: Uint8Array) => T): (data: Uint8Array) => T {
  return (data) => of(decoders())(data)
}

/** Decodes the configuration. */
export const decodeConfig = /* @__PURE__ */ decoder(({ config }) => config)
/** Decodes an attestor set. */
export const decodeAttestorSet = /* @__PURE__ */ decoder(({ attestorSet }) => attestorSet)
/** Decodes the fee vault. */
export const decodeFeeVault = /* @__PURE__ */ decoder(({ feeVault }) => feeVault)
/** Decodes a bankroll. */
export const decodeBankroll = /* @__PURE__ */ decoder(({ bankroll }) => bankroll)
/** Decodes a market. */
export const decodeMarket = /* @__PURE__ */ decoder(({ market }) => market)
/** Decodes a question. */
export const decodeQuestion = /* @__PURE__ */ decoder(({ question }) => question)
/** Decodes a position. */
export const decodePosition = /* @__PURE__ */ decoder(({ position }) => position)

/** Filters for `getProgramAccounts` and `onProgramAccountChange` that select markets. */
export function marketFilters(filter: MarketFilter = {}): GetProgramAccountsFilter[] {
  return filters(marketBytes(codecOf(), filter))
}

/** Filters for `getProgramAccounts` and `onProgramAccountChange` that select positions. */
export function positionFilters(filter: PositionFilter = {}): GetProgramAccountsFilter[] {
  return filters(positionBytes(codecOf(), filter))
}

/** Filters that select all questions, or that of one market. */
export function questionFilters(
  filter: { market?: AddressInput | undefined } = {},
): GetProgramAccountsFilter[] {
  return filters(questionBytes(codecOf(), filter))
}

function filters(bytes: readonly Memcmp[]): GetProgramAccountsFilter[] {
  return bytes.map((memcmp) => ({ memcmp }))
}
