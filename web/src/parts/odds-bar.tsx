import type { ByOutcome } from '../model/types.ts'
import { formatShare } from '../money/amounts.ts'
import { t } from '../text/language.ts'

/** The odds of both sides as a divided bar. */
export function OddsBar({ odds, isLarge = false }: { odds: ByOutcome; isLarge?: boolean }) {
  const [yes, no] = [formatShare(odds.Yes), formatShare(odds.No)]
  return (
    <div class={isLarge ? 'odds large' : 'odds'}>
      <div class="odds-labels">
        <span class="yes">
          {t().common.sides.Yes} <b data-testid="odds-yes">{yes}</b>
        </span>
        <span class="no">
          <b data-testid="odds-no">{no}</b> {t().common.sides.No}
        </span>
      </div>
      <div class="odds-bar" aria-hidden="true">
        <span class="odds-yes" style={{ flexGrow: Number(odds.Yes) }} />
        <span class="odds-no" style={{ flexGrow: Number(odds.No) }} />
      </div>
    </div>
  )
}
