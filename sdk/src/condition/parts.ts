import { InvalidInputError } from '../errors.ts'
import { type Decimal, formatDecimal } from './decimal.ts'
import type { Comparison, Condition, Timing } from './types.ts'

/** The comparison of migrations and events, whose observations are 0 or 1. */
export const HAPPENED = { comparison: 'atLeast', target: '1' } as const

/** The fields of all conditions together; each type has some of them. */
export interface ConditionParts {
  type: Condition['type']
  feed: Iterable<number>
  minimumBalance: bigint
  comparison: Comparison
  target: Decimal
  timing: Timing
}

/** Makes a condition of its parts. */
export function toCondition(parts: ConditionParts): Condition {
  const { type, feed, minimumBalance, comparison, timing } = parts
  const target = formatDecimal(parts.target)
  switch (type) {
    case 'price':
    case 'marketCap':
      return { type, feed: toHex(feed), comparison, target, timing }
    case 'supply':
      return { type, comparison, target, timing }
    case 'holders':
      return { type, comparison, target, timing, minimumBalance }
    case 'migration':
    case 'event':
      return { type, timing }
  }
}

/** The variant of an enum that a market stores as a byte. */
export function numbered<T extends string>(field: string, index: number, names: readonly T[]): T {
  const name = names[index]
  if (name === undefined) throw new InvalidInputError(field, `is not known: ${index}`)
  return name
}

/** The bytes of a feed id. */
export function fromHex(hex: string): number[] {
  return Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  )
}

function toHex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
