// Numbers as the language in use writes them.

import { language } from './language.ts'
import type { Language } from './languages.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language() + JSON.stringify(options)
  return kept(formats, key, () => new Intl.NumberFormat(language(), options))
}

/** A number: `1,234.5`, by default with up to three decimals. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return formatOf(options).format(value)
}

/** A plain decimal such as `-12500.25` with all its digits and grouped thousands: `-12,500.25`. */
export function formatDecimal(plain: string): string {
  const [, sign = '', whole = '0', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain) ?? []
  const digits = sign + formatOf({}).format(BigInt(whole))
  return fraction === undefined ? digits : digits + decimalSeparator() + fraction
}

/** A percentage with so many decimals: `64.3%`, or with those that it has from `least` on: `5%`. */
export function formatPercent(percent: number, decimals: number, least = decimals): string {
  // Rounded first: Intl rounds the shortest decimal of a number, `toFixed` the number itself.
  const rounded = Number(percent.toFixed(decimals))
  const digits = { minimumFractionDigits: least, maximumFractionDigits: decimals }
  return formatOf({ style: 'percent', ...digits }).format(rounded / 100)
}

/** Several things in one sentence: `10 SOL and 1,000 UTILITY`. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'conjunction' }).format(items)
}

const separators = new Map<Language, string>()

function decimalSeparator(): string {
  return kept(separators, language(), () => {
    const parts = formatOf({}).formatToParts(0.1)
    return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  })
}

/** Makes a value once for each key: making a format takes longer than using it. */
export function kept<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
