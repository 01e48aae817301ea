// English names of what markets measure: those of the SDK's records.

import { CONDITION_KINDS, type Condition } from '@prediction-market/sdk/condition'

/** What a type of condition is called. */
interface KindWords {
  label: string
  /** What its values are counted in. */
  unit: string
  /** The sentences for "not yet" and "it has happened"; null for a kind that measures a value. */
  fact: readonly [no: string, yes: string] | null
}

const entries = CONDITION_KINDS.map(({ type, label, unit, fact = null }) => [type, { label, unit, fact }])

export const kinds: Record<Condition['type'], KindWords> = Object.fromEntries(entries)
