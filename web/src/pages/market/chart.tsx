// The chart of a market: odds, bets and the measured value.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { getBets, getHistory, getProof, getValues } from '../../api/gateway.ts'
import { serverTime } from '../../api/server-time.ts'
import { type Currency, isOfMarket, type Market, type Outcome } from '../../model/types.ts'
import { formatShare, formatShort } from '../../money/amounts.ts'
import { Choice, optionsOf } from '../../parts/choice.tsx'
import { Show } from '../../parts/states.tsx'
import { now } from '../../state/clock.ts'
import { useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { useWidth } from '../../state/viewport.ts'
import { t } from '../../text/language.ts'
import { formatMeasured, formatTarget, isCounted } from '../../text/measured.ts'
import { formatPercent } from '../../text/numbers.ts'
import { sidesOf } from '../../text/sides.ts'
import { formatMoment, toSeconds } from '../../text/times.ts'
import {
  areStill,
  type BetDot,
  betDots,
  type OddsPoint,
  oddsOfBets,
  oddsPoints,
  pointAt,
} from './chart-points.ts'
import { type Frame, Plot } from './plot.tsx'
import { decidingValue, type ValueSeries, valueSeries } from './values.ts'

/** How often measured values are read, which no event reports. */
const POLL_MS = 5_000

/** Bets that are drawn. */
const BETS = 100

/** Steps of the keyboard from one end of the chart to the other. */
const STEPS = 60

/** How close to a bet the cursor shows it, as a share of the chart's width. */
const CLOSE = 0.012

/** Ranges of time, in seconds. */
const RANGES = [
  ['1h', 3_600],
  ['6h', 21_600],
  ['1d', 86_400],
  ['1w', 604_800],
] as const

type Range = (typeof RANGES)[number][0] | 'all'

/** The odds of Yes and the measured value against its target, over time. */
export function MarketChart({ market }: { market: Market }) {
  const { id } = market
  const words = t().market.chart
  const isOpen = market.status === 'open'
  const [range, setRange] = useState<Range>('all')
  const end = market.resolvedAt ? toSeconds(market.resolvedAt) : now.value
  const length = RANGES.find(([name]) => name === range)?.[1] ?? Number.POSITIVE_INFINITY
  const isMeasured = isCounted(market.condition)

  const history = useLoaded(
    `history ${id} ${range}`,
    (signal) => {
      const until = market.resolvedAt ? toSeconds(market.resolvedAt) : serverTime() / 1_000
      const from = new Date(Math.max(0, until - length) * 1_000).toISOString()
      return getHistory(id, range === 'all' ? {} : { from }, signal)
    },
    true,
  )
  const values = useLoaded(`values ${id}`, async (signal) => (isMeasured ? getValues(id, signal) : []))
  const bets = useLoaded(`dots ${id}`, (signal) => getBets(id, { limit: BETS }, signal))
  // The proof has the value that decided, also after this gateway has forgotten what it measured before.
  const proof = useLoaded(`deciding value ${id} ${market.status}`, async (signal) =>
    isMeasured && !isOpen && !market.cancelled ? getProof(id, signal) : null,
  )
  usePolling(POLL_MS, isMeasured && isOpen, values.reload)
  usePolling(POLL_MS, proof.state === 'error', proof.reload)
  useEvents(
    (event) => isOfMarket(event, id),
    () => {
      history.reload()
      bets.reload()
    },
  )

  const life = end - toSeconds(market.createdAt)
  const ranges = RANGES.filter(([, seconds]) => seconds < life)
  const from = end - length
  const page = dataOf(bets)
  const placed = page?.items ?? []
  // The history has intervals, the bets are exact, but only the newest are read.
  const isComplete = page?.next === null
  const measured = isOpen ? market.conditionProgress : undefined
  const proven = dataOf(proof)
  const last = measured ? { measured, at: end } : proven ? decidingValue(proven) : undefined
  return (
    <section class="market-chart panel" aria-labelledby="over-time">
      <h2 id="over-time" class="sr-only">
        {words.heading}
      </h2>
      <Show of={history} lines={6}>
        {(read) => (
          <Chart
            odds={isComplete ? oddsOfBets(placed, from) : oddsPoints(read)}
            values={isMeasured && last ? valueSeries(dataOf(values) ?? [], last, from) : undefined}
            dots={betDots(placed, from)}
            name={market.condition.symbol ?? t().common.now}
            sides={sidesOf(market.condition)}
            currency={market.currency}
            end={end}
            isOpen={isOpen}
          >
            {ranges.length > 0 && (
              <Choice<Range>
                label={words.range}
                name="range"
                value={range}
                options={optionsOf<Range>([...ranges.map(([name]) => name), 'all'], words.ranges)}
                onChange={setRange}
              />
            )}
          </Chart>
        )}
      </Show>
    </section>
  )
}

interface ChartProps {
  odds: readonly OddsPoint[]
  values: ValueSeries | undefined
  dots: readonly BetDot[]
  /** What is measured. */
  name: string
  sides: Record<Outcome, string>
  currency: Currency
  /** Unix seconds. */
  end: number
  isOpen: boolean
  children: ComponentChildren
}

function Chart({ odds, values, dots, name, sides, currency, end, isOpen, children }: ChartProps) {
  const [cursor, setCursor] = useState<number | null>(null)
  const [width, box] = useWidth()
  const { empty, stayedEmpty, still } = t().market.chart
  if (odds.length === 0 && !values) return <p class="muted">{isOpen ? empty : stayedEmpty}</p>
  // A flat line would look like something that was watched.
  const isStill = areStill(odds)
  const stillText = isStill && <p class="muted">{still(formatShare(odds[0]?.yes ?? 0), sides.Yes)}</p>
  if (!values && isStill) return stillText
  const drawn = isStill ? [] : odds
  const first = Math.min(drawn[0]?.at ?? end, values?.points[0]?.at ?? end)
  const frame: Frame = { from: first, to: Math.max(end, first + 1), width }
  const span = frame.to - frame.from
  const at = cursor ?? frame.to
  const yes = pointAt(odds, at)?.yes
  const value = values && pointAt(values.points, at)?.value
  const near = cursor === null ? undefined : dots.find((dot) => Math.abs(dot.at - at) < span * CLOSE)
  const time = formatMoment(at, span)
  const shown = [
    time,
    yes !== undefined && `${sides.Yes} ${formatShare(yes)}`,
    values && value !== undefined && `${name} ${formatMeasured(value, values.unit)}`,
  ].filter(Boolean)
  return (
    <figure class="chart" ref={box}>
      <figcaption class="chart-legend">
        {values && value !== undefined && (
          <>
            <span class="chart-now muted">
              <b>{formatMeasured(value, values.unit)}</b> {isOpen && describeToGo(value, values.target)}
            </span>
            <span class="chart-key target-key">
              {t().market.chart.target} <b>{formatTarget(values.target, values.unit)}</b>
            </span>
          </>
        )}
        {yes !== undefined && (
          <span class="chart-key odds-key">
            {sides.Yes} <b>{formatShare(yes)}</b>
          </span>
        )}
        <span class="muted small-text">
          {near
            ? `${sides[near.bet.outcome]} ${formatShort(near.bet.amount, currency)} ${currency}, ${formatMoment(near.at, span)}`
            : cursor === null
              ? ''
              : time}
        </span>
        {children}
      </figcaption>
      <Plot
        frame={frame}
        odds={drawn}
        values={values}
        dots={isStill ? [] : dots}
        cursor={cursor}
        label={describe(odds, sides.Yes, values, name)}
        onCursor={setCursor}
      />
      {stillText}
      <input
        class="chart-range"
        type="range"
        aria-label={t().market.chart.cursor}
        min={0}
        max={STEPS}
        value={cursor === null ? STEPS : Math.round(((cursor - frame.from) / span) * STEPS)}
        aria-valuetext={shown.join(', ')}
        onInput={(event) => setCursor(frame.from + (Number(event.currentTarget.value) / STEPS) * span)}
        onBlur={() => setCursor(null)}
      />
    </figure>
  )
}

/** How far a value is from its target: `+57.9% to go`. */
function describeToGo(value: number, target: number): string {
  if (value <= 0 || value === target) return ''
  const change = (target / value - 1) * 100
  const size = formatPercent(Math.abs(change), Math.abs(change) < 1 ? 2 : 1)
  return t().market.chart.toTarget(`${change > 0 ? '+' : '−'}${size}`)
}

function describe(
  odds: readonly OddsPoint[],
  side: string,
  values: ValueSeries | undefined,
  name: string,
): string {
  const shares = odds.map(({ yes }) => yes)
  const [start, end] = [shares[0], shares.at(-1)]
  const words = t().market.chart
  const parts: string[] = []
  if (start !== undefined && end !== undefined) {
    const [least, most] = [Math.min(...shares), Math.max(...shares)]
    parts.push(words.odds(side, formatShare(start), formatShare(end), formatShare(least), formatShare(most)))
  }
  const last = values?.points.at(-1)
  if (values && last) {
    const [value, target] = [
      formatMeasured(last.value, values.unit),
      formatTarget(values.target, values.unit),
    ]
    parts.push(words.value(name, value, target))
  }
  return parts.join('. ')
}
