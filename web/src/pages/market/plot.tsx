// Draws the chart's lines, axes and cursor.

import { formatTick } from '../../text/measured.ts'
import { formatPercent } from '../../text/numbers.ts'
import { formatMoment } from '../../text/times.ts'
import { type BetDot, type OddsPoint, pointAt } from './chart-points.ts'
import { axisTicks, type ValueSeries } from './values.ts'

const TOP = 12
const BOTTOM = 26
const LEFT = 42
/** Room for the labels of measured values. */
const RIGHT = 72
const EDGE = 8

const LEVELS = [0, 0.25, 0.5, 0.75, 1]

/** The levels of a strip of odds below measured values, and the part of the height where it starts. */
const STRIP_LEVELS = [0, 0.5, 1]
const STRIP = 0.7

/** Room between measured values and the strip. */
const BETWEEN = 20

/** The most labels of measured values. */
const TICKS = 5

/** How close to the target a label would touch its own, in pixels. */
const LABEL = 14

/** Below this width the chart is lower and has fewer times. */
const NARROW = 520

/** The time that a chart shows, in unix seconds, and its width in pixels. */
export interface Frame {
  from: number
  to: number
  width: number
}

interface Props {
  frame: Frame
  odds: readonly OddsPoint[]
  values: ValueSeries | undefined
  dots: readonly BetDot[]
  /** Unix seconds. */
  cursor: number | null
  label: string
  onCursor(at: number | null): void
}

/** The drawing of a chart: measured values large, on the right axis, and the odds in a strip below, on the left one. */
export function Plot({ frame, odds, values, dots, cursor, label, onCursor }: Props) {
  const { from, to, width } = frame
  const isNarrow = width < NARROW
  const height = isNarrow ? 240 : 320
  const right = width - (values ? RIGHT : EDGE)
  const bottom = height - BOTTOM
  const x = (at: number) => LEFT + ((at - from) / (to - from)) * (right - LEFT)
  const hasStrip = values !== undefined && odds.length > 0
  const stripTop = hasStrip ? height * STRIP : TOP
  const valueBottom = hasStrip ? stripTop - BETWEEN : bottom
  const y = (share: number) => stripTop + (1 - share) * (bottom - stripTop)
  const valueY = (value: number) =>
    values ? TOP + (1 - (value - values.low) / (values.high - values.low)) * (valueBottom - TOP) : 0
  const start = odds[0]
  const steps = odds.map(({ at, yes }, index) => {
    const next = odds[index + 1]?.at ?? to
    return `${index ? 'L' : 'M'}${x(Math.max(at, from))} ${y(yes)}H${x(Math.max(next, from))}`
  })
  const line = steps.join('')
  const track = (event: { currentTarget: SVGSVGElement; clientX: number }) => {
    const part = (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / (right - LEFT)
    onCursor(from + Math.min(Math.max(part, 0), 1) * (to - from))
  }
  const times = isNarrow ? [0, 1] : [0, 1 / 3, 2 / 3, 1]
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={label}
      onPointerMove={track}
      onPointerDown={track}
      onPointerLeave={() => onCursor(null)}
    >
      {(odds.length === 0 ? [] : hasStrip ? STRIP_LEVELS : LEVELS).map((level) => (
        <g key={level} class="chart-level">
          <line x1={LEFT} x2={right} y1={y(level)} y2={y(level)} />
          <text x={LEFT - 8} y={y(level) + 4} text-anchor="end">
            {formatPercent(level * 100, 0)}
          </text>
        </g>
      ))}
      {start && <path class="chart-area" d={`${line}V${y(0)}H${x(Math.max(start.at, from))}Z`} />}
      {values && (
        <>
          {axisTicks(values.low, values.high, TICKS)
            .filter((tick) => Math.abs(valueY(tick) - valueY(values.target)) >= LABEL)
            .map((tick) => (
              <text key={tick} x={right + 8} y={valueY(tick) + 4}>
                {formatTick(tick, values.high - values.low, values.unit)}
              </text>
            ))}
          <text class="chart-aim" x={right + 8} y={valueY(values.target) + 4}>
            {formatTick(values.target, values.high - values.low, values.unit)}
          </text>
          <line
            class="chart-target"
            x1={LEFT}
            x2={right}
            y1={valueY(values.target)}
            y2={valueY(values.target)}
          />
          <path
            class="chart-value"
            d={values.points
              .map(({ at, value }, index) => `${index ? 'L' : 'M'}${x(at)} ${valueY(value)}`)
              .join('')}
          />
          {values.points.slice(-1).map(({ at, value }) => (
            <circle key="last" class="chart-last" cx={x(at)} cy={valueY(value)} r="3.5" />
          ))}
        </>
      )}
      <path class="chart-line" d={line} />
      {dots.map(({ bet, at, yes, size }) => (
        <circle
          key={bet.id}
          class={`chart-bet ${bet.outcome.toLowerCase()}`}
          cx={x(Math.min(Math.max(at, from), to))}
          cy={y(yes)}
          r={2.5 + 2.5 * size}
        />
      ))}
      {cursor !== null && (
        <g class="chart-cursor">
          <line x1={x(cursor)} x2={x(cursor)} y1={TOP} y2={bottom} />
          {start && cursor >= start.at && (
            <circle class="odds" cx={x(cursor)} cy={y(pointAt(odds, cursor)?.yes ?? 0)} r="4" />
          )}
          {values && cursor >= (values.points[0]?.at ?? to) && (
            <circle cx={x(cursor)} cy={valueY(pointAt(values.points, cursor)?.value ?? 0)} r="4" />
          )}
        </g>
      )}
      {times.map((part) => (
        <text
          key={part}
          x={LEFT + part * (right - LEFT)}
          y={height - 6}
          text-anchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
        >
          {formatMoment(from + part * (to - from), to - from)}
        </text>
      ))}
    </svg>
  )
}
