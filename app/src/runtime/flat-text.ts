/**
 * A copy of a text in one piece, for texts that are kept in large numbers. An address in base58 is built character by
 * character, and V8 keeps every step of that: 1.4 KB for 44 characters.
 *
 * @param text - in ASCII
 */
export function flatText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
