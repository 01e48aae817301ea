// Writes JSON with exact decimals.

import { formatAmount } from '@prediction-market/sdk'
import { LosslessNumber, stringify } from 'lossless-json'

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

/** Encodes JSON in UTF-8. */
export function encodeJson<Value>(text: JsonText<Value>): JsonBytes<Value> {
  return Buffer.from(text) as Uint8Array<ArrayBuffer> as JsonBytes<Value>
}
