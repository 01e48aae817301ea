import {
  BASIS_POINTS,
  MAX_FEE_BPS,
  MAX_MARKET_DURATION,
  MAX_PROOF_WINDOW,
  MAX_VOID_DELAY,
  parseAmount,
  type Settings,
  SOL_DECIMALS,
} from '@prediction-market/sdk'
import type { PublicKey } from '@solana/web3.js'
import { z } from 'zod'
import { type Environment, readSettings, whole } from '../runtime/settings.ts'

const DAY = 86_400

/** The settings of a new configuration. Descriptions are for the command's help, defaults in brackets. */
export const PROGRAM_SETTINGS = {
  BURN_BPS: whole(0, MAX_FEE_BPS)
    .default(500)
    .describe('share of the losing pool that is burned, in basis points [500]'),
  DEVELOPER_BPS: whole(0, MAX_FEE_BPS)
    .default(500)
    .describe('share of the losing pool for the treasury, in basis points [500]'),
  MINIMUM_STAKE_SOL: z.string().default('0.001').describe('smallest bet in SOL [0.001]'),
  MINIMUM_STAKE_UTILITY: z.string().optional().describe('smallest bet in UTILITY [0.001]'),
  MAX_DURATION: whole(1, MAX_MARKET_DURATION)
    .default(365 * DAY)
    .describe(`seconds that a market may run [${365 * DAY}]`),
  PROOF_WINDOW: whole(1, MAX_PROOF_WINDOW)
    .default(600)
    .describe('seconds after expiry in which a proof counts [600]'),
  VOID_DELAY: whole(1, MAX_VOID_DELAY)
    .optional()
    .describe(`seconds after expiry until an undecided market is refunded [${DAY}]`),
  MAX_CONFIDENCE_BPS: whole(1, BASIS_POINTS)
    .default(100)
    .describe('widest confidence interval of a price that counts, in basis points [100]'),
}

const ProgramSettings = z.object(PROGRAM_SETTINGS).superRefine(checkVoidDelay)

/** Refuses a `VOID_DELAY` of less than twice `PROOF_WINDOW`, as the program does. */
export function checkVoidDelay(
  { PROOF_WINDOW, VOID_DELAY }: { PROOF_WINDOW: number; VOID_DELAY?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (VOID_DELAY === undefined || VOID_DELAY >= 2 * PROOF_WINDOW) return
  const message = `must be at least twice PROOF_WINDOW, ${2 * PROOF_WINDOW}, got ${VOID_DELAY}`
  context.addIssue({ code: 'custom', path: ['VOID_DELAY'], message })
}

/**
 * Reads the settings of a new configuration from environment variables.
 *
 * @returns the settings, given the decimals of the utility mint
 * @throws Error that lists every invalid variable and what it must be
 */
export function programSettings(environment: Environment, treasury: PublicKey) {
  return toSettings(readSettings(ProgramSettings, environment), treasury)
}

/** The configuration for variables that have been read, given the decimals of the utility mint. */
export function toSettings(read: z.output<typeof ProgramSettings>, treasury: PublicKey) {
  const minimumStakeSol = stake('MINIMUM_STAKE_SOL', read.MINIMUM_STAKE_SOL, SOL_DECIMALS)
  return (utilityDecimals: number): Settings => {
    const smallest = utilityDecimals < 3 ? '1' : '0.001'
    const text = read.MINIMUM_STAKE_UTILITY ?? smallest
    return {
      treasury,
      burnBps: read.BURN_BPS,
      developerBps: read.DEVELOPER_BPS,
      minimumStakeSol,
      minimumStakeUtility: stake('MINIMUM_STAKE_UTILITY', text, utilityDecimals),
      maxDuration: read.MAX_DURATION,
      proofWindow: read.PROOF_WINDOW,
      voidDelay: read.VOID_DELAY ?? Math.max(DAY, 2 * read.PROOF_WINDOW),
      maxConfidenceBps: read.MAX_CONFIDENCE_BPS,
      paused: false,
    }
  }
}

/** An amount above zero, in base units. */
function stake(name: string, text: string, decimals: number): bigint {
  const units = parseAmount(text, decimals, name)
  if (units === 0n) throw new Error(`${name}: must be above zero`)
  return units
}
