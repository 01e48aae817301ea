// The price of a series: the round that is measured, and the one that takes bets.

import type { RoundSeries } from '../../model/types.ts'
import { now } from '../../state/clock.ts'
import { useWidth } from '../../state/viewport.ts'
import { t } from '../../text/language.ts'
import { formatPrices, formatTick } from '../../text/measured.ts'
import { formatMoment, toSeconds } from '../../text/times.ts'
import { axisTicks } from '../market/values.ts'
import { playedRound, roundSides, usePrices } from './series.ts'

const HEIGHT = 180
const TOP = 24
const BOTTOM = 22
const RIGHT = 72

/** Room above and below the prices, as a share of their range. */
const MARGIN = 0.2

/** Rounds before the one that takes bets. */
const BEFORE = 2

/** The price over the last rounds, with the start price of the one that is played. */
export function RoundChart({ series }: { series: RoundSeries }) {
  const { measuring, takingBets, lengthSeconds } = series
  const current = playedRound(series, now.value)
  const prices = usePrices(series, current ?? measuring.at(-1))
  const [width, box] = useWidth()
  const { rounds: words } = t()
  const length = Number(lengthSeconds)
  // While none takes bets, the one that opens next begins where the last one ends.
  const begins = takingBets?.referenceAt ?? measuring.at(-1)?.expireAt
  const next = begins ? toSeconds(begins) : now.value
  // The window begins with the last two prices if they are older. One price before it starts the line.
  const from = Math.min(next - BEFORE * length, prices.at(-2)?.at ?? next)
  const to = next + length
  const shown = prices.slice(Math.max(prices.findIndex(({ at }) => at >= from) - 1, 0))
  const last = shown.at(-1)
  if (!last || shown.length < 2) return <p class="round-chart muted">{words.noPrices}</p>
  const start = current?.reference?.price
  const [price = '', startPrice = ''] = formatPrices(start === undefined ? [last.value] : [last.value, start])
  const values = shown.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const margin = (most - least || least * 1e-4) * MARGIN
  const [low, high] = [least - margin, most + margin]
  const right = width - RIGHT
  const x = (at: number) => ((at - from) / (to - from)) * right
  const y = (value: number) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const line = shown.map(({ at, value }, index) => `${index ? 'L' : 'M'}${x(at)} ${y(value)}`).join('')
  const [begin, end] = current ? [x(toSeconds(current.referenceAt)), x(toSeconds(current.expireAt))] : [0, 0]
  const leader = last.value > Number(start) ? 'Yes' : 'No'
  return (
    <figure class="round-chart" ref={box}>
      <figcaption>
        <b>{price}</b>{' '}
        {start !== undefined && (
          <span class={leader.toLowerCase()}>{words.leading(roundSides()[leader], startPrice)}</span>
        )}
      </figcaption>
      <svg width={width} height={HEIGHT} role="img" aria-label={words.chart(series.asset)}>
        {current && (
          <>
            <rect class="round-playing" x={begin} width={end - begin} y={0} height={HEIGHT - BOTTOM} />
            <text x={Math.max(begin, 0) + 6} y={14}>
              {words.playing}
            </text>
          </>
        )}
        <line class="chart-target" x1={x(next)} x2={x(next)} y1={0} y2={HEIGHT - BOTTOM} />
        {axisTicks(low, high, 4).map((tick) => (
          <text key={tick} x={right + 8} y={y(tick) + 4}>
            {formatTick(tick, high - low, 'USD')}
          </text>
        ))}
        {start !== undefined && (
          <line class="chart-target" x1={begin} x2={right} y1={y(Number(start))} y2={y(Number(start))} />
        )}
        <text class="round-yours" x={x(next) + 6} y={14}>
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
