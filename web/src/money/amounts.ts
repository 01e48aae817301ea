// Reads and formats amounts. They are integers in base units for arithmetic, and decimals with the digits that were received for display.

import { CURRENCIES, CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { formatAmount, parseAmount } from '@prediction-market/sdk/rest'
import { decimalsOf } from '../api/config.ts'
import { messageOf } from '../api/http.ts'
import type { Costs, Currency, Decimal } from '../model/types.ts'
import { t } from '../text/language.ts'
import { formatDecimal, formatNumber, formatPercent } from '../text/numbers.ts'

/** The currencies to choose from, the default first. */
export const CURRENCY_OPTIONS = CURRENCY_IDS.map((id) => [id, CURRENCIES[id].label] as const)

/** Decimals that a rounded amount shows. */
const SHORT_DECIMALS = 4

/** Base units of an amount. */
export function toUnits(amount: Decimal, currency: Currency): bigint {
  return parseAmount(amount, decimalsOf(currency))
}

/** Whether there is something of an amount. */
export function isPositive(amount: Decimal | null | undefined, currency: Currency): amount is Decimal {
  return amount !== null && amount !== undefined && toUnits(amount, currency) > 0n
}

/** An amount that a person typed: in base units and as the gateway takes it, or what is wrong with it. */
export interface TypedAmount {
  units: bigint
  text: string
  error: string
}

/** Thousands in groups, as the page shows them in English: `12,500.25`. */
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/

/** One comma before three digits: a thousand for some, one for others. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/

/** A decimal as it can be read: digits, and up to so many decimals after a point. */
const PLAIN = /^(?:0|[1-9]\d*)(?:\.(\d+))?$/

/**
 * Reads an amount that a person typed. A comma separates thousands or decimals, where only one of the two is possible.
 * The rules are the same in every language: what somebody stakes must not depend on which one is chosen.
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
    const units = parseAmount(plainDecimal(typed.trim(), decimals), decimals)
    return { units, text: formatAmount(units, decimals), error: check(units) }
  } catch (error) {
    return { units: 0n, text: '', error: messageOf(error) }
  }
}

function plainDecimal(text: string, decimals: number): string {
  const { ambiguous, notPlain, tooPrecise } = t().common.amounts
  if (AMBIGUOUS.test(text)) throw new Error(ambiguous(text, text.replace(',', ''), text.replace(',', '.')))
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text.replace(',', '.')
  const [match, fraction = ''] = PLAIN.exec(plain) ?? []
  if (match === undefined) throw new Error(notPlain)
  if (fraction.length > decimals) throw new Error(tooPrecise(String(decimals), String(fraction.length)))
  return plain
}

/** A percentage of an amount in base units, rounded down. */
export function percentOf(units: bigint, percent: number): bigint {
  return (units * BigInt(percent)) / 100n
}

/** Base units, also negative ones, as a decimal: as the gateway takes them. */
export function toDecimal(units: bigint, currency: Currency): string {
  return formatAmount(units, decimalsOf(currency))
}

/** An amount with all its digits and grouped thousands, as the language writes them: `12,500.25`. */
export function formatUnits(units: bigint, currency: Currency): string {
  return formatDecimal(formatAmount(units, decimalsOf(currency)))
}

/** An amount with its currency: `12,500.25 UTILITY`. */
export function formatMoney(amount: Decimal, currency: Currency): string {
  return `${formatUnits(toUnits(amount, currency), currency)} ${CURRENCIES[currency].label}`
}

/** An amount rounded down to four decimals; all of them are on hover. */
export function formatShort(amount: Decimal, currency: Currency, most = SHORT_DECIMALS): string {
  const decimals = decimalsOf(currency)
  const units = toUnits(amount, currency)
  if (decimals <= most) return formatUnits(units, currency)
  const step = 10n ** BigInt(decimals - most)
  if (units < step) return formatUnits(units, currency)
  return formatUnits(units - (units % step), currency)
}

/** An amount with its currency, rounded down as {@link formatShort}: `12,500.2534 UTILITY`. */
export function shortMoney(amount: Decimal, currency: Currency): string {
  return `${formatShort(amount, currency)} ${CURRENCIES[currency].label}`
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
  if (percent > 0 && percent < 0.1) return `<${formatPercent(0.1, 1)}`
  if (percent < 100 && percent > 99.9) return `>${formatPercent(99.9, 1)}`
  return formatPercent(percent, percent === 0 || percent === 100 ? 0 : 1)
}

/** A fee share from 0 to 1 as a percentage with the digits that it has: `5%`. */
export function formatFee(fraction: Decimal): string {
  return formatPercent(Number(fraction) * 100, 2, 0)
}

/** What a stake is paid if its side wins: itself, and its share of the losing side's stakes less the fees. */
export function payoutOfStake(stake: number, pools: { own: number; other: number }, fee: number): number {
  return stake + (stake / (pools.own + stake)) * pools.other * (1 - fee)
}

/** A measured value, such as a price: up to six significant digits, grouped. */
export function formatValue(value: Decimal): string {
  const number = Number(value)
  if (Number.isInteger(number)) return formatNumber(number)
  return formatNumber(number, { maximumSignificantDigits: Math.abs(number) >= 1_000 ? 8 : 6 })
}

/** What is paid in SOL besides the stake, for those who sign. */
export function describeCosts({ deposit, reward }: Costs, purpose: string, money = shortMoney): string {
  return t().common.amounts.costs(money(deposit, 'SOL'), money(reward, 'SOL'), purpose)
}
