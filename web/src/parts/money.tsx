// Amounts of money on the page: their currency, digits and colours, and what a bet costs beside its stake.

import type { Costs, Currency, Decimal } from '../model/types.ts'
import {
  describeCosts,
  formatMoney,
  formatShort,
  formatSigned,
  shortMoney,
  toUnits,
} from '../money/amounts.ts'

interface Props {
  amount: Decimal
  currency: Currency
  testId?: string
  /** Whether the currency is named elsewhere. */
  isBare?: boolean
}

/** An amount with its currency, in at most four decimals; all of them are on hover. */
export function Money({ amount, currency, testId, isBare = false }: Props) {
  return (
    <span title={formatMoney(amount, currency)} data-testid={testId}>
      {(isBare ? formatShort : shortMoney)(amount, currency)}
    </span>
  )
}

/** The colour of what somebody gains or loses: green, red, or neither for nothing. */
export function toneOf(units: bigint): 'yes' | 'no' | undefined {
  if (units < 0n) return 'no'
  return units > 0n ? 'yes' : undefined
}

/** What somebody gains or loses, in its colour. */
export function Gain({ amount, currency, testId, isBare = false }: Props) {
  const text = String(amount)
  const isLoss = text.startsWith('-')
  const size = isLoss ? text.slice(1) : text
  const units = toUnits(size, currency)
  return (
    <span class={toneOf(isLoss ? -units : units)} title={formatMoney(size, currency)} data-testid={testId}>
      {formatSigned(text, currency)}
      {!isBare && ` ${currency}`}
    </span>
  )
}

/** What is paid in SOL besides a stake. */
export function CostsText({ costs, purpose }: { costs: Costs; purpose: string }) {
  return <span title={describeCosts(costs, purpose, formatMoney)}>{describeCosts(costs, purpose)}</span>
}
