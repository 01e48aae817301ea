import { formatAmount } from '@prediction-market/sdk'
import { LosslessNumber, stringify } from 'lossless-json'

/** A value that `writeJson` can write. A field that is `undefined` is left out. */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | LosslessNumber
  | readonly Json[]
  | { readonly [key: string]: Json }

/** An amount of base units as a JSON number in whole units of its currency, with every digit. */
export function amount(units: bigint, decimals: number): LosslessNumber {
  return new LosslessNumber(formatAmount(units, decimals))
}

/** A plain decimal as a JSON number. */
export function decimal(text: string): LosslessNumber {
  return new LosslessNumber(text)
}

/** Writes JSON. Unlike `JSON.stringify` it writes a `LosslessNumber` with its own digits. */
export function writeJson(value: Exclude<Json, undefined>): string {
  return stringify(value) as string
}
