// Controls to choose one of several values.

/** Values to choose from, with the text of each. */
type Options<Value extends string> = readonly (readonly [value: Value, text: string])[]

interface Props<Value extends string> {
  label: string
  value: Value
  options: Options<Value>
  onChange(value: Value): void
}

/** Options in the order of their values, which is not that of a language's text. */
export function optionsOf<Value extends string>(
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
): Options<Value> {
  return values.map((value) => [value, texts[value]])
}

/** One of several values, as a row of radio buttons that look like a switch. */
export function Choice<T extends string>({ label, name, ...radios }: Props<T> & { name: string }) {
  return (
    <fieldset class="choice">
      <legend class="sr-only">{label}</legend>
      <Radios name={name} {...radios} />
    </fieldset>
  )
}

/** Radio buttons, each with its text. */
export function Radios<T extends string>({
  name,
  value,
  options,
  onChange,
}: Omit<Props<T>, 'label'> & { name: string }) {
  return options.map(([option, text]) => (
    <label key={option}>
      <input
        type="radio"
        name={name}
        value={option}
        checked={option === value}
        onChange={() => onChange(option)}
      />
      <span>{text}</span>
    </label>
  ))
}

/** One of several values, as a drop-down list with its label before it. */
export function Select<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <label class="select">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
