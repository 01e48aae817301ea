// Compares measured values with the target of a condition, exactly as the program does.

import { formatAmount } from '../amounts.ts'
import { HAPPENED } from '../condition/comparison.ts'
import { comparedOf } from '../condition/encode.ts'
import type { Comparison, Condition } from '../condition/types.ts'

/** Exactly `value × 10^exponent`. */
export interface Measured {
  value: bigint
  exponent: number
}

/** The product of values. */
export function multiplyMeasured(values: readonly Measured[]): Measured {
  return values.reduce((one, other) => ({
    value: one.value * other.value,
    exponent: one.exponent + other.exponent,
  }))
}

/** Writes a value as a plain decimal. */
export function formatMeasured({ value, exponent }: Measured): string {
  return exponent <= 0 ? formatAmount(value, -exponent) : formatAmount(value * 10n ** BigInt(exponent), 0)
}

/** The part of a condition that is compared with an observed value: a target, or that something has happened. */
export type Compared = { comparison: Comparison; target: string } | Exclude<Condition, { target: string }>

/**
 * The target of a condition. For a change it is in US dollars: its share of the reference price.
 *
 * @param reference - that price
 * @returns `null` for a change without it
 */
export function targetOf(
  condition: Compared,
  reference: Measured | null,
): { comparison: Comparison; target: string } | null {
  if (!('bps' in condition)) return 'target' in condition ? condition : HAPPENED
  if (!reference) return null
  const { comparison, target } = comparedOf(condition)
  const factor = { value: target.mantissa, exponent: target.exponent }
  return { comparison, target: formatMeasured(multiplyMeasured([reference, factor])) }
}

/**
 * Whether an observed value meets a condition. Exact, as in the program.
 *
 * @param reference - the reference price of a change; without it no value meets a change
 */
export function meets(condition: Compared, measured: Measured, reference: Measured | null = null): boolean {
  const asked = targetOf(condition, reference)
  if (!asked) return false
  const [whole = '0', fraction = ''] = asked.target.split('.')
  const wanted = { value: BigInt(whole + fraction), exponent: -fraction.length }
  const exponent = Math.min(wanted.exponent, measured.exponent)
  const scaled = (of: Measured) => of.value * 10n ** BigInt(of.exponent - exponent)
  const difference = scaled(measured) - scaled(wanted)
  switch (asked.comparison) {
    case 'above':
      return difference > 0n
    case 'atLeast':
      return difference >= 0n
    case 'below':
      return difference < 0n
    case 'atMost':
      return difference <= 0n
  }
}
