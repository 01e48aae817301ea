import { CONDITION_KINDS, type Condition } from '@prediction-market/sdk/condition'
import { query, setQuery } from '../../state/router.ts'

/** Kinds of markets, by the type of their condition; all of them first. */
const KINDS: readonly (readonly [type: Condition['type'] | '', name: string])[] = [
  ['', 'All'],
  ...CONDITION_KINDS.map(({ type, label }) => [type, label] as const),
]

/** The kind that the address names; empty for all. */
export function chosenKind(): Condition['type'] | '' {
  const named = query.value.get('type')
  return KINDS.find(([type]) => type === named)?.[0] ?? ''
}

/** The kinds of markets to choose from. */
export function KindTabs({ chosen }: { chosen: string }) {
  return (
    <fieldset class="kinds">
      <legend class="sr-only">Kind</legend>
      {KINDS.map(([type, name]) => (
        <button key={type} type="button" aria-pressed={type === chosen} onClick={() => setQuery({ type })}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
