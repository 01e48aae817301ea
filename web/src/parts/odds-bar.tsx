import type { ByOutcome, Outcome } from '../model/types.ts'
import { formatShare } from '../money/amounts.ts'
import { oddsOf } from '../money/pools.ts'
import { t } from '../text/language.ts'

/** The odds of both sides as a divided bar; while a side is empty, that there are none. */
export function OddsBar({ pools, names }: { pools: ByOutcome; names: Record<Outcome, string> }) {
  const odds = oddsOf(pools)
  return (
    <div class="odds large">
      <div class="odds-labels">
        <span class="yes">
          {names.Yes} {odds && <b data-testid="odds-yes">{formatShare(odds.Yes)}</b>}
        </span>
        {!odds && <span class="muted">{t().common.noOdds}</span>}
        <span class="no">
          {odds && <b data-testid="odds-no">{formatShare(odds.No)}</b>} {names.No}
        </span>
      </div>
      <OddsStrip odds={odds} />
    </div>
  )
}

/** The odds of Yes alone. */
export function YesOdds({ odds }: { odds: Record<Outcome, number> | null }) {
  if (!odds) return <small class="muted small-text">{t().common.noOdds}</small>
  return <b data-testid="odds-yes">{formatShare(odds.Yes)}</b>
}

/** The bar alone. */
export function OddsStrip({ odds }: { odds: Record<Outcome, number> | null }) {
  return (
    <div class={odds ? 'odds-bar' : 'odds-bar without'} aria-hidden="true">
      <span class="odds-yes" style={{ flexGrow: odds?.Yes ?? 1 }} />
      {odds && <span class="odds-no" style={{ flexGrow: odds.No }} />}
    </div>
  )
}
