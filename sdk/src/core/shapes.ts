// Values that accounts and events share, and their conversion from raw data. The IDL documents the fields of its types.
// Addresses are of the type `Key`: a `PublicKey` of web3.js, or text in Kit.

import { byCurrency, type CurrencyId } from './currency.ts'
import type { Raw } from './raw.ts'

/** A side of a market. */
export type Outcome = 'Yes' | 'No'

/** Base units on each side: the pools of a market or the stakes of a position. */
export type Stakes = Readonly<Record<Outcome, bigint>>

/** The stakes of the last betting period with a bet, of the period before it, and of the one before that. */
export interface RecentStakes {
  /** Number of that last period, counted from 1; 0 before the first bet. */
  period: bigint
  /** The latest period first. */
  stakes: readonly [Stakes, Stakes, Stakes]
}

/** The settings that the admin can change. They apply to new markets; a market keeps the terms it began with. */
export type SettingsOf<Key> = Raw<'settings', Key>

/** Settings of the burn auction; fixed when the program is configured. */
export type AuctionSettings = Raw<'auctionSettings', never>

/** A price of the burn auction: base units of the utility token for one SOL, with 32 fractional bits. */
export type AuctionPrice = Raw<'price', never>

/** An amount of each currency, in base units. */
export type Amounts = Readonly<Record<CurrencyId, bigint>>

/** What a delegate of a bankroll may do. */
export interface DelegateLimits {
  /** The largest stake. */
  perBet: Amounts
  /** The most that it may spend in all, counted from when it was named; SOL includes rent and fees. */
  total: Amounts
  /** The most that a bet may pay back to the cosigner, in lamports; at most 50,000. */
  maxFee: bigint
  /** Unix second from which it is disabled; at most 90 days away when it is set. */
  expiresAt: bigint
}

/** The fees that a decision takes from the losing pool, in base units. */
export type FeeAmounts = Raw<'fees', never>

/** The settings that were in force when a market was created; they never change for it. */
export type TermsOf<Key> = Raw<'terms', Key>

/** The terms that a creator expects of a new market; the program refuses to open it under any others. */
export type ExpectedTermsOf<Key> = Raw<'expectedTerms', Key>

/** An observation of an oracle: exactly `value × 10^exponent` at a moment. */
export type Observation = Raw<'observation', never>

/** An address: a `PublicKey`, or text in Kit. */
export type AnyKey = string | { toBytes(): Uint8Array }

/** The default pubkey, which the program stores for "none"; also the address of the system program. */
export const DEFAULT_PUBKEY = '11111111111111111111111111111111'

/** Converts an optional address: the program stores the default pubkey for none. */
export function toAddress<Key extends AnyKey>(key: Key): Key | null {
  const isNone = typeof key === 'string' ? key === DEFAULT_PUBKEY : key.toBytes().every((byte) => byte === 0)
  return isNone ? null : key
}

/** Converts a side. */
export function toOutcome(outcome: Raw<'outcome', unknown>): Outcome {
  return outcome.yes ? 'Yes' : 'No'
}

/** Converts the stakes on both sides, which the program stores yes first. */
export function toStakes([yes, no]: bigint[]): Stakes {
  if (yes === undefined || no === undefined) throw new Error('the stake on Yes or No is missing')
  return { Yes: yes, No: no }
}

/** The stakes of the last three periods. */
export function toRecentStakes({ period, stakes }: Raw<'recentStakes', unknown>): RecentStakes {
  const [last, before, beforeThat] = stakes
  if (!last || !before || !beforeThat) throw new Error('recent stakes of one of three periods are missing')
  return { period, stakes: [toStakes(last), toStakes(before), toStakes(beforeThat)] }
}

/** Converts amounts of all currencies, in their order. */
export function toAmounts(amounts: bigint[]): Amounts {
  return byCurrency((currency, index) => {
    const amount = amounts[index]
    if (amount === undefined) throw new Error(`the amount of ${currency} is missing`)
    return amount
  })
}

/** Converts the limits of a delegate. */
export function toLimits({ perBet, total, maxFee, expiresAt }: Raw<'limits', unknown>): DelegateLimits {
  return {
    perBet: toAmounts(perBet),
    total: toAmounts(total),
    maxFee,
    expiresAt,
  }
}

/** The observation that a market stores, if there is one. */
export function toStoredObservation(stored: Raw<'storedObservation', unknown>): Observation | null {
  if (stored.isSome === 0) return null
  const [low, high] = stored.value
  if (low === undefined || high === undefined) throw new Error('half of the stored value is missing')
  return {
    value: (high << 64n) | low,
    exponent: stored.exponent,
    observedAt: stored.observedAt,
    isMet: stored.isMet !== 0,
    hasValue: stored.hasValue !== 0,
  }
}
