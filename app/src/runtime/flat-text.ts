/**
 * The same text in one piece. An address in base58 is put together character by character, and V8 keeps every step of
 * that: 1.4 KB for 44 characters. For texts of which many are kept.
 *
 * @param text - in ASCII
 */
export function flatText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}
