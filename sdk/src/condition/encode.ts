import BN from 'bn.js'
import type { Raw } from '../coder.ts'
import { InvalidInputError } from '../errors.ts'
import { toBigInt } from '../values.ts'
import { COMPARISONS, TIMINGS } from './comparison.ts'
import { formatDecimal } from './decimal.ts'
import { type Condition, METRICS } from './kinds/index.ts'
import { comparedOf, metricData, numbered, toBps, toCondition, toHex } from './parts.ts'
import { validateShape } from './validate.ts'

/** A Rust enum without data, as Anchor's coder has it: one key with an empty object. */
export type ProgramVariant = Record<string, object>

/** The program's `Metric`, as Anchor's coder has it: one key with the data of that variant. */
export type ProgramMetric = Record<string, { feed?: number[]; minimumBalance?: BN; referenceAt?: BN }>

/** The program's `Condition`, as Anchor's coder has it. */
export interface ProgramCondition {
  metric: ProgramMetric
  comparison: ProgramVariant
  target: { mantissa: BN; exponent: number }
  timing: ProgramVariant
}

/** Converts a condition for Anchor's coder. */
export function encodeCondition(condition: Condition): ProgramCondition {
  validateShape(condition)
  const { comparison, target } = comparedOf(condition)
  const { feed, ...numbers } = metricData(condition)
  const data = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, toBN(value)]))
  return {
    metric: { [condition.type]: { ...(feed && { feed }), ...data } },
    comparison: { [comparison]: {} },
    target: { mantissa: toBN(target.mantissa), exponent: target.exponent },
    timing: { [condition.timing]: {} },
  }
}

/** A condition as a market stores it: enums as the byte that Borsh gives them. */
export type StoredCondition = Raw['storedCondition']

/**
 * Converts a condition from Anchor's coder. It accepts everything that the program can store, also conditions that
 * {@link validateShape} refuses.
 */
export function decodeCondition({ metric, comparison, target, timing }: ProgramCondition): Condition {
  const type = variant('condition.metric', metric, METRICS)
  const { feed = [], minimumBalance, referenceAt } = metric[type] ?? {}
  const mantissa = toBigInt(target.mantissa)
  return toCondition({
    type,
    feed: toHex(feed),
    minimumBalance: minimumBalance ? toBigInt(minimumBalance) : 0n,
    comparison: variant('condition.comparison', comparison, COMPARISONS),
    target: formatDecimal({ mantissa, exponent: target.exponent }),
    bps: toBps(mantissa),
    referenceAt: referenceAt ? toBigInt(referenceAt) : 0n,
    timing: variant('condition.timing', timing, TIMINGS),
  })
}

/** Turns the condition that a market stores into ours. */
export function decodeStoredCondition(stored: StoredCondition): Condition {
  const mantissa = toBigInt(stored.targetMantissa)
  return toCondition({
    type: numbered('condition.metric', stored.metric, METRICS),
    feed: toHex(stored.source),
    minimumBalance: toBigInt(stored.minimumBalance),
    comparison: numbered('condition.comparison', stored.comparison, COMPARISONS),
    target: formatDecimal({ mantissa, exponent: stored.targetExponent }),
    bps: toBps(mantissa),
    referenceAt: toBigInt(stored.referenceAt),
    timing: numbered('condition.timing', stored.timing, TIMINGS),
  })
}

function variant<T extends string>(field: string, value: object, names: readonly T[]): T {
  const name = names.find((candidate) => candidate in value)
  if (name === undefined) throw new InvalidInputError(field, `is not known: ${Object.keys(value)}`)
  return name
}

function toBN(value: bigint): BN {
  return new BN(value.toString())
}
