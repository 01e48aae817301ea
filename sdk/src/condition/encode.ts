import BN from 'bn.js'
import { InvalidInputError } from '../errors.ts'
import { type Decimal, formatDecimal, parseDecimal } from './decimal.ts'
import { COMPARISONS, type Comparison, type Condition, TIMINGS, type Timing } from './types.ts'
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

/** The comparison of migrations and events, whose observations are 0 or 1. */
export const HAPPENED = { comparison: 'atLeast', target: '1' } as const

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

/**
 * Converts a condition from Anchor's coder. It accepts everything that the program can store, also conditions that
 * {@link validateShape} refuses.
 */
export function decodeCondition({ metric, comparison, target, timing }: ProgramCondition): Condition {
  const when: Timing = variant('condition.timing', timing, TIMINGS)
  const decimal: Decimal = { mantissa: BigInt(target.mantissa.toString()), exponent: target.exponent }
  const compared = {
    comparison: variant<Comparison>('condition.comparison', comparison, COMPARISONS),
    target: formatDecimal(decimal),
    timing: when,
  }
  if ('price' in metric) return { type: 'price', feed: toHex(metric.price.feed), ...compared }
  if ('marketCap' in metric) return { type: 'marketCap', feed: toHex(metric.marketCap.feed), ...compared }
  if ('supply' in metric) return { type: 'supply', ...compared }
  if ('holders' in metric) {
    const minimumBalance = BigInt(metric.holders.minimumBalance.toString())
    return { type: 'holders', ...compared, minimumBalance }
  }
  if ('migration' in metric) return { type: 'migration', timing: when }
  if ('event' in metric) return { type: 'event', timing: when }
  throw new InvalidInputError('condition.metric', `is not known: ${Object.keys(metric)}`)
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

function variant<T extends string>(field: string, value: ProgramVariant, names: readonly T[]): T {
  const name = names.find((candidate) => candidate in value)
  if (name === undefined) throw new InvalidInputError(field, `is not known: ${Object.keys(value)}`)
  return name
}

function toBN(value: bigint): BN {
  return new BN(value.toString())
}

function fromHex(hex: string): number[] {
  return Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  )
}

function toHex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
