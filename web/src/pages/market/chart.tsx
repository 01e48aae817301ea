import { useState } from 'preact/hooks'
import type { HistoryPoint } from '../../model/types.ts'
import { formatShare } from '../../money/amounts.ts'
import { formatClock, formatTime, toSeconds } from '../../text/times.ts'

const WIDTH = 640
const HEIGHT = 220
const LEFT = 40
const RIGHT = 8
const TOP = 10
const BOTTOM = 24

const DAY = 86_400

const LEVELS = [0, 0.25, 0.5, 0.75, 1]

/** The odds of Yes over time, as steps. */
export function OddsChart({ points }: { points: HistoryPoint[] }) {
  const [hovered, setHovered] = useState<number | null>(null)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return <p class="muted">No history yet.</p>
  const odds = points.map((point) => Number(point.odds.Yes))
  const step = (WIDTH - LEFT - RIGHT) / Math.max(points.length, 1)
  const x = (index: number) => LEFT + index * step
  const y = (share: number) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)
  const line = odds
    .map((share, index) => `${index ? 'L' : 'M'}${x(index)} ${y(share)}H${x(index + 1)}`)
    .join('')
  const area = `${line}V${y(0)}H${LEFT}Z`
  // Within a day the time of day tells points apart.
  const isShort = toSeconds(last.time) - toSeconds(first.time) < DAY
  const time = ({ time: iso }: HistoryPoint) => (isShort ? formatClock(toSeconds(iso)) : formatTime(iso))
  const shown = hovered === null ? undefined : points[hovered]
  const track = (event: { currentTarget: SVGSVGElement; clientX: number }) => {
    const box = event.currentTarget.getBoundingClientRect()
    const position = ((event.clientX - box.left) / box.width) * WIDTH - LEFT
    setHovered(Math.min(points.length - 1, Math.max(0, Math.floor(position / step))))
  }
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={describe(odds)}
        onPointerMove={track}
        onPointerLeave={() => setHovered(null)}
      >
        {LEVELS.map((level) => (
          <g key={level} class="chart-level">
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(level)} y2={y(level)} />
            <text x={LEFT - 8} y={y(level) + 4} text-anchor="end">
              {level * 100}%
            </text>
          </g>
        ))}
        <path class="chart-area" d={area} />
        <path class="chart-line" d={line} />
        {hovered !== null && (
          <g class="chart-cursor">
            <line x1={x(hovered + 0.5)} x2={x(hovered + 0.5)} y1={TOP} y2={HEIGHT - BOTTOM} />
            <circle cx={x(hovered + 0.5)} cy={y(odds[hovered] ?? 0)} r="4" />
          </g>
        )}
        <g class="chart-times">
          <text x={LEFT} y={HEIGHT - 6}>
            {time(first)}
          </text>
          <text x={WIDTH - RIGHT} y={HEIGHT - 6} text-anchor="end">
            {time(last)}
          </text>
        </g>
      </svg>
      <figcaption class="muted small-text">
        {shown
          ? `${time(shown)}: Yes ${formatShare(shown.odds.Yes)}, No ${formatShare(shown.odds.No)}`
          : `Yes is at ${formatShare(last.odds.Yes)}`}
      </figcaption>
    </figure>
  )
}

function describe(odds: number[]): string {
  const share = (value: number) => formatShare(value)
  const [start = 0.5, end = 0.5] = [odds[0], odds.at(-1)]
  return (
    `Odds of Yes over time: from ${share(start)} to ${share(end)}, ` +
    `between ${share(Math.min(...odds))} and ${share(Math.max(...odds))}`
  )
}
