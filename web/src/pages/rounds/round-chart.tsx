// The price of a series: the round that is measured, and the one that takes bets.

import type { RoundSeries } from '../../model/types.ts'
import { useWidth } from '../../parts/use-width.ts'
import { now } from '../../state/clock.ts'
import { t } from '../../text/language.ts'
import { formatMeasured, formatTick } from '../../text/measured.ts'
import { formatMoment, toSeconds } from '../../text/times.ts'
import { axisTicks } from '../market/values.ts'
import { roundSides, usePrices } from './series.ts'

const HEIGHT = 180
const TOP = 24
const BOTTOM = 22
const RIGHT = 72

/** Room above and below the prices, as a share of their range. */
const MARGIN = 0.2

/** The price over the last rounds, with the start price of the one that is measured. */
export function RoundChart({ series }: { series: RoundSeries }) {
  const { measuring, takingBets, lengthSeconds } = series
  const [current] = measuring
  const prices = usePrices(series)
  const [width, box] = useWidth()
  const { rounds: words } = t()
  const length = Number(lengthSeconds)
  const next = takingBets ? toSeconds(takingBets.referenceAt) : now.value
  // Where the last prices are older than the window, it begins with them.
  const from = Math.min(next - 2.5 * length, prices.at(-2)?.at ?? next)
  const to = next + length
  const shown = prices.filter(({ at }) => at >= from - length)
  const last = shown.at(-1)
  if (!last || shown.length < 2) return <p class="round-chart muted">{words.noPrices}</p>
  const start = current?.reference ? Number(current.reference.price) : null
  const values = shown.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const margin = (most - least || least * 1e-4) * MARGIN
  const [low, high] = [least - margin, most + margin]
  const right = width - RIGHT
  const x = (at: number) => ((Math.max(at, from) - from) / (to - from)) * right
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const line = shown.map(({ at, value }, index) => `${index ? 'L' : 'M'}${x(at)} ${y(value)}`).join('')
  const isUp = start !== null && last.value > start
  const sides = roundSides()
  return (
    <figure class="round-chart" ref={box}>
      <figcaption>
        <b>{formatMeasured(last.value, 'USD')}</b>{' '}
        {start !== null && (
          <span class={isUp ? 'yes' : 'no'}>{words.leading(isUp ? sides.Yes : sides.No)}</span>
        )}
      </figcaption>
      <svg width={width} height={HEIGHT} role="img" aria-label={words.chart(series.asset)}>
        {current && (
          <rect
            class="round-playing"
            x={x(toSeconds(current.referenceAt))}
            width={x(toSeconds(current.expireAt)) - x(toSeconds(current.referenceAt))}
            y={0}
            height={HEIGHT - BOTTOM}
          />
        )}
        <line class="chart-target" x1={x(next)} x2={x(next)} y1={0} y2={HEIGHT - BOTTOM} />
        {axisTicks(low, high, 3).map((tick) => (
          <text key={tick} x={right + 8} y={y(tick) + 4}>
            {formatTick(tick, high - low, 'USD')}
          </text>
        ))}
        {current && start !== null && (
          <>
            <text x={x(toSeconds(current.referenceAt)) + 6} y={14}>
              {words.playing(formatMeasured(start, 'USD'))}
            </text>
            <line
              class="chart-target"
              x1={x(toSeconds(current.referenceAt))}
              x2={right}
              y1={y(start)}
              y2={y(start)}
            />
          </>
        )}
        <text class="round-yours" x={x(next) + 6} y={HEIGHT - BOTTOM - 6}>
          {words.yours}
        </text>
        <path class="chart-value" d={line} />
        <circle class="chart-last" cx={x(last.at)} cy={y(last.value)} r="4" />
        <text x={x(next)} y={HEIGHT - 4} text-anchor="middle">
          {formatMoment(next, length)}
        </text>
      </svg>
    </figure>
  )
}
