import { BASIS_POINTS, MAX_FEE_BPS, parseAmount, type Settings } from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { type Environment, integer, SettingError, text } from './environment.ts'

/** The settings of a new deployment but for the treasury; amounts in whole SOL and UTILITY. */
export const DEFAULTS = {
  burnBps: 500,
  developerBps: 500,
  minimumStakeSol: '0.001',
  minimumStakeUtility: '0.001',
  maxDuration: 365 * 86_400,
  proofWindow: 600,
  voidDelay: 86_400,
  maxConfidenceBps: 100,
} as const

/** Seconds in the longest of times that the program allows. */
const LONGEST = { maxDuration: 5 * 365 * 86_400, proofWindow: 7 * 86_400, voidDelay: 30 * 86_400 }

const SOL_DECIMALS = 9

/**
 * The settings of a new deployment, as the environment has them or by default.
 *
 * @returns the settings for a utility mint of so many decimals
 * @throws SettingError for what the program would refuse
 */
export function readSettings(environment: Environment, treasury: PublicKey) {
  const whole = (name: string, fallback: number, minimum: number, maximum: number) =>
    integer(environment, name, fallback, { minimum, maximum })

  const proofWindow = whole('PROOF_WINDOW', DEFAULTS.proofWindow, 1, LONGEST.proofWindow)
  const voidDelay = whole('VOID_DELAY', Math.max(DEFAULTS.voidDelay, 2 * proofWindow), 1, LONGEST.voidDelay)
  if (voidDelay < 2 * proofWindow) {
    throw new SettingError('VOID_DELAY', `must be at least twice PROOF_WINDOW, ${2 * proofWindow}`)
  }
  const numbers = {
    treasury,
    burnBps: whole('BURN_BPS', DEFAULTS.burnBps, 0, MAX_FEE_BPS),
    developerBps: whole('DEVELOPER_BPS', DEFAULTS.developerBps, 0, MAX_FEE_BPS),
    minimumStakeSol: amount(environment, 'MINIMUM_STAKE_SOL', DEFAULTS.minimumStakeSol, SOL_DECIMALS),
    maxDuration: whole('MAX_DURATION', DEFAULTS.maxDuration, 1, LONGEST.maxDuration),
    proofWindow,
    voidDelay,
    maxConfidenceBps: whole('MAX_CONFIDENCE_BPS', DEFAULTS.maxConfidenceBps, 1, BASIS_POINTS),
    paused: false,
  }
  return (utilityDecimals: number): Settings => {
    const fallback = utilityDecimals < 3 ? '1' : DEFAULTS.minimumStakeUtility
    const minimumStakeUtility = amount(environment, 'MINIMUM_STAKE_UTILITY', fallback, utilityDecimals)
    return { ...numbers, minimumStakeUtility }
  }
}

/** A positive amount of a currency, in base units. */
function amount(environment: Environment, name: string, fallback: string, decimals: number): bigint {
  const value = text(environment, name) ?? fallback
  let units: bigint
  try {
    units = parseAmount(value, decimals, name)
  } catch (error) {
    const { reason } = error as { reason?: string }
    throw new SettingError(name, `is ${value}, which ${reason ?? 'is no amount'}`)
  }
  if (units === 0n) throw new SettingError(name, 'must be above zero')
  return units
}
