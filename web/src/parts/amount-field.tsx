// A field for an amount.

interface Props {
  name: string
  label: string
  /** What is beside the label, such as a balance. */
  aside?: string | undefined
  /** What is beside the label with all decimals, on hover. */
  exact?: string | undefined
  unit: string
  value: string
  placeholder?: string | undefined
  isInvalid?: boolean
  /** The id of the element with the error. */
  errorId?: string | undefined
  onInput(value: string): void
}

/** A field for an amount, with its unit. */
export function AmountField({ label, aside, exact, unit, isInvalid, errorId, onInput, ...input }: Props) {
  return (
    <label class="field">
      <span class="with-aside">
        {label}
        {aside && <small title={exact}>{aside}</small>}
      </span>
      <span class="with-unit">
        <input
          {...input}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isInvalid ?? false}
          aria-describedby={errorId}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        <span class="unit">{unit}</span>
      </span>
    </label>
  )
}
