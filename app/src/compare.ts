import type { Comparison } from '@prediction-market/sdk'

/** Exactly `value × 10^exponent`. */
export interface Measured {
  value: bigint
  exponent: number
}

/** Whether a value stands to the target of a condition as it must; exact, as the program has it. */
export function meets(
  { comparison, target }: { comparison: Comparison; target: string },
  measured: Measured,
) {
  const [whole = '0', fraction = ''] = target.split('.')
  const wanted = { value: BigInt(whole + fraction), exponent: -fraction.length }
  const exponent = Math.min(wanted.exponent, measured.exponent)
  const scaled = (of: Measured) => of.value * 10n ** BigInt(of.exponent - exponent)
  const difference = scaled(measured) - scaled(wanted)
  switch (comparison) {
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
