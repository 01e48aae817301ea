// The head of a series: what its rounds ask, when the next one closes, and how the last ones ended.

import type { Outcome, RoundSeries } from '../../model/types.ts'
import { AssetPicture } from '../../parts/asset.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { t } from '../../text/language.ts'
import { formatDuration, formatSecond, toSeconds } from '../../text/times.ts'
import { roundSides, symbolOfSeries } from './series.ts'

interface Props {
  series: RoundSeries
  /** The level of its heading. */
  heading: 'h1' | 'h2'
  /** Results that fit. */
  most: number
  /** Whether the heading leads to the page of the series. */
  isLink?: boolean
}

export function RoundHead({ series, heading: Heading, most, isLink = false }: Props) {
  const { takingBets, lengthSeconds, results } = series
  const { rounds: words } = t()
  const symbol = symbolOfSeries(series)
  const title = words.ask(symbol, formatDuration(Number(lengthSeconds)))
  return (
    <div class="round-head">
      <AssetPicture symbol={symbol} seed={symbol} />
      <div>
        <Heading>{isLink ? <a href={`/rounds/${series.series}`}>{title}</a> : title}</Heading>
        <p class="muted small-text">
          {takingBets ? words.next(formatSecond(toSeconds(takingBets.referenceAt))) : words.soon}
        </p>
      </div>
      <div>
        <p class="round-closes">
          {takingBets ? (
            <>
              {words.closes} <TimeLeft until={takingBets.closeAt} past={t().common.closing} />
            </>
          ) : (
            t().bet.closed
          )}
        </p>
        <Results results={results} most={most} />
      </div>
    </div>
  )
}

const ARROWS: Record<Outcome, string> = { Yes: '↑', No: '↓' }

/** The last results of a series as arrows, the newest first. */
export function Results({ results, most }: { results: RoundSeries['results']; most: number }) {
  const shown = results.slice(0, most)
  return (
    <p class="round-results" role="img" aria-label={describe(shown)}>
      {shown.map(({ id, winningOutcome }) => (
        <span key={id} class={winningOutcome?.toLowerCase()}>
          {winningOutcome ? ARROWS[winningOutcome] : '–'}
        </span>
      ))}
    </p>
  )
}

function describe(results: RoundSeries['results']): string {
  const { results: listed, noResults } = t().rounds
  const sides = roundSides()
  const names = results.map(({ winningOutcome }) =>
    winningOutcome ? sides[winningOutcome] : t().common.void,
  )
  return names.length > 0 ? listed(names.join(', ')) : noResults
}
