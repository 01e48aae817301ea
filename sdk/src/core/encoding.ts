// Hexadecimal digits and base58 without a library, so that pages that sign requests or read questions stay small.

/** Bytes as hexadecimal digits, in lower case. */
export function toHex(bytes: Iterable<number>): string {
  let text = ''
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16)
  return text
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The number that a base58 text encodes; `null` if it is not base58. Takes quadratic time. */
export function fromBase58(text: string): bigint | null {
  let value = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  return value
}
