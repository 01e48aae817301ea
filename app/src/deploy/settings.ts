// The settings of a new configuration and of the burn auction.

import { formatAmount, parseAmount, SOL_DECIMALS } from '@prediction-market/sdk'
import type { AuctionSettings, Settings } from '@prediction-market/sdk/accounts'
import { DEFAULT_AUCTION } from '@prediction-market/sdk/instructions'
import { PYTH_RECEIVER, PYTH_RECEIVERS } from '@prediction-market/sdk/oracle/pyth'
import * as rules from '@prediction-market/sdk/rules'
import type { PublicKey } from '@solana/web3.js'
import { z } from 'zod'
import { address, type Environment, readSettings, whole } from '../runtime/settings.ts'

const DAY = 86_400

const RECEIVERS = PYTH_RECEIVERS.map((receiver) => receiver.toBase58())

/** The settings of a new configuration. Descriptions are for the command's help, defaults in brackets. */
export const PROGRAM_SETTINGS = {
  PYTH_RECEIVER: address
    .refine(
      (receiver) => RECEIVERS.includes(receiver.toBase58()),
      `must be one of Pyth's receivers, ${RECEIVERS.join(' or ')}`,
    )
    .optional()
    .describe(`Pyth's receiver program whose prices count: ${RECEIVERS.join(' or ')} [the second]`),
  BURN_BPS: whole(0, rules.MAX_FEE_BPS)
    .default(500)
    .describe('share of the losing pool that is burned, in basis points [500]'),
  DEVELOPER_BPS: whole(0, rules.MAX_FEE_BPS)
    .default(500)
    .describe('share of the losing pool for the treasury, in basis points [500]'),
  MINIMUM_STAKE_SOL: z.string().default('0.001').describe('smallest bet in SOL, at most 10 [0.001]'),
  MINIMUM_STAKE_UTILITY: z.string().optional().describe('smallest bet in UTILITY, at most 1000000 [0.001]'),
  MAX_DURATION: whole(1, rules.MAX_MARKET_DURATION)
    .default(365 * DAY)
    .describe(`seconds that a market may run [${365 * DAY}]`),
  PROOF_WINDOW: whole(rules.MIN_PROOF_WINDOW, rules.MAX_PROOF_WINDOW)
    .default(600)
    .describe('seconds after expiry in which an early Yes can still be submitted [600]'),
  VOID_DELAY: whole(1, rules.MAX_VOID_DELAY)
    .optional()
    .describe(`seconds after expiry until an undecided market is refunded [${DAY}]`),
  FEED_VOID_DELAY: whole(1, rules.MAX_VOID_DELAY)
    .optional()
    .describe(`the same for prices and market caps by expiry, whose feed may pause [${10 * DAY}]`),
  SHORTEST_PERIOD: whole(rules.SHORTEST_PERIOD, rules.LONGEST_PERIOD)
    .default(30)
    .describe('shortest betting period of prices, supplies and migrations, in seconds [30]'),
  SHORTEST_ATTESTED_PERIOD: whole(rules.SHORTEST_PERIOD, rules.LONGEST_ATTESTED_PERIOD)
    .default(300)
    .describe('shortest betting period of holders and events, in seconds [300]'),
  CLOSE_MARGIN: whole(rules.MIN_CLOSE_MARGIN, rules.MAX_CLOSE_MARGIN)
    .default(10)
    .describe('seconds before the answer at which betting ends in markets decided at expiry [10]'),
  DECIDE_REWARD: whole(0, rules.MAX_DECIDE_REWARD)
    .default(300_000)
    .describe('lamports for whoever decides a market, unless its creator offers another reward [300000]'),
  SETTLE_REWARD: whole(0, rules.MAX_SETTLE_REWARD)
    .default(5_000)
    .describe('lamports for whoever settles a position [5000]'),
  MAX_CONFIDENCE_BPS: whole(rules.MIN_CONFIDENCE_BPS, rules.BASIS_POINTS)
    .default(100)
    .describe('widest confidence interval of a price that counts, in basis points [100]'),
}

/** The fewest slots in which the price of the burn auction halves on a cluster, about ten minutes. */
const SHORTEST_HALF_LIFE = 1_500

