// The choice of a side on the page of a market.

import type { Market, Outcome } from '../../model/types.ts'
import { formatShare } from '../../money/amounts.ts'
import { oddsOf, stakedIn } from '../../money/pools.ts'
import { t } from '../../text/language.ts'
import { sidesOf } from '../../text/sides.ts'

interface Props {
  market: Market
  chosen: Outcome
  onChoose(side: Outcome): void
}

/** The choice of a side, each with its odds. */
export function SideChoice({ market, chosen, onChoose }: Props) {
  const odds = oddsOf(stakedIn(market).pools)
  const sides = sidesOf(market.condition)
  return (
    <fieldset class="sides">
      <legend class="sr-only">{t().bet.side}</legend>
      {market.outcomes.map(({ name }) => (
        <label key={name} class={name.toLowerCase()}>
          <input
            type="radio"
            name="outcome"
            value={name}
            checked={chosen === name}
            onChange={() => onChoose(name)}
          />
          <span>
            <b>{sides[name]}</b> {odds ? formatShare(odds[name]) : '–'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
