import type { Condition, Subject } from './types.ts'

/** A measured value: `value × 10^exponent`. */
export interface Measured {
  value: bigint
  exponent: number
}

/** Beyond this difference of exponents, only a value of zero is not the larger one: 64 digits and more. */
const FAR = 60

/** The sign of a − b, exactly. */
function compare(a: Measured, b: Measured): number {
  if (a.exponent < b.exponent) return -compare(b, a)
  const shift = a.exponent - b.exponent
  if (shift > FAR) {
    if (a.value === 0n) return b.value === 0n ? 0 : -1
    return 1
  }
  const scaled = a.value * 10n ** BigInt(shift)
  return scaled < b.value ? -1 : Number(scaled > b.value)
}

export function isMet(condition: Condition, measured: Measured): boolean {
  const order = compare(measured, { value: condition.mantissa, exponent: condition.exponent })
  return [order > 0, order >= 0, order < 0, order <= 0][condition.comparison] as boolean
}

/** The condition that a change comes to once it is known what it begins with. */
export function fromReference(condition: Condition, { value, exponent }: Measured): Condition {
  return { ...condition, mantissa: condition.mantissa * value, exponent: condition.exponent + exponent }
}

/** A supply in whole tokens. */
export function supplyOf({ decimals }: Subject, supply: bigint): Measured {
  return { value: supply, exponent: -decimals }
}

/** Whether the supply has decided already, or can no longer change the answer. */
export function isSupplyFixed(condition: Condition, subject: Subject): boolean {
  const at = (supply: bigint) => isMet(condition, supplyOf(subject, supply))
  if (at(subject.supply)) return true
  return at(0n) === at(subject.hasAuthority ? 2n ** 64n - 1n : subject.supply)
}
