// Conditions as loose parts: how they become a condition, and how the program stores them.

import { InvalidInputError } from '../errors.ts'
import { type Comparison, HAPPENED, type Timing } from './comparison.ts'
import { type Decimal, parseDecimal } from './decimal.ts'
import { type Condition, type ConditionFields, kindOf } from './kinds/index.ts'

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

/** The program's target of a change is a factor in basis points: 10,000 is no change. */
const WHOLE = 10_000
const BPS_EXPONENT = -4

/** The basis points of a change, from the digits of the program's target. */
export function toBps(mantissa: bigint): number {
  return Number(mantissa) - WHOLE
}

/** The comparison of a condition and its target, as the program stores them. */
export function comparedOf(condition: Condition): { comparison: Comparison; target: Decimal } {
  if ('bps' in condition) {
    const { comparison, bps } = condition
    return { comparison, target: { mantissa: BigInt(WHOLE + bps), exponent: BPS_EXPONENT } }
  }
  const { comparison, target } = 'target' in condition ? condition : HAPPENED
  return { comparison, target: parseDecimal(target) }
}

/** The data of a condition's variant of the program's `Metric`. */
export function metricData(condition: Condition): {
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
