import { useEffect, useRef, useState } from 'preact/hooks'
import type { HistoryPoint } from '../../model/types.ts'
import { formatShare } from '../../money/amounts.ts'
import { now } from '../../state/clock.ts'
import { formatClock, formatTime } from '../../text/times.ts'
import { indexAt, type OddsPoint, oddsPoints } from './chart-points.ts'

const HEIGHT = 220
const LEFT = 44
const RIGHT = 8
const TOP = 10
const BOTTOM = 26

const DAY = 86_400

const LEVELS = [0, 0.25, 0.5, 0.75, 1]

/** The odds of Yes over time, as steps, up to the end of betting or to now. */
export function OddsChart({ history, until }: { history: readonly HistoryPoint[]; until: number }) {
  const points = oddsPoints(history)
  const [chosen, setChosen] = useState<number | null>(null)
  const [width, box] = useWidth()
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return <p class="muted">The odds start with a stake on each side.</p>
  const end = Math.max(last.at + 1, Math.min(now.value, until))
  const x = (at: number) => LEFT + ((at - first.at) / (end - first.at)) * (width - LEFT - RIGHT)
  const y = (share: number) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)
  const line = points
    .map(({ at, yes }, index) => `${index ? 'L' : 'M'}${x(at)} ${y(yes)}H${x(points[index + 1]?.at ?? end)}`)
    .join('')
  // Within a day the time of day tells points apart.
  const time = (at: number) =>
    end - first.at < DAY ? formatClock(at) : formatTime(new Date(at * 1_000).toISOString())
  const shown = chosen === null ? undefined : points[chosen]
  const text = (point: OddsPoint) =>
    `${time(point.at)}: Yes ${formatShare(point.yes)}, No ${formatShare(1 - point.yes)}`
  const track = (event: { currentTarget: SVGSVGElement; clientX: number }) => {
    const part =
      (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / (width - LEFT - RIGHT)
    setChosen(indexAt(points, first.at + part * (end - first.at)))
  }
  return (
    <figure class="chart" ref={box}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={describe(points)}
        onPointerMove={track}
        onPointerLeave={() => setChosen(null)}
      >
        {LEVELS.map((level) => (
          <g key={level} class="chart-level">
            <line x1={LEFT} x2={width - RIGHT} y1={y(level)} y2={y(level)} />
            <text x={LEFT - 8} y={y(level) + 4} text-anchor="end">
              {level * 100}%
            </text>
          </g>
        ))}
        <path class="chart-area" d={`${line}V${y(0)}H${LEFT}Z`} />
        <path class="chart-line" d={line} />
        {shown && (
          <g class="chart-cursor">
            <line x1={x(shown.at)} x2={x(shown.at)} y1={TOP} y2={HEIGHT - BOTTOM} />
            <circle cx={x(shown.at)} cy={y(shown.yes)} r="4" />
          </g>
        )}
        <g class="chart-times">
          <text x={LEFT} y={HEIGHT - 6}>
            {time(first.at)}
          </text>
          <text x={width - RIGHT} y={HEIGHT - 6} text-anchor="end">
            {time(end)}
          </text>
        </g>
      </svg>
      <input
        class="chart-range"
        type="range"
        aria-label="Odds at a time"
        min={0}
        max={points.length - 1}
        value={chosen ?? points.length - 1}
        aria-valuetext={text(shown ?? last)}
        onInput={(event) => setChosen(Number(event.currentTarget.value))}
        onBlur={() => setChosen(null)}
      />
      <figcaption class="muted small-text">
        {shown ? text(shown) : `Yes is at ${formatShare(last.yes)}`}
      </figcaption>
    </figure>
  )
}

/** The width of an element in pixels, so that its text keeps its size. */
function useWidth() {
  const box = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(640)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(entry.contentRect.width, 240))
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return [width, box] as const
}

function describe(points: readonly OddsPoint[]): string {
  const odds = points.map(({ yes }) => yes)
  const [start = 0.5, end = 0.5] = [odds[0], odds.at(-1)]
  return (
    `Odds of Yes over time: from ${formatShare(start)} to ${formatShare(end)}, ` +
    `between ${formatShare(Math.min(...odds))} and ${formatShare(Math.max(...odds))}`
  )
}
