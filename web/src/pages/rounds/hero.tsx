// The live round at the top of the list.

import type { RoundSeries } from '../../model/types.ts'
import { formatShort } from '../../money/amounts.ts'
import { SideLinks } from '../../parts/side-links.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { t } from '../../text/language.ts'
import { formatShortDuration } from '../../text/times.ts'
import { RoundChart } from './round-chart.tsx'
import { RoundHead } from './round-head.tsx'
import { roundSides, symbolOfSeries, volumeOf } from './series.ts'

/** The round that closes next, large, and the others in a line below it. */
export function Hero({ all }: { all: readonly RoundSeries[] }) {
  const [series, ...others] = all
  if (!series) return null
  const { takingBets, currency } = series
  const { rounds: words } = t()
  return (
    <section class="hero panel" aria-label={words.of(symbolOfSeries(series))}>
      <RoundHead series={series} heading="h2" most={5} isLink />
      <RoundChart series={series} />
      <SideLinks
        path={`/rounds/${series.series}`}
        question={takingBets?.question ?? words.of(symbolOfSeries(series))}
        staked={takingBets ? { ...takingBets, currency } : undefined}
        names={roundSides()}
        hasRoom
      />
      <div class="hero-foot muted small-text">
        <span>
          {takingBets
            ? words.pool(`${formatShort(volumeOf(takingBets, currency), currency)} ${currency}`)
            : words.soon}
        </span>
        <span>
          {others.map((one) => (
            <a key={one.series} href={`/rounds/${one.series}`}>
              {symbolOfSeries(one)} {formatShortDuration(Number(one.lengthSeconds))}
              {one.takingBets && (
                <>
                  {' · '}
                  <TimeLeft until={one.takingBets.closeAt} past={t().common.closing} />
                </>
              )}
            </a>
          ))}
        </span>
      </div>
    </section>
  )
}
