import type { ComponentChildren } from 'preact'
import type { Currency, Decimal } from '../model/types.ts'
import { Money } from './money.tsx'
import { Moment } from './time-left.tsx'

/** A row of a list of facts. */
export function Fact({ label, testId, money, at, children }: Props) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-testid={testId}>
        {money && <Money amount={money[0]} currency={money[1]} />}
        {at && <Moment at={at} />}
        {children}
      </dd>
    </div>
  )
}

interface Props {
  label: ComponentChildren
  /** Of the value. */
  testId?: string | undefined
  /** The value, if it is an amount or a moment. */
  money?: [amount: Decimal, currency: Currency]
  at?: string
  children?: ComponentChildren
}
