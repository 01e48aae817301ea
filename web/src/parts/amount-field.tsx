// A field for an amount.

import type { Currency } from '../model/types.ts'

interface Props {
  name: string
  label: string
  /** What is beside the label, such as a balance. */
  aside?: string | undefined
  currency: Currency
  value: string
  placeholder?: string | undefined
  isInvalid?: boolean
  /** The id of the element with the error. */
  errorId?: string | undefined
  onInput(value: string): void
}

/** A field for an amount, with its currency. */
export function AmountField({
  name,
  label,
  aside,
  currency,
  value,
  placeholder,
  isInvalid = false,
  errorId,
  onInput,
}: Props) {
  return (
    <label class="field">
      <span class="with-aside">
        {label}
        {aside && <small>{aside}</small>}
      </span>
      <span class="with-unit">
        <input
          name={name}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          aria-invalid={isInvalid}
          aria-describedby={errorId}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        <span class="unit">{currency}</span>
      </span>
    </label>
  )
}
