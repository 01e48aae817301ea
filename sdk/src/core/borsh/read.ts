// Reads Borsh data of the program's types, as the IDL describes them.

import { COUNT_SIZE, fail, KEY_SIZE, NUMBERS, shapeOf } from './size.ts'
import type { IdlField, IdlType, Raw, TypeName } from './types.ts'

/** The data and the current offset. */
interface Bytes {
  data: Uint8Array
  view: DataView
  at: number
}

type Read = (bytes: Bytes) => unknown

/** Creates a reader of the program's types; `toKey` makes an address from its 32 bytes. */
export function borshReader<Key>(toKey: (bytes: Uint8Array) => Key) {
  const known = new Map<string, Read>()

  function defined(name: string): Read {
    const compiled = known.get(name)
    if (compiled) return compiled
    const { fields = [], variants } = shapeOf(name)
    const read = variants ? variant(variants) : struct(fields)
    known.set(name, read)
    return read
  }

  function struct(fields: readonly IdlField[]): Read {
    const readers = fields.map((field) => [field.name, of(field.type)] as const)
    return (bytes) => {
      const value: Record<string, unknown> = {}
      for (const [name, read] of readers) value[name] = read(bytes)
      return value
    }
  }

  function variant(variants: readonly { name: string; fields?: readonly IdlField[] }[]): Read {
    const readers = variants.map(({ name, fields = [] }) => [name, struct(fields)] as const)
    return (bytes) => {
      const [name, read] = readers[bytes.view.getUint8(bytes.at++)] ?? fail('unknown variant')
      return { [name]: read(bytes) }
    }
  }

  function of(type: IdlType): Read {
    if (typeof type !== 'string') return compound(type)
    const number = NUMBERS[type]
    if (number) return (bytes) => number.read(bytes.view, move(bytes, number.size))
    if (type === 'bool') return (bytes) => bytes.view.getUint8(move(bytes, 1)) !== 0
    if (type === 'pubkey') return (bytes) => toKey(take(bytes, KEY_SIZE))
    const text = new TextDecoder()
    if (type === 'string') return (bytes) => text.decode(take(bytes, count(bytes)))
    if (type === 'bytes') return (bytes) => take(bytes, count(bytes))
    throw new Error(`no reader for ${type}`)
  }

  function compound(type: Exclude<IdlType, string>): Read {
    if ('defined' in type) return defined(type.defined.name)
    if ('option' in type) {
      const read = of(type.option)
      return (bytes) => (bytes.view.getUint8(move(bytes, 1)) === 0 ? null : read(bytes))
    }
    if ('vec' in type) {
      const read = of(type.vec)
      return (bytes) => Array.from({ length: count(bytes) }, () => read(bytes))
    }
    const [item, length] = type.array
    if (item === 'u8') return (bytes) => take(bytes, length)
    const read = of(item)
    return (bytes) => Array.from({ length }, () => read(bytes))
  }

  /** @throws RangeError if the data is too short */
  return <Name extends TypeName>(name: Name, data: Uint8Array, at: number): Raw<Name, Key> => {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    return defined(name)({ data, view, at }) as Raw<Name, Key>
  }
}

/** Advances by `size` bytes and returns where they begin. */
function move(bytes: Bytes, size: number): number {
  const { at } = bytes
  bytes.at += size
  return at
}

function take(bytes: Bytes, size: number): Uint8Array {
  const at = move(bytes, size)
  if (bytes.at > bytes.data.length) throw new RangeError('the data is too short')
  return bytes.data.slice(at, bytes.at)
}

function count(bytes: Bytes): number {
  return bytes.view.getUint32(move(bytes, COUNT_SIZE), true)
}
