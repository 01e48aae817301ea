import type { Currency, Decimal } from '../model/types.ts'
import { formatMoney, formatShort, formatSigned, toUnits } from '../money/amounts.ts'

/** An amount with its currency, in at most four decimals; all of them are on hover. */
export function Money({
  amount,
  currency,
  testId,
}: {
  amount: Decimal
  currency: Currency
  testId?: string
}) {
  return (
    <span title={formatMoney(amount, currency)} data-testid={testId}>
      {formatShort(amount, currency)} {currency}
    </span>
  )
}

/** What somebody gains or loses: green, red, or neither for nothing. */
export function Gain({ amount, currency, testId }: { amount: string; currency: Currency; testId?: string }) {
  const isLoss = amount.startsWith('-')
  const size = isLoss ? amount.slice(1) : amount
  const tone = isLoss ? 'no' : toUnits(amount, currency) > 0n ? 'yes' : undefined
  return (
    <span class={tone} title={formatMoney(size, currency)} data-testid={testId}>
      {formatSigned(amount, currency)} {currency}
    </span>
  )
}
