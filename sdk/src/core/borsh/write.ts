// Writes arguments of the program's instructions as Borsh.

import { COUNT_SIZE, fail, NUMBERS, shapeOf } from './size.ts'
import type { IdlField, IdlType } from './types.ts'

type Write = (value: never, out: number[]) => void

/** Writes the values of the fields in order; an address is any object with `toBytes`. */
export function writeFields(fields: readonly IdlField[], values: object, out: number[]): void {
  for (const { name, type } of fields) writerOf(type)((values as Record<string, never>)[name] as never, out)
}

function writerOf(type: IdlType): Write {
  if (typeof type !== 'string') return compoundWriter(type)
  const number = NUMBERS[type]
  if (number) return (value: number | bigint, out) => writeNumber(BigInt(value), number.size, out)
  if (type === 'bool') return (value: boolean, out) => out.push(value ? 1 : 0)
  if (type === 'pubkey') return (key: { toBytes(): Uint8Array }, out) => out.push(...key.toBytes())
  if (type === 'string') return (text: string, out) => writeBytes(new TextEncoder().encode(text), out)
  if (type === 'bytes') return writeBytes
  throw new Error(`no writer for ${type}`)
}

function compoundWriter(type: Exclude<IdlType, string>): Write {
  if ('defined' in type) {
    const { fields = [], variants } = shapeOf(type.defined.name)
    if (!variants) return (value: object, out) => writeFields(fields, value, out)
    return (value: Record<string, object>, out) => {
      const index = variants.findIndex(({ name }) => name in value)
      const chosen = variants[index] ?? fail(`unknown variant ${Object.keys(value)}`)
      out.push(index)
      writeFields(chosen.fields ?? [], value[chosen.name] ?? {}, out)
    }
  }
  if ('option' in type) {
    const write = writerOf(type.option)
    return (value: object | null, out) => {
      out.push(value === null ? 0 : 1)
      if (value !== null) write(value as never, out)
    }
  }
  const write = writerOf('vec' in type ? type.vec : type.array[0])
  return (items: Iterable<never>, out) => {
    const all = [...items]
    if ('vec' in type) writeNumber(BigInt(all.length), COUNT_SIZE, out)
    else if (all.length !== type.array[1]) throw new Error(`must be ${type.array[1]} items`)
    for (const item of all) write(item, out)
  }
}

function writeNumber(value: bigint, size: number, out: number[]): void {
  for (let index = 0; index < size; index += 1) out.push(Number((value >> BigInt(8 * index)) & 0xffn))
}

function writeBytes(bytes: Uint8Array, out: number[]): void {
  writeNumber(BigInt(bytes.length), COUNT_SIZE, out)
  out.push(...bytes)
}
