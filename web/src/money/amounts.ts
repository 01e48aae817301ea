import { formatAmount, parseAmount } from '@prediction-market/sdk'
import { CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { decimalsOf } from '../api/config.ts'
import { messageOf } from '../api/http.ts'
import type { Currency, Decimal } from '../model/types.ts'

// Amounts are integers in base units for arithmetic, and decimals with the digits that were received for display.

/** The currencies to choose from, the default first. */
export const CURRENCY_OPTIONS = CURRENCY_IDS.map((id) => [id, CURRENCIES[id].label] as const)

const GROUPS = /\B(?=(\d{3})+$)/g

/** Decimals that a rounded amount shows. */
const SHORT_DECIMALS = 3

/** Base units of an amount. */
export function toUnits(amount: Decimal, currency: Currency): bigint {
  return parseAmount(amount, decimalsOf(currency))
}

/** An amount that a person typed: in base units and as the gateway takes it, or what is wrong with it. */
export interface TypedAmount {
  units: bigint
  text: string
  error: string
}

/** Thousands in groups, as the page shows them: `12,500.25`. */
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/

/** One comma before three digits: a thousand for some, one for others. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/

/**
 * Reads an amount that a person typed. A comma separates thousands or decimals, where only one of the two is possible.
 *
 * @param check - says what is wrong with the base units; empty if nothing is
 */
export function readTyped(
  typed: string,
  currency: Currency,
  check: (units: bigint) => string = () => '',
): TypedAmount {
  const decimals = decimalsOf(currency)
  try {
    const units = parseAmount(plainDecimal(typed.trim()), decimals)
    return { units, text: formatAmount(units, decimals), error: check(units) }
  } catch (error) {
    return { units: 0n, text: '', error: messageOf(error) }
  }
}

function plainDecimal(text: string): string {
  if (AMBIGUOUS.test(text)) {
    const [thousands, decimal] = [text.replace(',', ''), text.replace(',', '.')]
    throw new Error(`“${text}” can be read in two ways: write ${thousands} or ${decimal}`)
  }
  return GROUPED.test(text) ? text.replaceAll(',', '') : text.replace(',', '.')
}

/** A percentage of an amount in base units, rounded down. */
export function percentOf(units: bigint, percent: number): bigint {
  return (units * BigInt(percent)) / 100n
}

/** Base units as the gateway takes them. */
export function toDecimal(units: bigint, currency: Currency): string {
  return formatAmount(units, decimalsOf(currency))
}

/** Base units that may be negative, as a decimal. */
export function toSigned(units: bigint, currency: Currency): string {
  return units < 0n ? `-${toDecimal(-units, currency)}` : toDecimal(units, currency)
}

/** An amount with all its digits and grouped thousands: `12,500.25`. */
export function formatUnits(units: bigint, currency: Currency): string {
  return grouped(formatAmount(units, decimalsOf(currency)))
}

/** An amount with its currency: `12,500.25 UTILITY`. */
export function formatMoney(amount: Decimal, currency: Currency): string {
  return `${formatUnits(toUnits(amount, currency), currency)} ${CURRENCIES[currency].label}`
}

/** An amount rounded down to three decimals for tight places; its full digits are one click away. */
export function formatShort(amount: Decimal, currency: Currency): string {
  const decimals = decimalsOf(currency)
  const units = toUnits(amount, currency)
  if (decimals <= SHORT_DECIMALS) return formatUnits(units, currency)
  const step = 10n ** BigInt(decimals - SHORT_DECIMALS)
  if (units > 0n && units < step) return formatUnits(units, currency)
  return formatUnits(units - (units % step), currency)
}

/** A signed amount: `+1.5`, `−0.25`. */
export function formatSigned(amount: Decimal, currency: Currency): string {
  const text = String(amount)
  if (text.startsWith('-')) return `−${formatShort(text.slice(1), currency)}`
  return toUnits(amount, currency) === 0n ? '0' : `+${formatShort(amount, currency)}`
}

/** A fraction from 0 to 1 as a percentage: `64.3 %`. Small shares are not shown as 0. */
export function formatShare(fraction: Decimal): string {
  const percent = Number(fraction) * 100
  if (percent > 0 && percent < 0.1) return '<0.1%'
  if (percent < 100 && percent > 99.9) return '>99.9%'
  return `${percent.toFixed(percent === 0 || percent === 100 ? 0 : 1)}%`
}

/** A fee share from 0 to 1 as a percentage with the digits that it has: `5%`. */
export function formatFee(fraction: Decimal): string {
  return `${Number((Number(fraction) * 100).toFixed(2))}%`
}

/**
 * What one unit on a side pays if it wins as the pools stand, such as 1.52: the stake, and its share of the other
 * side's stakes less the fees. Null for a side without a stake, which would share them alone.
 */
export function payoutOf(odds: Decimal, fee: number): number | null {
  const share = Number(odds)
  return share > 0 ? 1 + ((1 - share) / share) * (1 - fee) : null
}

/** What a stake is paid if its side wins: itself, and its share of the losing side's stakes less the fees. */
export function payoutOfStake(stake: number, pools: { own: number; other: number }, fee: number): number {
  return stake + (stake / (pools.own + stake)) * pools.other * (1 - fee)
}

/** A payout for one unit staked: `×1.52`. */
export function formatTimes(ratio: Decimal): string {
  const number = Number(ratio)
  return `×${number >= 100 ? number.toFixed(0) : number.toFixed(2)}`
}

/** A measured value, such as a price: up to six significant digits, grouped. */
export function formatValue(value: Decimal): string {
  const number = Number(value)
  if (Number.isInteger(number)) return number.toLocaleString('en-US')
  return number.toLocaleString('en-US', { maximumSignificantDigits: Math.abs(number) >= 1_000 ? 8 : 6 })
}

function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const digits = whole.replace(GROUPS, ',')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}
