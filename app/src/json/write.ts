import { formatAmount } from '@prediction-market/sdk'

/** A JSON number by its digits: what a double would round stays as it is. */
export class NumberLiteral {
  constructor(readonly text: string) {}
}

/** What can be written; `undefined` leaves a field out. */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | NumberLiteral
  | readonly Json[]
  | { readonly [key: string]: Json }

/** An amount of base units as a JSON number in whole units of its currency, to the last digit. */
export function amount(units: bigint, decimals: number): NumberLiteral {
  return new NumberLiteral(formatAmount(units, decimals))
}

/** A plain decimal as a JSON number. */
export function decimal(text: string): NumberLiteral {
  return new NumberLiteral(text)
}

/** Writes JSON. Unlike `JSON.stringify` it can write numbers that no double holds. */
export function writeJson(value: Exclude<Json, undefined>): string {
  if (value instanceof NumberLiteral) return value.text
  if (Array.isArray(value)) {
    return `[${value.map((item) => writeJson(item ?? null)).join(',')}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value as Record<string, Json>)
    .filter((field): field is [string, Exclude<Json, undefined>] => field[1] !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`)
  return `{${fields.join(',')}}`
}
