// Filters the list by the kind of market.

import { CONDITION_KINDS, type Condition } from '@prediction-market/sdk/condition'
import { query, setQuery } from '../../state/router.ts'
import { t } from '../../text/language.ts'

/** Kinds of markets, by the type of their condition; all of them first. */
const KINDS = ['', ...CONDITION_KINDS.map(({ type }) => type)] as const

/** The kind that the address names; empty for all. */
export function chosenKind(): Condition['type'] | '' {
  const named = query.value.get('type')
  return KINDS.find((type) => type === named) ?? ''
}

/** The kinds of markets to choose from. */
export function KindTabs({ chosen }: { chosen: string }) {
  return (
    <fieldset class="kinds">
      <legend class="sr-only">{t().markets.kind}</legend>
      {KINDS.map((type) => (
        <button key={type} type="button" aria-pressed={type === chosen} onClick={() => setQuery({ type })}>
          {type ? t().kinds[type].label : t().common.all}
        </button>
      ))}
    </fieldset>
  )
}
