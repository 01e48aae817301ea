// What a market measures now, in a list and in a frame.

import type { Condition } from '../model/types.ts'
import { t } from '../text/language.ts'
import { describeNow, type Measured } from '../text/measured.ts'

/** The value and how far it is from its target, or the sentence of a fact; nothing where none can be read. */
export function MeasuredNow({
  condition,
  progress,
}: {
  condition: Condition
  progress: Measured | undefined
}) {
  const measured = describeNow(condition, progress)
  if (!measured) return null
  const [now, away] = measured
  if (!away) return <span>{now}</span>
  return (
    <span>
      {t().common.now} <b>{now}</b> · {away}
    </span>
  )
}
