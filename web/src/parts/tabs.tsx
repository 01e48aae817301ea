// Tabs that keep their state in the address.

import type { ComponentChildren } from 'preact'
import { query, setQuery } from '../state/router.ts'

/** A tab and what it shows. */
export interface Tab {
  id: string
  title: string
  content: () => ComponentChildren
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Tabs of which the address names the chosen one; arrow keys go from one to the next. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const named = query.value.get('tab')
  const chosen = tabs.find(({ id }) => id === named) ?? tabs[0]
  const choose = (tab: Tab) => setQuery({ tab: tab === tabs[0] ? '' : tab.id })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    const next = tabs.at((tabs.indexOf(chosen) + step) % tabs.length) ?? chosen
    choose(next)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <div>
      <div class="kinds" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`tab-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab === chosen}
            aria-controls={`panel-${tab.id}`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(tab)}
            onKeyDown={onKeyDown}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div id={`panel-${chosen.id}`} role="tabpanel" aria-labelledby={`tab-${chosen.id}`}>
        {chosen.content()}
      </div>
    </div>
  )
}
