import { InvalidInputError } from '../errors.ts'
import { requireAddress, requireInteger, requireU64 } from '../input.ts'
import { MAX_FEE_BPS, MAX_MARKET_DURATION, MAX_PROOF_WINDOW, MAX_VOID_DELAY } from '../limits.ts'
import { BASIS_POINTS } from '../odds.ts'
import type { Settings } from '../values.ts'
import { toBN } from './build.ts'

/** Checks settings and converts them for Anchor's coder. */
export function encodeSettings(settings: Settings): object {
  if (typeof settings !== 'object' || settings === null) {
    throw new InvalidInputError('settings', 'must be an object')
  }
  const whole = (key: NumericKey, minimum: number, maximum: number) =>
    requireInteger(`settings.${key}`, settings[key], minimum, maximum)
  if (typeof settings.paused !== 'boolean') {
    throw new InvalidInputError('settings.paused', 'must be true or false')
  }
  const proofWindow = whole('proofWindow', 1, MAX_PROOF_WINDOW)
  return {
    treasury: requireAddress('settings.treasury', settings.treasury),
    burnBps: whole('burnBps', 0, MAX_FEE_BPS),
    developerBps: whole('developerBps', 0, MAX_FEE_BPS),
    minimumStakeSol: toBN(requireU64('settings.minimumStakeSol', settings.minimumStakeSol, 1n)),
    minimumStakeUtility: toBN(requireU64('settings.minimumStakeUtility', settings.minimumStakeUtility, 1n)),
    maxDuration: whole('maxDuration', 1, MAX_MARKET_DURATION),
    proofWindow,
    voidDelay: whole('voidDelay', 2 * proofWindow, MAX_VOID_DELAY),
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
