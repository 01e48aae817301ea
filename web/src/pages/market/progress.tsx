import type { Market } from '../../model/types.ts'
import { formatValue } from '../../money/amounts.ts'
import { t } from '../../text/language.ts'
import { describeFact, formatMeasured, formatTarget, isMet, withUnit } from '../../text/measured.ts'

/** How far the condition is, if it can be read. */
export function Progress({ market }: { market: Market }) {
  const { conditionProgress: progress, condition } = market
  if (!progress) return null
  const fact = describeFact(condition, progress)
  if (fact !== null) {
    return (
      <p class="progress" data-testid="progress">
        {fact}
      </p>
    )
  }
  const { progress: words } = t().market
  const { unit } = progress
  const [value, target] = [Number(progress.currentCount), Number(progress.target)]
  const comparison = condition.comparison ?? 'atLeast'
  const isMetNow = isMet(condition, progress)
  // Full at the target, from either side.
  const share = value === target ? 1 : Math.min(value, target) / Math.max(value, target, Number.MIN_VALUE)
  return (
    <div class="progress" data-testid="progress">
      <p>
        <span class="progress-now">
          {t().common.now} <b title={withUnit(formatValue(value), unit)}>{formatMeasured(value, unit)}</b>
        </span>
        <span class="muted">{words.yesIf[comparison](formatTarget(target, unit))}</span>
      </p>
      <div class={isMetNow ? 'meter met' : 'meter'} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </div>
      {isMetNow && <p class="muted small-text">{words.met}</p>}
    </div>
  )
}
