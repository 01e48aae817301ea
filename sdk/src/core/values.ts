// Values of accounts and events with web3.js addresses.

import type { PublicKey } from '@solana/web3.js'
import type { ExpectedTermsOf, SettingsOf, TermsOf } from './shapes.ts'

export type {
  Amounts,
  AuctionPrice,
  AuctionSettings,
  DelegateLimits,
  FeeAmounts,
  Observation,
  Outcome,
  RecentStakes,
  Stakes,
} from './shapes.ts'

/** The settings that the admin can change. They apply to new markets; a market keeps the terms it began with. */
export type Settings = SettingsOf<PublicKey>

/** The settings that were in force when a market was created; they never change for it. */
export type Terms = TermsOf<PublicKey>

/** The terms that a creator expects of a new market; the program refuses to open it under any others. */
export type ExpectedTerms = ExpectedTermsOf<PublicKey>
