// Converts conditions to and from what the program reads and writes.

import { InvalidInputError } from '../errors.ts'
import { toHex } from '../hex.ts'
import type { Raw } from '../raw.ts'
import { COMPARISONS, TIMINGS } from './comparison.ts'
import { formatDecimal } from './decimal.ts'
import { type Condition, METRICS } from './kinds/index.ts'
import { comparedOf, metricData, numbered, toBps, toCondition } from './parts.ts'
import { validateShape } from './validate.ts'

/** A Rust enum without data, as it is read and written: one key with an empty object. */
export type ProgramVariant = Record<string, object>

/** The program's `Metric`, as it is read and written: one key with the data of that variant. */
export type ProgramMetric = Record<
  string,
  { feed?: Iterable<number>; minimumBalance?: bigint; referenceAt?: bigint }
>

/** The program's `Condition`, as it is read and written. */
export interface ProgramCondition {
  metric: ProgramMetric
  comparison: ProgramVariant
  target: { mantissa: bigint; exponent: number }
  timing: ProgramVariant
}

/** Converts a condition for an instruction. */
export function encodeCondition(condition: Condition): ProgramCondition {
  validateShape(condition)
  const { comparison, target } = comparedOf(condition)
  return {
    metric: { [condition.type]: metricData(condition) },
    comparison: { [comparison]: {} },
    target,
    timing: { [condition.timing]: {} },
  }
}

/** A condition as a market stores it: enums as the byte that Borsh gives them. */
export type StoredCondition = Raw<'storedCondition', unknown>

/**
 * Converts a condition from an event. It accepts everything that the program can store, including conditions that
 * {@link validateShape} refuses.
 */
export function decodeCondition({ metric, comparison, target, timing }: ProgramCondition): Condition {
  const type = variant('condition.metric', metric, METRICS)
  const { feed = [], minimumBalance, referenceAt } = metric[type] ?? {}
  const mantissa = target.mantissa
  return toCondition({
    type,
    feed: toHex(feed),
    minimumBalance: minimumBalance ?? 0n,
    comparison: variant('condition.comparison', comparison, COMPARISONS),
    target: formatDecimal({ mantissa, exponent: target.exponent }),
    bps: toBps(mantissa),
    referenceAt: referenceAt ?? 0n,
    timing: variant('condition.timing', timing, TIMINGS),
  })
}

/** Converts the condition of a market account. */
export function decodeStoredCondition(stored: StoredCondition): Condition {
  const mantissa = stored.targetMantissa
  return toCondition({
    type: numbered('condition.metric', stored.metric, METRICS),
    feed: toHex(stored.source),
    minimumBalance: stored.minimumBalance,
    comparison: numbered('condition.comparison', stored.comparison, COMPARISONS),
    target: formatDecimal({ mantissa, exponent: stored.targetExponent }),
    bps: toBps(mantissa),
    referenceAt: stored.referenceAt,
    timing: numbered('condition.timing', stored.timing, TIMINGS),
  })
}

function variant<T extends string>(field: string, value: object, names: readonly T[]): T {
  const name = names.find((candidate) => candidate in value)
  if (name === undefined) throw new InvalidInputError(field, `is not known: ${Object.keys(value)}`)
  return name
}
