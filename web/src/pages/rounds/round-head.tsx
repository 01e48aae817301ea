// The head of a series: what its rounds ask, when the next one closes, and how the last ones ended.

import type { RoundSeries } from '../../model/types.ts'
import { AssetPicture } from '../../parts/asset.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { t } from '../../text/language.ts'
import { formatDuration, formatSecond, toSeconds } from '../../text/times.ts'
import { Results } from './results.tsx'
import { symbolOfSeries } from './series.ts'

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
        {takingBets && (
          <p class="round-closes">
            {words.closes} <TimeLeft until={takingBets.closeAt} past={t().common.closing} />
          </p>
        )}
        <Results results={results} most={most} />
      </div>
    </div>
  )
}
