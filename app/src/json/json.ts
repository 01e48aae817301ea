// Reads and writes JSON without losing a digit, and converts numbers of requests to plain decimals.

import { formatAmount } from '@prediction-market/sdk'
import { isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json'

/** A text that is not JSON. The message follows the name of the text: `is not valid JSON: …`. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}

/**
 * Parses JSON without losing a digit: a number that a double cannot hold becomes a `LosslessNumber`. A key that is
 * repeated with another value is an error.
 *
 * @throws JsonError with the reason and the position
 */
export function readJson(text: string): unknown {
  try {
    return parse(text, null, readNumber)
  } catch (error) {
    if (error instanceof SyntaxError) throw new JsonError(`is not valid JSON: ${error.message}`)
    // The parser is recursive, so a deeply nested text overflows the stack.
    if (error instanceof RangeError) throw new JsonError('is nested too deeply')
    throw error
  }
}

function readNumber(text: string): number | LosslessNumber {
  return isSafeNumber(text) ? Number(text) : new LosslessNumber(text)
}

const MAX_EXPONENT = 40

/** The longest decimal that is accepted, in characters. */
const MAX_LENGTH = 128

/** The digits of a number that `readJson` returned; `undefined` for any other value. */
export function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return value instanceof LosslessNumber ? value.value : undefined
}

/**
 * Writes a number of a request without an exponent: `1e-9` becomes `0.000000001`. A string is returned as it is.
 *
 * @returns `null` for other types, for a negative number, and for one that is too long or too large
 */
export function plainDecimal(value: unknown): string | null {
  const text = typeof value === 'string' ? value : digitsOf(value)
  if (text === undefined || text.length > MAX_LENGTH) return null
  if (typeof value === 'string') return text
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!match) return null
  const [, whole = '', fraction = '', power = '0'] = match
  const exponent = Number(power)
  if (Math.abs(exponent) > MAX_EXPONENT) return null
  if (exponent === 0) return text.replace(/[eE].*/, '')
  return shift(whole + fraction, whole.length + exponent)
}

/** Puts the decimal point after `point` digits, and drops leading and trailing zeros. */
function shift(digits: string, point: number): string {
  const padded = point < 1 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const split = Math.max(point, 1)
  const whole = padded.slice(0, split).replace(/^0+(?=\d)/, '')
  const fraction = padded.slice(split).replace(/0+$/, '')
  return whole + (fraction && `.${fraction}`)
}

/** A JSON number that is written with every digit. */
export type Decimal = LosslessNumber

/** A value that `writeJson` can write. A field that is `undefined` is left out. */
export type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | Decimal
  | readonly Json[]
  | { readonly [key: string]: Json }

/** An amount of base units as a JSON number in whole units of its currency, with every digit. */
export function amount(units: bigint, decimals: number): Decimal {
  return new LosslessNumber(formatAmount(units, decimals))
}

/** A plain decimal as a JSON number. */
export function decimal(text: string): Decimal {
  return new LosslessNumber(text)
}

/** Brands a text with the type of the value that it was written from; the property does not exist at run time. */
declare const WRITTEN: unique symbol

/** The JSON of a value of this type. */
export type JsonText<Value> = string & { readonly [WRITTEN]: Value }

/** The same in UTF-8. */
export type JsonBytes<Value> = Uint8Array<ArrayBuffer> & { readonly [WRITTEN]: Value }

/** Writes JSON. Unlike `JSON.stringify` it writes a `Decimal` with its own digits. */
export function writeJson<Value extends Exclude<Json, undefined>>(value: Value): JsonText<Value> {
  return stringify(value) as JsonText<Value>
}

/** Writes an array whose items are written already. */
export function writeJsonArray<Item>(items: readonly JsonText<Item>[]): JsonText<Item[]> {
  return `[${items.join(',')}]` as JsonText<Item[]>
}

export function encodeJson<Value>(text: JsonText<Value>): JsonBytes<Value> {
  return Buffer.from(text) as Uint8Array<ArrayBuffer> as JsonBytes<Value>
}
