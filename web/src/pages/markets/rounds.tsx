// The strip of rounds above the list.

import { listRounds } from '../../api/gateway.ts'
import type { Outcome, RoundSeries } from '../../model/types.ts'
import { formatShort, toDecimal, toUnits } from '../../money/amounts.ts'
import { AssetPicture } from '../../parts/asset.tsx'
import { SideLinks } from '../../parts/side-links.tsx'
import { Skeleton } from '../../parts/states.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { formatMeasured } from '../../text/measured.ts'
import { formatDuration } from '../../text/times.ts'

/** A round begins without an event that the page could wait for. */
const POLL_MS = 15_000

/** Results that fit beside the name of a series. */
const RESULTS = 5

/** The rounds that take bets, one for each series; nothing where no rounds are opened. */
export function RoundStrip() {
  const rounds = useLoaded('rounds', listRounds)
  useEvents((event) => event.type === 'resolution', rounds.reload)
  usePolling(POLL_MS, true, rounds.reload)
  if (rounds.state === 'loading') return <Skeleton lines={6} />
  // The list below works without this strip, so that an error is not worth more room than it takes.
  const series = dataOf(rounds)?.filter(({ takingBets }) => takingBets) ?? []
  if (series.length === 0) return null
  return (
    <ul class="rounds" aria-label={t().markets.rounds.label}>
      {series.map((one) => (
        <li key={one.series}>
          <Round series={one} />
        </li>
      ))}
    </ul>
  )
}

function Round({ series }: { series: RoundSeries }) {
  const { asset, currency, lengthSeconds, takingBets, measuring, results } = series
  if (!takingBets) return null
  const [symbol = asset] = asset.split('/')
  const pool = toUnits(takingBets.pools.Yes, currency) + toUnits(takingBets.pools.No, currency)
  const [current] = measuring
  const { rounds: words } = t().markets
  return (
    <section class="round" aria-label={words.of(symbol)}>
      <AssetPicture symbol={symbol} seed={asset} />
      <div>
        <h2>
          <a href={`/markets/${takingBets.id}`}>
            {words.title(symbol, formatDuration(Number(lengthSeconds)))}
          </a>
        </h2>
        <p>
          {formatShort(toDecimal(pool, currency), currency)} {currency} ·{' '}
          <TimeLeft until={takingBets.closeAt} past={t().common.closing} />
          {current?.reference && ` · ${words.from(formatMeasured(current.reference.price, 'USD'))}`}
        </p>
      </div>
      <p class="round-results" role="img" aria-label={describeResults(results)}>
        {results.slice(0, RESULTS).map(({ id, winningOutcome }) => (
          <span key={id} class={winningOutcome?.toLowerCase()}>
            {winningOutcome ? ARROWS[winningOutcome] : '–'}
          </span>
        ))}
      </p>
      <SideLinks
        id={takingBets.id}
        question={takingBets.question}
        odds={takingBets.odds}
        isEmpty={pool === 0n}
        names={words.sides}
      />
    </section>
  )
}

const ARROWS: Record<Outcome, string> = { Yes: '↑', No: '↓' }

function describeResults(results: RoundSeries['results']): string {
  const { sides, results: listed, noResults } = t().markets.rounds
  const shown = results
    .slice(0, RESULTS)
    .map(({ winningOutcome }) => (winningOutcome ? sides[winningOutcome] : t().common.void))
  return shown.length > 0 ? listed(shown.join(', ')) : noResults
}
