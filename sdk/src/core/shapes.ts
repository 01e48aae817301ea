// Values that accounts and events share, and their conversion from raw data. Addresses are of the type `Key`: a
// `PublicKey` of web3.js, or text in Kit.

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
export interface SettingsOf<Key> {
  /** The wallet that receives the developer share: SOL directly, UTILITY in its associated account. */
  treasury: Key
  /** The program whose price accounts count: one of `PYTH_RECEIVERS`. */
  pythReceiver: Key
  /** Share of the losing pool that is burned, in basis points, at most 1,000. */
  burnBps: number
  /** Share of the losing pool that goes to the treasury, in basis points, at most 1,000. */
  developerBps: number
  /** Smallest bet, in lamports. */
  minimumStakeSol: bigint
  /** Smallest bet, in base units of the utility token. */
  minimumStakeUtility: bigint
  /** Lamports that a creator offers by default to whoever decides the market; at most 1 SOL. */
  decideReward: bigint
  /** Lamports for whoever settles a position; at most 50,000. */
  settleReward: bigint
  /** Seconds from creation to expiry at most. */
  maxDuration: number
  /** Seconds after expiry in which an early Yes can still be proven; at least 10. */
  proofWindow: number
  /** Seconds after expiry from which an undecided market is void; at least twice the proof window. */
  voidDelay: number
  /** The same for `byExpiry` prices and market capitalisations, whose feed may pause. */
  feedVoidDelay: number
  /** Shortest betting period of conditions read from prices and accounts, in seconds; 2 to 300. */
  shortestPeriod: number
  /** Shortest betting period of attested conditions, in seconds; 2 to 3,600. */
  shortestAttestedPeriod: number
  /** Seconds before a dated observation at expiry by which betting has to end; 2 to 60. */
  closeMargin: number
  /** Widest confidence interval of a price, in basis points of the price; at least 10. */
  maxConfidenceBps: number
  /** No new markets and bets; decisions and payouts never pause. */
  paused: boolean
}

/** Settings of the burn auction; fixed when the program is configured. */
export interface AuctionSettings {
  /** Base units of the utility token for one SOL at first; 0 for the mint's whole supply. */
  firstPrice: bigint
  /** Slots in which the price halves. */
  halfLife: number
  /** Lamports that a purchase may always take, if there are that many. */
  smallestLot: bigint
}

/** A price of the burn auction: base units of the utility token for one SOL, with 32 fractional bits. */
export interface AuctionPrice {
  value: bigint
  /** The minimum that it falls to, which itself falls slowly; 0 before the first sale. */
  floor: bigint
}

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
export interface FeeAmounts {
  /** Burned: at once in UTILITY, through the fee vault in SOL. */
  burn: bigint
  /** Paid to the treasury. */
  developer: bigint
}

/** The settings that were in force when a market was created; they never change for it. */
export interface TermsOf<Key> {
  /** The program whose price accounts count. */
  pythReceiver: Key
  /** Lamports that the creator offers to whoever decides the market. */
  decideReward: bigint
  /** Lamports for whoever settles a position. */
  settleReward: bigint
  /** UTILITY: the smaller pool that earns the whole decide reward, in base units; 0 in SOL markets. */
  rewardStake: bigint
  /** Seconds after expiry in which an early Yes can still be proven. */
  proofWindow: number
  /** Seconds after expiry from which an undecided market is void. */
  voidDelay: number
  /** Length of a betting period, in seconds. */
  period: number
  /** Seconds before a dated observation at expiry by which betting had to end. */
  closeMargin: number
  /** Share of the losing pool that is burned, in basis points. */
  burnBps: number
  /** Share of the losing pool that goes to the treasury, in basis points. */
  developerBps: number
  /** Widest confidence interval of a price, in basis points of the price. */
  maxConfidenceBps: number
  /** The attestor set that can attest for this market, by number. */
  attestorSet: number
  /** Up or down: the most that is lost for each unit of the winning pool, in hundredths; 0 for no limit. */
  maxRatio: number
}

/** The terms that a creator expects of a new market; the program refuses to open it under any others. */
export interface ExpectedTermsOf<Key>
  extends Omit<TermsOf<Key>, 'period' | 'decideReward' | 'rewardStake' | 'maxRatio'> {
  /** The wallet that takes the developer share. */
  treasury: Key
  /** Smallest bet, in base units of the market's currency. */
  minimumStake: bigint
  /** Shortest betting period for this kind of condition, in seconds. */
  shortestPeriod: number
}

/** An observation of an oracle: exactly `value × 10^exponent` at a moment. */
export interface Observation {
  /** A quorum of attestors measures 1 for met and 0 for not met. 0 if there was no value to read. */
  value: bigint
  exponent: number
  /** Unix seconds. */
  observedAt: bigint
  /** Whether the condition was met. */
  isMet: boolean
  /** Whether a value was read: a price that is too uncertain or too late proves "not met" without one. */
  hasValue: boolean
}

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
  if (yes === undefined || no === undefined) throw new Error('stakes come in pairs')
  return { Yes: yes, No: no }
}

/** The stakes of the last three periods. */
export function toRecentStakes({ period, stakes }: Raw<'recentStakes', unknown>): RecentStakes {
  const [last, before, beforeThat] = stakes
  if (!last || !before || !beforeThat) throw new Error('recent stakes are of three periods')
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
  if (low === undefined || high === undefined) throw new Error('a stored value has two halves')
  return {
    value: (high << 64n) | low,
    exponent: stored.exponent,
    observedAt: stored.observedAt,
    isMet: stored.isMet !== 0,
    hasValue: stored.hasValue !== 0,
  }
}
