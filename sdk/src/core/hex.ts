// Hexadecimal digits of bytes, without a library: pages that sign requests load this.

/** Bytes as hexadecimal digits, in lower case. */
export function toHex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
