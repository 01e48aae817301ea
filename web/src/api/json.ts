// Parses answers of the gateway without losing a digit of their numbers.

/** `JSON.parse` calls its reviver with the source of a number where the browser supports it. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/** Numbers as the text that was received, so that no digit of an amount is lost. */
const keepDigits: Reviver = (_, value, context) => {
  return typeof value === 'number' ? (context?.source ?? value) : value
}

/** Parses an answer of the gateway. Where the browser cannot keep digits, numbers stay numbers. */
export function parseExactly<T>(text: string): T {
  return JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1])
}
