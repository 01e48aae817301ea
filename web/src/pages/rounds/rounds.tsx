// The page of a series of rounds, at an address that stays while its rounds come and go.

import { useRef } from 'preact/hooks'
import { getMarket, getPositions } from '../../api/gateway.ts'
import { isOfWallet, type Market, type Position, type RoundSeries } from '../../model/types.ts'
import { formatShort, toDecimal } from '../../money/amounts.ts'
import { bestReturn, stakedSides } from '../../money/endings.ts'
import { profitOf } from '../../money/portfolio.ts'
import { Gain, Money } from '../../parts/money.tsx'
import { Empty, Show, Skeleton } from '../../parts/states.tsx'
import { useTitle } from '../../parts/title.tsx'
import { useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { formatPrices } from '../../text/measured.ts'
import { formatNumber } from '../../text/numbers.ts'
import { formatDuration, formatSecond, toSeconds } from '../../text/times.ts'
import { wallet } from '../../wallet/current.ts'
import { BetPanel } from '../market/bet-panel.tsx'
import { RoundChart } from './round-chart.tsx'
import { RoundHead } from './round-head.tsx'
import { roundSides, symbolOfSeries, useSeries } from './series.ts'

/** Positions that are read: those of the last rounds are among them. */
const POSITIONS = 30

/** A round is short: one that could not be loaded is asked for again. */
const RETRY_MS = 2_000

/** A series: the round that takes bets, the one that is measured, and the last results. */
export function RoundsPage({ number }: { number: number }) {
  const series = useSeries(number)
  const known = dataOf(series)
  const { rounds: words } = t()
  useTitle(known ? words.of(symbolOfSeries(known)) : words.label)
  return (
    <Show of={series} lines={8} gone={<Empty title={words.none} heading="h1" />}>
      {(read) => <SeriesView series={read} />}
    </Show>
  )
}

function SeriesView({ series }: { series: RoundSeries }) {
  const { takingBets, currency, lengthSeconds } = series
  const { rounds: words } = t()
  const address = wallet.value?.address ?? null
  const id = takingBets?.id
  const market = useLoaded(`market ${id}`, async (signal) => (id ? getMarket(id, signal) : null))
  const positions = useLoaded(`rounds of ${address}`, async (signal) =>
    address ? (await getPositions(address, { limit: POSITIONS }, signal)).items : [],
  )
  useEvents((event) => event.type === 'resolution' || isOfWallet(event, address ?? ''), positions.reload)
  useEvents((event) => event.type === 'bet', market.reload)
  usePolling(RETRY_MS, market.state === 'error', market.reload)
  // The form stays until the next round is there, with the side and the stake that were chosen.
  const last = useRef<Market | null>(null)
  last.current = dataOf(market) ?? last.current
  const { current: taking } = last
  const own = dataOf(positions) ?? []
  return (
    <article class="market rounds-page">
      <header class="market-head panel">
        <RoundHead series={series} heading="h1" most={8} />
        <RoundChart series={series} />
      </header>
      <aside class="market-side">
        {taking ? (
          <BetPanel
            market={{ ...taking, acceptingBets: taking.acceptingBets && taking.id === id }}
            hasPosition={own.some(({ marketId }) => marketId === taking.id)}
            isRepeated
            onPlaced={() => {
              market.reload()
              positions.reload()
            }}
          />
        ) : (
          <Skeleton lines={6} />
        )}
        {positions.state === 'loading' ? (
          taking && <Skeleton lines={6} />
        ) : (
          <OwnRounds series={series} positions={own} />
        )}
      </aside>
      <div class="market-main">
        <section aria-labelledby="results">
          <h2 id="results">{words.resultsHeading}</h2>
          <ResultList series={series} />
        </section>
        <p class="muted small-text">
          {words.about(formatDuration(Number(lengthSeconds)), currency)} {words.matched}
        </p>
      </div>
    </article>
  )
}

/** The rounds of a series that the wallet in use has bet on. */
function OwnRounds({ series, positions }: { series: RoundSeries; positions: readonly Position[] }) {
  const { takingBets, measuring, results } = series
  const times = new Map([takingBets, ...measuring, ...results].flatMap((one) => (one ? [[one.id, one]] : [])))
  const own = positions.filter(({ marketId }) => times.has(marketId))
  if (own.length === 0) return null
  const sides = roundSides()
  return (
    <section class="panel" aria-labelledby="own-rounds" data-testid="own-rounds">
      <h2 id="own-rounds">{t().market.own.heading}</h2>
      <dl class="rows ticket">
        {own.map((position) => {
          const { marketId, stake, currency } = position
          const profit = profitOf(position)
          return (
            <div key={marketId}>
              <dt>
                <a href={`/markets/${marketId}`}>{periodText(times.get(marketId))}</a>{' '}
                {stakedSides(position)
                  .map((side) => `${sides[side]} ${formatShort(stake[side], currency)}`)
                  .join(', ')}
              </dt>
              <dd>
                {profit === null ? (
                  t().rounds.upTo(
                    <Money amount={toDecimal(bestReturn(position), currency)} currency={currency} />,
                  )
                ) : (
                  <Gain amount={profit} currency={currency} />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

function ResultList({ series }: { series: RoundSeries }) {
  const { results, currency } = series
  const { rounds: words } = t()
  if (results.length === 0) return <p class="muted">{words.noResults}</p>
  const sides = roundSides()
  return (
    <ol class="result-list">
      {results.map((result) => {
        const { id, winningOutcome: winner, reference, price, totalVolume, payoutRatio } = result
        return (
          <li key={id}>
            <a href={`/markets/${id}`}>{periodText(result)}</a>
            <b class={winner?.toLowerCase()}>{winner ? sides[winner] : t().common.void}</b>
            <span class="muted">
              {reference && price ? formatPrices([reference.price, price.price]).join(' → ') : '–'}
            </span>
            <span class="number">
              {winner && `×${formatNumber(Number(payoutRatio[winner]), { maximumFractionDigits: 2 })} · `}
              {formatShort(totalVolume, currency)} {currency}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function periodText(round: { referenceAt: string; expireAt: string } | undefined): string {
  if (!round) return ''
  return `${formatSecond(toSeconds(round.referenceAt))} – ${formatSecond(toSeconds(round.expireAt))}`
}
