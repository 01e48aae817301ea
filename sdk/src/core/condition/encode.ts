// Converts conditions to and from what the program reads and writes.

import { CHANGE_EXPONENT, NO_CHANGE } from '../../idl/limits.ts'
import { toHex } from '../encoding.ts'
import { InvalidInputError } from '../errors.ts'
import type { Raw } from '../raw.ts'
import { COMPARISONS, type Comparison, HAPPENED, TIMINGS, type Timing } from './comparison.ts'
import { type Decimal, formatDecimal, parseDecimal } from './decimal.ts'
import { type Condition, type ConditionFields, kindOf, METRICS } from './kinds/index.ts'
import { validateShape } from './validate.ts'

/** The fields of all conditions together; each type has some of them. */
export interface ConditionParts extends Partial<ConditionFields> {
  type: Condition['type']
  timing: Timing
}

/** Builds a condition from its parts. */
export function toCondition(parts: ConditionParts): Condition {
  const { type, timing } = parts
  const fields = kindOf(parts).fields.map((field) => [field, parts[field]])
  return { type, ...Object.fromEntries(fields), timing }
}

/** The basis points of a change, from the digits of the program's target. */
export function toBps(mantissa: bigint): number {
  return Number(mantissa) - NO_CHANGE
}

/** The comparison of a condition and its target, as the program stores them. */
export function comparedOf(condition: Condition): { comparison: Comparison; target: Decimal } {
  if ('bps' in condition) {
    const { comparison, bps } = condition
    return { comparison, target: { mantissa: BigInt(NO_CHANGE + bps), exponent: CHANGE_EXPONENT } }
  }
  const { comparison, target } = 'target' in condition ? condition : HAPPENED
  return { comparison, target: parseDecimal(target) }
}

/** The data of a condition's variant of the program's `Metric`. */
function metricData(condition: Condition): {
  feed?: number[]
  minimumBalance?: bigint
  referenceAt?: bigint
} {
  return {
    ...('feed' in condition && { feed: fromHex(condition.feed) }),
    ...('minimumBalance' in condition && { minimumBalance: condition.minimumBalance }),
    ...('referenceAt' in condition && { referenceAt: condition.referenceAt }),
  }
}

/** The variant of an enum that a market stores as a byte. */
export function numbered<T extends string>(field: string, index: number, names: readonly T[]): T {
  const name = names[index]
  if (name === undefined) throw new InvalidInputError(field, `is not known: ${index}`)
  return name
}

function fromHex(hex: string): number[] {
  return Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  )
}

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

/** Converts a condition from an event, also one that {@link validateShape} refuses. */
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
