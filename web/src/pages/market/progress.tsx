import { type Comparison, kindOf } from '@prediction-market/sdk/condition'
import type { Market } from '../../model/types.ts'
import { formatValue } from '../../money/amounts.ts'
import { formatMeasured, formatTarget, isMet } from '../../text/measured.ts'

const WORDS: Record<Comparison, string> = {
  above: 'above',
  atLeast: 'at least',
  below: 'below',
  atMost: 'at most',
}

/** How far the condition is, if it can be read. */
export function Progress({ market }: { market: Market }) {
  const { conditionProgress: progress, condition } = market
  if (!progress) return null
  const { fact } = kindOf(condition)
  if (fact) {
    const [no, yes] = fact
    const isTrue = Number(progress.currentCount) >= Number(progress.target)
    return (
      <p class="progress" data-testid="progress">
        {isTrue ? yes : no}
      </p>
    )
  }
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
          Now <b title={measured(value, unit)}>{formatMeasured(value, unit)}</b>
        </span>
        <span class="muted">
          Yes if {WORDS[comparison]} {formatTarget(target, unit)}
        </span>
      </p>
      <div class={isMetNow ? 'meter met' : 'meter'} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p class="muted small-text">
        {isMetNow ? 'Met at the moment.' : `Not met at the moment: ${gap(value, target)}.`}
      </p>
    </div>
  )
}

function measured(value: number, unit: string): string {
  return unit === 'USD' ? `$${formatValue(value)}` : `${formatValue(value)} ${unit}`
}

function gap(value: number, target: number): string {
  if (value === 0) return 'it has yet to begin'
  const change = (target / value - 1) * 100
  const size = Math.abs(change)
  const text =
    size >= 1_000 ? `${formatValue(Math.round(target / value))} times` : `${size.toFixed(size < 1 ? 2 : 1)}%`
  return size >= 1_000
    ? `it would have to grow ${text}`
    : `it would have to ${change > 0 ? 'rise' : 'fall'} by ${text}`
}
