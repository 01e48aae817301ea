// Links that bet on a side of a market.

import { feeShare } from '../api/config.ts'
import type { ByOutcome, Outcome } from '../model/types.ts'
import { formatTimes, payoutOf } from '../money/amounts.ts'
import { t } from '../text/language.ts'

const SIDES: readonly Outcome[] = ['Yes', 'No']

interface Props {
  id: string
  question: string
  odds: ByOutcome
  /** Without a stake on either side nobody knows what one pays. */
  isEmpty: boolean
  /** What the sides are called, if not Yes and No. */
  names?: Readonly<Record<Outcome, string>>
}

/** Links to a market's bet form, one for each side, with what one unit on it pays as the pools stand. */
export function SideLinks({ id, question, odds, isEmpty, names }: Props) {
  const fee = feeShare()
  return (
    <div class="side-links">
      {SIDES.map((side) => {
        const ratio = isEmpty ? null : payoutOf(odds[side], fee)
        const name = (names ?? t().common.sides)[side]
        const pays = ratio === null ? '' : formatTimes(ratio)
        return (
          <a
            key={side}
            class={`side-link ${side.toLowerCase()}`}
            href={`/markets/${id}?side=${side}`}
            aria-label={t().common.betOn(name, pays, question)}
          >
            {name} {pays}
          </a>
        )
      })}
    </div>
  )
}
