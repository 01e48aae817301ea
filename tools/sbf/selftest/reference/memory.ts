// References of the cases in src/memory.rs.

import { bytesOf } from '../program.ts'
import { type Reference, rotate, s, u } from './reference.ts'

const hash = (bytes: Uint8Array) => bytes.reduce((sum, byte) => u(128, sum * 131n + BigInt(byte)), 0n)

function pattern(length: number, seed: bigint): Uint8Array {
  const bytes = bytesOf(seed)
  return Uint8Array.from({ length }, (_, i) => (bytes[i % 16] ?? 0) + i)
}

/** The remainder, as an index. */
const modulo = (b: bigint, n: number) => Number(b % BigInt(n))

const copy =
  (length: number): Reference =>
  (a, b) => {
    const bytes = pattern(length, a)
    const copied = hash(bytes)
    const i = modulo(b, length)
    bytes[i] = (bytes[i] ?? 0) ^ 1
    return copied ^ rotate(hash(bytes), 1n)
  }

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** The cases of src/memory.rs. */
export const memory: Record<string, Reference> = {
  copy_48_bytes: copy(48),
  copy_64_bytes: copy(64),
  copy_65_bytes: copy(65),
  copy_1000_bytes: copy(1000),
  copy_any_length: (a, b) => hash(pattern(200, a).fill(0, modulo(b, 201))),
  move_up: (a, b) => hash(pattern(200, a).copyWithin(modulo(b, 51), 0, 150)),
  move_down: (a, b) => hash(pattern(200, a).copyWithin(0, modulo(b, 51))),
  fill: (a, b) => hash(pattern(300, a).fill(Number(u(8, a)), modulo(b, 100), 250)),
  compare_bytes: (a, b) => {
    const shift = 8n * (16n - (a % 17n))
    return BigInt(a < b) | (BigInt(a >> shift === b >> shift) << 1n)
  },
  sort: (a, b) => {
    const numbers = Array.from(
      { length: modulo(u(64, b), 50) },
      (_, i) => u(64, u(64, a) * BigInt(i + 1)) >> 3n,
    )
    return numbers.sort(ascending).reduce((sum, number) => u(128, sum * 31n + number), 0n)
  },
  maps: (a, b) => {
    const entries = Array.from({ length: 20 }, (_, i): [bigint, bigint] => [
      rotate(u(64, a), BigInt(i), 64) % 16n,
      u(64, b) ^ BigInt(i),
    ])
    const sorted = [...new Map(entries)].sort(([x], [y]) => ascending(x, y))
    return sorted.reduce((sum, [key, value]) => u(128, sum * 31n) ^ key ^ value, 1n)
  },
  text: (a, b) => hash(Buffer.from(`${a}:${u(64, a)}:${s(64, b)}:${b.toString(16)}`)),
  atomics: (a, b) => {
    // The exchange succeeds if the addition changed nothing.
    const exchanged = u(64, b) === 0n
    const after = exchanged ? 7n : u(64, a + b)
    return u(64, a) ^ (after << 64n) ^ BigInt(exchanged)
  },
  index_or_abort: (a, b) => {
    const byte = pattern(100, a)[modulo(b, 128)]
    return byte === undefined ? null : BigInt(byte)
  },
  unwrap_or_abort: (a, b) => (u(64, a) < u(64, b) ? null : u(64, a) - u(64, b)),
}
