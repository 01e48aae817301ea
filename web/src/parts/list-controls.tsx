// The filters above a list, whose values are in the address.

import { query, setQuery } from '../state/router.ts'
import { Choice, Select } from './choice.tsx'

/** A control of a list, whose value is a field of the address. */
interface ListControl {
  label: string
  /** The first is the default, which the address leaves out. */
  options: readonly (readonly [value: string, text: string])[]
  /** A row of buttons instead of a drop-down list. */
  isChoice?: boolean
}

/** Controls by their field. */
type ListControls = Record<string, ListControl>

/** The chosen value of each control. */
type Chosen<Controls extends ListControls> = {
  [Field in keyof Controls]: Controls[Field]['options'][number][0]
}

/** The values that the address names; the default where it names none of the options. */
export function chosenValues<Controls extends ListControls>(controls: Controls): Chosen<Controls> {
  const fields = query.value
  const entries = Object.entries<ListControl>(controls).map(([field, { options }]) => {
    const named = options.find(([value]) => value === fields.get(field))
    return [field, (named ?? options[0])?.[0] ?? '']
  })
  return Object.fromEntries(entries)
}

/** The controls above a list. */
export function ListToolbar({ controls }: { controls: ListControls }) {
  const chosen: Record<string, string> = chosenValues(controls)
  return (
    <div class="toolbar">
      {Object.entries<ListControl>(controls).map(([field, { label, options, isChoice }]) => {
        const value = chosen[field] ?? ''
        const change = (next: string) => setQuery({ [field]: next === options[0]?.[0] ? '' : next })
        return isChoice ? (
          <Choice key={field} label={label} name={field} value={value} options={options} onChange={change} />
        ) : (
          <Select key={field} label={label} value={value} options={options} onChange={change} />
        )
      })}
    </div>
  )
}
