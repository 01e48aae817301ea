// The chart of profit over time.

import type { Currency } from '../../model/types.ts'
import { formatSigned, toSigned } from '../../money/amounts.ts'
import type { ProfitPoint } from '../../money/portfolio.ts'
import { t } from '../../text/language.ts'
import { formatMoment } from '../../text/times.ts'

const WIDTH = 100
const HEIGHT = 40

/** The profit over time, as steps; nothing before two markets are decided. */
export function ProfitChart({ points, currency }: { points: readonly ProfitPoint[]; currency: Currency }) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  // Only where lines are drawn, not what is shown: the digits that a double loses are smaller than a pixel.
  const profits = [0, ...points.map(({ profit }) => Number(profit))]
  const [low, high] = [Math.min(...profits), Math.max(...profits)]
  const span = Math.max(last.at - first.at, 1)
  const x = (at: number) => ((at - first.at) / span) * WIDTH
  const y = (profit: number) => 1 + (1 - (profit - low) / (high - low || 1)) * (HEIGHT - 2)
  const line = points.map(({ at, profit }, index) =>
    index === 0 ? `M0 ${y(Number(profit))}` : `H${x(at)}V${y(Number(profit))}`,
  )
  const gain = (profit: bigint) => `${formatSigned(toSigned(profit, currency), currency)} ${currency}`
  return (
    <figure class="panel profit-chart">
      <figcaption class="muted small-text">
        {t().wallet.summary.overTime(gain(last.profit), points.length)}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
        <path class={last.profit < 0n ? 'no' : 'yes'} d={line.join('')} />
      </svg>
      <p class="profit-times muted small-text" aria-hidden="true">
        <span>{formatMoment(first.at, span)}</span>
        <span>{formatMoment(last.at, span)}</span>
      </p>
    </figure>
  )
}
