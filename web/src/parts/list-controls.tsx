// The filters above a list, whose values are in the address.

import type { ComponentChildren } from 'preact'
import { query, setQuery } from '../state/router.ts'
import { Choice, Select } from './choice.tsx'

/** A control of a list, whose value is a field of the address. */
export interface ListControl {
  label: string
  /** The first is the default, which the address leaves out. */
  options: readonly (readonly [value: string, text: string])[]
  /** A row of buttons instead of a drop-down list. */
  isChoice?: boolean
}

/** Controls by their field. */
export type ListControls<Field extends string> = Record<Field, ListControl>

/** The chosen value of each control. */
type Chosen<Controls extends ListControls<string>> = {
  [Field in keyof Controls]: Controls[Field]['options'][number][0]
}

/** The values that the address names; the default where it names none of the options. */
export function chosenValues<Controls extends ListControls<string>>(controls: Controls): Chosen<Controls> {
  const fields = query.value
  const entries = Object.entries<ListControl>(controls).map(([field, { options }]) => {
    const named = options.find(([value]) => value === fields.get(field))
    return [field, (named ?? options[0])?.[0] ?? '']
  })
  return Object.fromEntries(entries)
}

/** The controls above a list. */
export function ListToolbar<Field extends string>({
  controls,
  children,
}: {
  controls: ListControls<Field>
  children?: ComponentChildren
}) {
  const chosen: Record<string, string> = chosenValues(controls)
  return (
    <div class="toolbar">
      {children}
      {Object.entries<ListControl>(controls).map(([field, { label, options, isChoice }]) => {
        const value = chosen[field] ?? ''
        const change = (next: string) => setQuery({ [field]: next === options[0]?.[0] ? '' : next })
        return isChoice ? (
          <Choice key={field} legend={label} name={field} value={value} options={options} onChange={change} />
        ) : (
          <Select key={field} label={label} value={value} options={options} onChange={change} />
        )
      })}
    </div>
  )
}
