// Sizes of the program's types in Borsh, and how its numbers are read.

import { IDL_TYPES } from '../../idl/prediction_market.ts'
import type { IdlField, IdlShape, IdlType } from './types.ts'

/** Sizes and readers of the number types. */
export const NUMBERS: Readonly<
  Record<string, { size: number; read: (view: DataView, at: number) => number | bigint }>
> = {
  u8: { size: 1, read: (view, at) => view.getUint8(at) },
  i8: { size: 1, read: (view, at) => view.getInt8(at) },
  u16: { size: 2, read: (view, at) => view.getUint16(at, true) },
  u32: { size: 4, read: (view, at) => view.getUint32(at, true) },
  i32: { size: 4, read: (view, at) => view.getInt32(at, true) },
  u64: { size: 8, read: (view, at) => view.getBigUint64(at, true) },
  i64: { size: 8, read: (view, at) => view.getBigInt64(at, true) },
  u128: {
    size: 16,
    read: (view, at) => view.getBigUint64(at, true) | (view.getBigUint64(at + 8, true) << 64n),
  },
}

/** The bytes of an address, and of the length prefix of a list or a string. */
export const KEY_SIZE = 32
export const COUNT_SIZE = 4

/** The length in bytes of a type whose fields all have a fixed length; an option counts in full. */
export function sizeOf(type: IdlType): number {
  if (typeof type === 'string') {
    if (type === 'pubkey') return KEY_SIZE
    return NUMBERS[type]?.size ?? (type === 'bool' ? 1 : COUNT_SIZE)
  }
  if ('defined' in type) {
    const { fields = [], variants = [] } = shapeOf(type.defined.name)
    const sum = (list: readonly IdlField[]) => list.reduce((total, field) => total + sizeOf(field.type), 0)
    if (variants.length === 0) return sum(fields)
    return 1 + Math.max(...variants.map((variant) => sum(variant.fields ?? [])))
  }
  if ('option' in type) return 1 + sizeOf(type.option)
  return 'vec' in type ? COUNT_SIZE : sizeOf(type.array[0]) * type.array[1]
}

/** The struct or enum of that name. */
export function shapeOf(name: string): IdlShape {
  const types: readonly { name: string; type: IdlShape }[] = IDL_TYPES
  return types.find((type) => type.name === name)?.type ?? fail(`unknown type ${name}`)
}

/** Throws, where a value is needed. */
export function fail(reason: string): never {
  throw new Error(reason)
}
