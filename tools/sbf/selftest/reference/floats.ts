// References of the cases in src/floats.rs.

import { type Reference, s, u } from './reference.ts'

/** The program's answer for every NaN: `bits` in src/floats.rs. */
const NOT_A_NUMBER = 0x7ff0_0000_0000_0001n

const view = new DataView(new ArrayBuffer(8))

function float(input: bigint): number {
  view.setBigUint64(0, u(64, input))
  return view.getFloat64(0)
}

function bits(number: number): bigint {
  if (Number.isNaN(number)) return NOT_A_NUMBER
  view.setFloat64(0, number)
  return view.getBigUint64(0)
}

/** `as u64`: rounds towards zero and saturates. */
function integer(number: number): bigint {
  if (Number.isNaN(number) || number <= 0) return 0n
  return number >= 2 ** 64 ? u(64, -1n) : BigInt(Math.trunc(number))
}

/** The cases of src/floats.rs. JavaScript's numbers are the same doubles, rounded by the same rule. */
export const floats: Record<string, Reference> = {
  f64_add: (a, b) => bits(float(a) + float(b)),
  f64_sub: (a, b) => bits(float(a) - float(b)),
  f64_mul: (a, b) => bits(float(a) * float(b)),
  f64_div: (a, b) => bits(float(a) / float(b)),
  f64_negate: (a) => bits(-float(a)),
  f64_from_u64: (a) => bits(Number(u(64, a))),
  f64_from_i64: (a) => bits(Number(s(64, a))),
  f64_from_i32: (a) => bits(Number(s(32, a))),
  f64_to_u64: (a) => integer(float(a)),
  f64_rent: (a, b) => integer(Number(u(64, a)) * float(b)),
}
