import BN from 'bn.js'
import type { Raw } from '../coder.ts'
import { InvalidInputError } from '../errors.ts'
import { toBigInt } from '../values.ts'
import { parseDecimal } from './decimal.ts'
import { fromHex, HAPPENED, numbered, toCondition } from './parts.ts'
import { COMPARISONS, type Condition, METRICS, TIMINGS } from './types.ts'
import { validateShape } from './validate.ts'

/** A Rust enum without data, as Anchor's coder has it: one key with an empty object. */
export type ProgramVariant = Record<string, object>

/** The program's `Metric`, as Anchor's coder has it. */
export type ProgramMetric =
  | { price: { feed: number[] } }
  | { marketCap: { feed: number[] } }
  | { supply: Record<string, never> }
  | { migration: Record<string, never> }
  | { holders: { minimumBalance: BN } }
  | { event: Record<string, never> }

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
  const { comparison, target } = 'target' in condition ? condition : HAPPENED
  const { mantissa, exponent } = parseDecimal(target)
  return {
    metric: encodeMetric(condition),
    comparison: { [comparison]: {} },
    target: { mantissa: toBN(mantissa), exponent },
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
  return toCondition({
    type: variant('condition.metric', metric, METRICS),
    feed: 'price' in metric ? metric.price.feed : 'marketCap' in metric ? metric.marketCap.feed : [],
    minimumBalance: 'holders' in metric ? toBigInt(metric.holders.minimumBalance) : 0n,
    comparison: variant('condition.comparison', comparison, COMPARISONS),
    target: { mantissa: toBigInt(target.mantissa), exponent: target.exponent },
    timing: variant('condition.timing', timing, TIMINGS),
  })
}

/** Turns the condition that a market stores into ours. */
export function decodeStoredCondition(stored: StoredCondition): Condition {
  return toCondition({
    type: numbered('condition.metric', stored.metric, METRICS),
    feed: stored.feed,
    minimumBalance: toBigInt(stored.minimumBalance),
    comparison: numbered('condition.comparison', stored.comparison, COMPARISONS),
    target: { mantissa: toBigInt(stored.targetMantissa), exponent: stored.targetExponent },
    timing: numbered('condition.timing', stored.timing, TIMINGS),
  })
}

function encodeMetric(condition: Condition): ProgramMetric {
  switch (condition.type) {
    case 'price':
      return { price: { feed: fromHex(condition.feed) } }
    case 'marketCap':
      return { marketCap: { feed: fromHex(condition.feed) } }
    case 'supply':
      return { supply: {} }
    case 'migration':
      return { migration: {} }
    case 'holders':
      return { holders: { minimumBalance: toBN(condition.minimumBalance) } }
    case 'event':
      return { event: {} }
  }
}

function variant<T extends string>(field: string, value: object, names: readonly T[]): T {
  const name = names.find((candidate) => candidate in value)
  if (name === undefined) throw new InvalidInputError(field, `is not known: ${Object.keys(value)}`)
  return name
}

function toBN(value: bigint): BN {
  return new BN(value.toString())
}
