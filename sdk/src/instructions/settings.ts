import type { PublicKey } from '@solana/web3.js'
import { InvalidInputError } from '../errors.ts'
import { requireAddress, requireInteger, requireU64 } from '../input.ts'
import { BASIS_POINTS } from '../odds.ts'
import { limit } from '../program.ts'
import { toBN } from './build.ts'

/** What the admin may change. It holds for new markets; an existing one keeps the terms it began with. */
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

/** Turns settings into the value that Anchor writes for the program. */
export function encodeSettings(settings: Settings): object {
  if (typeof settings !== 'object' || settings === null) {
    throw new InvalidInputError('settings', 'must be an object')
  }
  const whole = (key: NumericKey, minimum: number, maximum: number) =>
    requireInteger(`settings.${key}`, settings[key], minimum, maximum)
  if (typeof settings.paused !== 'boolean') {
    throw new InvalidInputError('settings.paused', 'must be true or false')
  }
  const proofWindow = whole('proofWindow', 1, limit('maxProofWindow'))
  return {
    treasury: requireAddress('settings.treasury', settings.treasury),
    burnBps: whole('burnBps', 0, limit('maxFeeBps')),
    developerBps: whole('developerBps', 0, limit('maxFeeBps')),
    minimumStakeSol: toBN(requireU64('settings.minimumStakeSol', settings.minimumStakeSol, 1n)),
    minimumStakeUtility: toBN(requireU64('settings.minimumStakeUtility', settings.minimumStakeUtility, 1n)),
    maxDuration: whole('maxDuration', 1, limit('maxMarketDuration')),
    proofWindow,
    voidDelay: whole('voidDelay', 2 * proofWindow, limit('maxVoidDelay')),
    maxConfidenceBps: whole('maxConfidenceBps', 1, BASIS_POINTS),
    paused: settings.paused,
  }
}

type NumericKey =
  | 'burnBps'
  | 'developerBps'
  | 'maxDuration'
  | 'proofWindow'
  | 'voidDelay'
  | 'maxConfidenceBps'