/** The settings of the burn auction, which never change. Descriptions are for the command's help. */
export const AUCTION_SETTINGS = {
  AUCTION_FIRST_PRICE: z
    .string()
    .default('0')
    .describe('first price in UTILITY for one SOL; 0 for the whole supply of the mint [0]'),
  AUCTION_HALF_LIFE: whole(SHORTEST_HALF_LIFE, rules.MAX_HALF_LIFE)
    .default(DEFAULT_AUCTION.halfLife)
    .describe(
      `slots in which the price halves, ${SHORTEST_HALF_LIFE} to ${rules.MAX_HALF_LIFE} [${DEFAULT_AUCTION.halfLife}]`,
    ),
  AUCTION_SMALLEST_LOT: z
    .string()
    .default('1')
    .describe('SOL that one purchase may always take, if there is that much, 0.25 to 10 [1]'),
}

const AuctionVariables = z.object(AUCTION_SETTINGS)

/** The burn auction for variables that have been read, given the decimals of the utility mint. */
export function toAuction(read: z.output<typeof AuctionVariables>) {
  const { AUCTION_FIRST_PRICE, AUCTION_HALF_LIFE, AUCTION_SMALLEST_LOT } = read
  const smallestLot = parseAmount(AUCTION_SMALLEST_LOT, SOL_DECIMALS, 'AUCTION_SMALLEST_LOT')
  const [least, most] = [BigInt(rules.MIN_SMALLEST_LOT), BigInt(rules.MAX_SMALLEST_LOT)]
  if (smallestLot < least || smallestLot > most) {
    const range = [least, most].map((lamports) => formatAmount(lamports, SOL_DECIMALS)).join(' to ')
    throw new Error(`AUCTION_SMALLEST_LOT: must be from ${range} SOL, got ${AUCTION_SMALLEST_LOT}`)
  }
  return (utilityDecimals: number): AuctionSettings => ({
    firstPrice: parseAmount(AUCTION_FIRST_PRICE, utilityDecimals, 'AUCTION_FIRST_PRICE'),
    halfLife: AUCTION_HALF_LIFE,
    smallestLot,
  })
}

const ProgramSettings = z.object(PROGRAM_SETTINGS).superRefine(checkVoidDelay)

const DELAYS = ['VOID_DELAY', 'FEED_VOID_DELAY'] as const

/** Refuses a void delay of less than twice `PROOF_WINDOW`, as the program does. */
export function checkVoidDelay(
  read: { PROOF_WINDOW: number } & Partial<Record<(typeof DELAYS)[number], number | undefined>>,
  context: z.RefinementCtx,
): void {
  const least = 2 * read.PROOF_WINDOW
  for (const name of DELAYS) {
    const delay = read[name]
    if (delay === undefined || delay >= least) continue
    const message = `must be at least twice PROOF_WINDOW, ${least}, got ${delay}`
    context.addIssue({ code: 'custom', path: [name], message })
  }
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
  const mostSol = BigInt(rules.MAX_MINIMUM_STAKE_SOL)
  const minimumStakeSol = stake('MINIMUM_STAKE_SOL', read.MINIMUM_STAKE_SOL, SOL_DECIMALS, mostSol)
  return (utilityDecimals: number): Settings => {
    const text = read.MINIMUM_STAKE_UTILITY ?? (utilityDecimals < 3 ? '1' : '0.001')
    const most = BigInt(rules.MAX_MINIMUM_STAKE_UTILITY) * 10n ** BigInt(utilityDecimals)
    return {
      treasury,
      pythReceiver: read.PYTH_RECEIVER ?? PYTH_RECEIVER,
      burnBps: read.BURN_BPS,
      developerBps: read.DEVELOPER_BPS,
      minimumStakeSol,
      minimumStakeUtility: stake('MINIMUM_STAKE_UTILITY', text, utilityDecimals, most),
      decideReward: BigInt(read.DECIDE_REWARD),
      settleReward: BigInt(read.SETTLE_REWARD),
      maxDuration: read.MAX_DURATION,
      proofWindow: read.PROOF_WINDOW,
      voidDelay: read.VOID_DELAY ?? Math.max(DAY, 2 * read.PROOF_WINDOW),
      feedVoidDelay: read.FEED_VOID_DELAY ?? Math.max(10 * DAY, 2 * read.PROOF_WINDOW),
      shortestPeriod: read.SHORTEST_PERIOD,
      shortestAttestedPeriod: read.SHORTEST_ATTESTED_PERIOD,
      closeMargin: read.CLOSE_MARGIN,
      maxConfidenceBps: read.MAX_CONFIDENCE_BPS,
      paused: false,
    }
  }
}

/** An amount above zero, in base units. */
function stake(name: string, text: string, decimals: number, most: bigint): bigint {
  const units = parseAmount(text, decimals, name)
  if (units < 1n || units > most)
    throw new Error(`${name}: must be above zero, at most ${formatAmount(most, decimals)}`)
  return units
}
