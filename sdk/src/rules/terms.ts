import type { PublicKey } from '@solana/web3.js'
import type { Config } from '../accounts/decode.ts'
import { isAttested } from '../condition/kinds/index.ts'
import type { Condition } from '../condition/types.ts'
import { CURRENCIES, currencyOf } from '../currency.ts'
import { LONGEST_ATTESTED_PERIOD, LONGEST_PERIOD, PERIODS_PER_MARKET } from '../limits.ts'
import type { ExpectedTerms, Settings } from '../values.ts'

/**
 * The length of a betting period in seconds: a 64th of the market's duration, within the shortest and longest
 * length for this kind of condition.
 *
 * @param duration - seconds from creation to expiry
 */
export function periodLength(
  settings: Pick<Settings, 'shortestPeriod' | 'shortestAttestedPeriod'>,
  condition: Pick<Condition, 'type'>,
  duration: bigint,
): number {
  const longest = isAttested(condition) ? LONGEST_ATTESTED_PERIOD : LONGEST_PERIOD
  const share = Math.floor(Number(duration) / PERIODS_PER_MARKET)
  return Math.max(Math.min(share, longest), shortestPeriod(settings, condition))
}

/**
 * The terms that a new market would have now, for `createMarket` to insist on.
 *
 * @param mint - the mint of the stakes; `null` for SOL
 */
export function expectedTerms(
  { settings, attestorSets }: Pick<Config, 'settings' | 'attestorSets'>,
  condition: Pick<Condition, 'type'>,
  mint: PublicKey | null,
): ExpectedTerms {
  return {
    treasury: settings.treasury,
    minimumStake: CURRENCIES[currencyOf({ mint })].minimumStake(settings),
    pythReceiver: settings.pythReceiver,
    proofWindow: settings.proofWindow,
    voidDelay: settings.voidDelay,
    shortestPeriod: shortestPeriod(settings, condition),
    burnBps: settings.burnBps,
    developerBps: settings.developerBps,
    maxConfidenceBps: settings.maxConfidenceBps,
    attestorSet: Math.max(attestorSets - 1, 0),
  }
}

function shortestPeriod(
  settings: Pick<Settings, 'shortestPeriod' | 'shortestAttestedPeriod'>,
  condition: Pick<Condition, 'type'>,
): number {
  return isAttested(condition) ? settings.shortestAttestedPeriod : settings.shortestPeriod
}
