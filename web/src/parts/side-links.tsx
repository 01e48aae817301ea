// Links that bet on a side of a market.

import type { Outcome } from '../model/types.ts'
import { formatShort, shortMoney, toDecimal } from '../money/amounts.ts'
import { SIDES } from '../money/endings.ts'
import { isEmptySide, type Staked, samplePayout, sampleStake } from '../money/pools.ts'
import { t } from '../text/language.ts'

interface Props {
  /** Path of the page with the bet form. */
  path: string
  question: string
  /** Undefined while it is not loaded. */
  staked: Staked | undefined
  names: Readonly<Record<Outcome, string>>
  /** Whether there is room for the currency. */
  hasRoom?: boolean
  /** Whether the links open a window of their own, out of a frame. */
  isOutside?: boolean
}

/** Links to a market's bet form, one for each side, with what a small stake on it pays as the pools stand. */
export function SideLinks({ path, question, staked, names, hasRoom = false, isOutside = false }: Props) {
  const stake = staked && toDecimal(sampleStake(staked.currency), staked.currency)
  return (
    <div class="side-links">
      {SIDES.map((side) => {
        const pays = staked && describePayout(staked, side, hasRoom)
        return (
          <a
            key={side}
            class={`side-link ${side.toLowerCase()}`}
            href={`${path}?side=${side}${stake ? `&stake=${stake}` : ''}`}
            aria-label={t().common.betOn(names[side], pays ?? '', question)}
            {...(isOutside && { target: '_blank', rel: 'noreferrer' })}
          >
            <b>{names[side]}</b> <small>{pays}</small>
          </a>
        )
      })}
    </div>
  )
}

/** `0.1 → 0.168`, `0.1 SOL → 0.168` with room, or that nobody has bet yet. */
function describePayout(staked: Staked, side: Outcome, hasRoom: boolean): string {
  const { pools, currency } = staked
  if (SIDES.every((one) => isEmptySide(pools, one))) return t().common.beFirst
  const stake = (hasRoom ? shortMoney : formatShort)(toDecimal(sampleStake(currency), currency), currency)
  const payout = samplePayout(staked, side)
  return `${stake} → ${formatShort(payout, currency, Number(payout) < 10 ? 3 : 1)}`
}
