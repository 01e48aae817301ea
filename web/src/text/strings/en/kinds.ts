// English names of what markets measure.

import type { Condition } from '@prediction-market/sdk/condition'

/** What a type of condition is called. */
interface KindWords {
  label: string
  /** What its values are counted in. */
  unit: string
  /** The sentences for "not yet" and "it has happened"; null for a kind that measures a value. */
  fact: readonly [no: string, yes: string] | null
}

export const kinds: Record<Condition['type'], KindWords> = {
  price: { label: 'Price', unit: 'USD', fact: null },
  change: { label: 'Change', unit: 'USD', fact: null },
  marketCap: { label: 'Market cap', unit: 'USD', fact: null },
  supply: { label: 'Supply', unit: 'tokens', fact: null },
  holders: { label: 'Holders', unit: 'holders', fact: null },
  migration: {
    label: 'Migration',
    unit: 'migrations',
    fact: ['It has not migrated yet.', 'It has migrated.'],
  },
  event: { label: 'Event', unit: 'events', fact: null },
}
