import type { Market } from '../../model/types.ts'
import { formatValue } from '../../money/amounts.ts'
import { t } from '../../text/language.ts'
import { describeFact, formatMeasured, formatTarget, isMet, withUnit } from '../../text/measured.ts'
import { formatPercent } from '../../text/numbers.ts'

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
      <p class="muted small-text">{isMetNow ? words.met : describeGap(value, target)}</p>
    </div>
  )
}

/** How far a value is from its target. */
function describeGap(value: number, target: number): string {
  const { toBegin, toGrow, toRise, toFall } = t().market.progress
  if (value === 0) return toBegin
  const change = (target / value - 1) * 100
  const size = Math.abs(change)
  if (size >= 1_000) return toGrow(formatValue(Math.round(target / value)))
  return (change > 0 ? toRise : toFall)(formatPercent(size, size < 1 ? 2 : 1))
}
