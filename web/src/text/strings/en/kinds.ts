// English names of what markets measure: those of the SDK's records.

import { CONDITION_KINDS, type Condition } from '@prediction-market/sdk/condition'

/** What a type of condition is called. */
interface KindWords {
  label: string
  /** What its values are counted in. */
  unit: string
  /** What to say of something that is not so yet, and that is so; null for a value. */
  fact: readonly [no: string, yes: string] | null
}

const entries = CONDITION_KINDS.map(({ type, label, unit, fact = null }) => [type, { label, unit, fact }])

export const kinds: Record<Condition['type'], KindWords> = Object.fromEntries(entries)
