// References of the cases in src/calls.rs.

import { type Reference, rotate, s, u } from './reference.ts'

const xor = (...numbers: bigint[]) => numbers.reduce((sum, number) => sum ^ number, 0n)

function tree(depth: bigint, a: bigint, [b, c, d, e]: [bigint, bigint, bigint, bigint], f: bigint): bigint {
  if (depth === 0n) return f ^ xor(a, b, c, d, e)
  const left = tree(depth - 1n, rotate(a, 1n, 64), [c, d, e, b], u(128, f + 1n))
  return left ^ tree(depth - 1n, a, [d, e, b, c], rotate(f, 125n))
}

/** The cases of src/calls.rs. */
export const calls: Record<string, Reference> = {
  eight_arguments: (a, b) => {
    const [x, y] = [u(64, a), u(64, b)]
    const all = [x, y, u(64, ~x), u(64, ~y), x ^ 3n, y ^ 5n, u(64, x + 7n), u(64, y + 9n)]
    return all.reduce((sum, number, i) => sum ^ rotate(number, BigInt(i), 64), 0n)
  },
  narrow_arguments: (a, b) => {
    const all = [u(8, a), s(8, b), a & 1n, u(16, a), s(16, b), s(32, a), u(32, b), a, b]
    const mixed = all.reduce((sum, number) => rotate(sum, 5n, 64) ^ u(64, number), 0n)
    return u(128, s(64, mixed))
  },
  wide_arguments: (a, b) => u(128, a + b) ^ u(128, (a ^ 1n) - (b ^ 2n)) ^ u(64, b),
  option: (a) => (a & 1n ? 0n : u(64, a) / 2n + 1n),
  result_of_structures: (a, b) => (a + b === u(128, a + b) ? (a + b) ^ u(64, a) : u(32, b)),
  recursion: (a, b) => tree(u(64, b) % 6n, u(64, a), [1n, 2n, 3n, 4n], b),
  function_pointer: (a, b) =>
    a & 1n ? u(128, a - b) ^ (u(64, u(64, b) * 15n) << 64n) : a ^ b ^ ((u(64, b) ^ 3n ^ 5n) << 64n),
  trait_object: (_, b) => {
    const y = u(64, b)
    const [first, second] = b & 1n ? [y, xor(y, 3n, 4n, 5n, 6n)] : [xor(3n, 5n), xor(y, 4n, 6n)]
    return first | (second << 64n)
  },
  closure: (a, b) => a ^ b ^ 3n ^ xor(u(64, a), 1n, 4n) ^ (xor(u(64, b), 2n, 5n) << 64n),
}
