import type { Address } from './address.ts'

/** Writes values one after the other, little-endian, as Borsh does. */
export class Bytes {
  readonly #parts: Uint8Array[] = []

  #number(length: number, value: bigint): this {
    const part = new Uint8Array(length)
    let left = BigInt.asUintN(8 * length, value)
    for (let at = 0; at < length; at++) {
      part[at] = Number(left & 0xffn)
      left >>= 8n
    }
    this.#parts.push(part)
    return this
  }

  u8(value: number | boolean): this {
    this.#parts.push(Uint8Array.of(Number(value) & 0xff))
    return this
  }

  u16(value: number): this {
    this.#parts.push(Uint8Array.of(value & 0xff, (value >> 8) & 0xff))
    return this
  }

  u32(value: number): this {
    return this.#number(4, BigInt(value))
  }

  u64(value: bigint | number): this {
    return this.#number(8, BigInt(value))
  }

  key({ bytes }: Address): this {
    this.#parts.push(bytes)
    return this
  }

  raw(bytes: Uint8Array): this {
    this.#parts.push(bytes)
    return this
  }

  /** The values so far. */
  done(): Uint8Array {
    return Buffer.concat(this.#parts)
  }
}
