import { PublicKey } from '@solana/web3.js'
import type BN from 'bn.js'
import type { Raw } from './program.ts'

// The values that accounts and events share, and their conversion from what Anchor's coder reads.

/** A side of a market. */
export type Outcome = 'Yes' | 'No'

/** Base units on each side, yes first: the pools of a market or the stakes of a position. */
export type Stakes = readonly [yes: bigint, no: bigint]

/** The settings that the admin can change. They apply to new markets; a market keeps the terms it began with. */
export interface Settings {
  /** The wallet that gets the developer share: itself in SOL, its associated account in UTILITY. */
  treasury: PublicKey
  /** Share of the losing pool that is burned, in basis points, at most 1,000. */
  burnBps: number
  /** Share of the losing pool that goes to the treasury, in basis points, at most 1,000. */
  developerBps: number
  /** Smallest bet, in lamports. */
  minimumStakeSol: bigint
  /** Smallest bet, in base units of the utility token. */
  minimumStakeUtility: bigint
  /** Seconds from creation to expiry at most. */
  maxDuration: number
  /** Seconds after expiry in which a proof counts. */
  proofWindow: number
  /** Seconds after expiry from which an undecided market is void; at least twice the proof window. */
  voidDelay: number
  /** Widest confidence interval of a price, in basis points of the price. */
  maxConfidenceBps: number
  /** No new markets and bets; decisions and payouts never pause. */
  paused: boolean
}

/** The fees that a decision takes from the losing pool, in base units. */
export interface FeeAmounts {
  /** Burned: at once in UTILITY, through the fee vault in SOL. */
  burn: bigint
  /** Paid to the treasury. */
  developer: bigint
}

/** The settings that were in force when a market was created; they never change for it. */
export interface Terms {
  burnBps: number
  developerBps: number
  /** Widest confidence interval of a price, in basis points of the price. */
  maxConfidenceBps: number
  /** The attestor set that can attest for this market, by number. */
  attestorSet: number
  /** Seconds after expiry in which a proof counts. */
  proofWindow: number
  /** Seconds after expiry from which an undecided market is void. */
  voidDelay: number
}

/** An observation of an oracle: exactly `value × 10^exponent` at a moment. */
export interface Observation {
  value: bigint
  exponent: number
  /** Unix seconds. */
  observedAt: bigint
}

/** Converts a number of 64 or 128 bits. */
export function toBigInt(value: BN): bigint {
  return BigInt(value.toString())
}

/** Converts an optional address: the program writes the default address for none. */
export function toAddress(address: PublicKey): PublicKey | null {
  return address.equals(PublicKey.default) ? null : address
}

/** Converts a side. */
export function toOutcome(outcome: Raw['outcome']): Outcome {
  return outcome.yes ? 'Yes' : 'No'
}

/** Converts the stakes on both sides. */
export function toStakes([yes, no]: BN[]): Stakes {
  if (!yes || !no) throw new Error('stakes come in pairs')
  return [toBigInt(yes), toBigInt(no)]
}

/** Converts fees. */
export function toFees({ burn, developer }: Raw['fees']): FeeAmounts {
  return { burn: toBigInt(burn), developer: toBigInt(developer) }
}

/** Converts an observation, if there is one. */
export function toObservation(observation: Raw['observation'] | null): Observation | null {
  return (
    observation && {
      value: toBigInt(observation.value),
      exponent: observation.exponent,
      observedAt: toBigInt(observation.observedAt),
    }
  )
}

/** Converts the terms of a market. */
export function toTerms(terms: Raw['terms']): Terms {
  const { burnBps, developerBps, maxConfidenceBps, attestorSet, proofWindow, voidDelay } = terms
  return { burnBps, developerBps, maxConfidenceBps, attestorSet, proofWindow, voidDelay }
}

/** Converts the settings of the configuration. */
export function toSettings(settings: Raw['settings']): Settings {
  return {
    treasury: settings.treasury,
    burnBps: settings.burnBps,
    developerBps: settings.developerBps,
    minimumStakeSol: toBigInt(settings.minimumStakeSol),
    minimumStakeUtility: toBigInt(settings.minimumStakeUtility),
    maxDuration: settings.maxDuration,
    proofWindow: settings.proofWindow,
    voidDelay: settings.voidDelay,
    maxConfidenceBps: settings.maxConfidenceBps,
    paused: settings.paused,
  }
}
