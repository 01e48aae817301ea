// The last results of a series of rounds.

import type { Outcome, RoundSeries } from '../../model/types.ts'
import { t } from '../../text/language.ts'
import { roundSides } from './series.ts'

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
