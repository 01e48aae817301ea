// Encodes the settings of the configuration.

import { InvalidInputError } from '../errors.ts'
import {
  LONGEST_ATTESTED_PERIOD,
  LONGEST_PERIOD,
  MAX_CLOSE_MARGIN,
  MAX_DECIDE_REWARD,
  MAX_FEE_BPS,
  MAX_MARKET_DURATION,
  MAX_PROOF_WINDOW,
  MAX_SETTLE_REWARD,
  MAX_VOID_DELAY,
  MIN_CLOSE_MARGIN,
  MIN_CONFIDENCE_BPS,
  MIN_PROOF_WINDOW,
  SHORTEST_PERIOD,
} from '../limits.ts'
import { requireInteger, requireU64 } from '../numbers.ts'
import { pythDeployment } from '../pyth-deployments.ts'
import { BASIS_POINTS } from '../rules/odds.ts'
import type { SettingsOf } from '../shapes.ts'
import type { Codec, Library } from '../wire.ts'

/** Checks settings and encodes them. */
export function encodeSettings<L extends Library>(
  codec: Codec<L>,
  settings: SettingsOf<L['Address']>,
): object {
  if (typeof settings !== 'object' || settings === null) {
    throw new InvalidInputError('settings', 'must be an object')
  }
  const whole = (key: NumericKey, minimum: number, maximum: number) =>
    requireInteger(`settings.${key}`, settings[key], minimum, maximum)
  if (typeof settings.paused !== 'boolean') {
    throw new InvalidInputError('settings.paused', 'must be true or false')
  }
  const pythReceiver = codec.address('settings.pythReceiver', settings.pythReceiver)
  pythDeployment(codec.text(pythReceiver), 'settings.pythReceiver')
  const proofWindow = whole('proofWindow', MIN_PROOF_WINDOW, MAX_PROOF_WINDOW)
  return {
    treasury: codec.address('settings.treasury', settings.treasury),
    pythReceiver,
    burnBps: whole('burnBps', 0, MAX_FEE_BPS),
    developerBps: whole('developerBps', 0, MAX_FEE_BPS),
    minimumStakeSol: requireU64('settings.minimumStakeSol', settings.minimumStakeSol, 1n),
    minimumStakeUtility: requireU64('settings.minimumStakeUtility', settings.minimumStakeUtility, 1n),
    decideReward: requireReward('settings.decideReward', settings.decideReward, MAX_DECIDE_REWARD),
    settleReward: requireReward('settings.settleReward', settings.settleReward, MAX_SETTLE_REWARD),
    maxDuration: whole('maxDuration', 1, MAX_MARKET_DURATION),
    proofWindow,
    voidDelay: whole('voidDelay', 2 * proofWindow, MAX_VOID_DELAY),
    feedVoidDelay: whole('feedVoidDelay', 2 * proofWindow, MAX_VOID_DELAY),
    shortestPeriod: whole('shortestPeriod', SHORTEST_PERIOD, LONGEST_PERIOD),
    shortestAttestedPeriod: whole('shortestAttestedPeriod', SHORTEST_PERIOD, LONGEST_ATTESTED_PERIOD),
    closeMargin: whole('closeMargin', MIN_CLOSE_MARGIN, MAX_CLOSE_MARGIN),
    maxConfidenceBps: whole('maxConfidenceBps', MIN_CONFIDENCE_BPS, BASIS_POINTS),
    paused: settings.paused,
  }
}

/** Checks a reward in lamports. */
export function requireReward(field: string, reward: bigint, maximum: number): bigint {
  const lamports = requireU64(field, reward)
  if (lamports > BigInt(maximum)) throw new InvalidInputError(field, `must be at most ${maximum} lamports`)
  return lamports
}

type NumericKey =
  | 'burnBps'
  | 'developerBps'
  | 'maxDuration'
  | 'proofWindow'
  | 'voidDelay'
  | 'feedVoidDelay'
  | 'shortestPeriod'
  | 'shortestAttestedPeriod'
  | 'closeMargin'
  | 'maxConfidenceBps'
