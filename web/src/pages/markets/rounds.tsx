import { listRounds } from '../../api/gateway.ts'
import type { Outcome, RoundSeries } from '../../model/types.ts'
import { formatShort, toDecimal, toUnits } from '../../money/amounts.ts'
import { AssetPicture } from '../../parts/asset.tsx'
import { SideLinks } from '../../parts/side-links.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { formatMeasured } from '../../text/measured.ts'
import { formatDuration } from '../../text/times.ts'

/** A round begins without an event that the page could wait for. */
const POLL_MS = 15_000

const NAMES = { Yes: 'Up', No: 'Down' } as const

/** Results that fit beside the name of a series. */
const RESULTS = 5

/** The rounds that take bets, one for each series; nothing where no rounds are opened. */
export function RoundStrip() {
  const rounds = useLoaded('rounds', listRounds)
  useEvents((event) => event.type === 'resolution', rounds.reload)
  usePolling(POLL_MS, true, rounds.reload)
  // The list below works without this strip, so that an error is not worth more room than it takes.
  const series = dataOf(rounds)?.filter(({ takingBets }) => takingBets) ?? []
  if (series.length === 0) return null
  return (
    <ul class="rounds" aria-label="Rounds">
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
  return (
    <section class="round" aria-label={`Rounds of ${symbol}`}>
      <AssetPicture symbol={symbol} seed={asset} />
      <div>
        <h2>
          <a href={`/markets/${takingBets.id}`}>
            {symbol} up or down, {formatDuration(Number(lengthSeconds))}
          </a>
        </h2>
        <p>
          {formatShort(toDecimal(pool, currency), currency)} {currency} ·{' '}
          <TimeLeft until={takingBets.closeAt} past="closing" />
          {current?.reference && ` · from ${formatMeasured(current.reference.price, 'USD')} now`}
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
        names={NAMES}
      />
    </section>
  )
}

const ARROWS: Record<Outcome, string> = { Yes: '↑', No: '↓' }

function describeResults(results: RoundSeries['results']): string {
  const words = results
    .slice(0, RESULTS)
    .map(({ winningOutcome }) => (winningOutcome ? NAMES[winningOutcome] : 'void'))
  return words.length > 0 ? `Last results, the newest first: ${words.join(', ')}` : 'No results yet'
}
