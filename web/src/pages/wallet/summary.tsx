// The figures at the top of a portfolio, and its profit over time.

import { useState } from 'preact/hooks'
import type { Currency, LiveMarket, Position } from '../../model/types.ts'
import { formatShort, formatSigned, formatUnits, toDecimal } from '../../money/amounts.ts'
import { currenciesOf, type ProfitPoint, profitOverTime, summarize } from '../../money/portfolio.ts'
import { Choice } from '../../parts/choice.tsx'
import { toneOf } from '../../parts/money.tsx'
import { t } from '../../text/language.ts'
import { formatPercent } from '../../text/numbers.ts'
import { formatMoment } from '../../text/times.ts'

interface Props {
  positions: readonly Position[]
  live: ReadonlyMap<string, LiveMarket>
}

/** What a wallet has at stake, what that is worth now, and what it has won and lost. */
export function Summary({ positions, live }: Props) {
  const currencies = currenciesOf(positions)
  const [chosen, setChosen] = useState<Currency | null>(null)
  const currency = chosen ?? currencies[0]
  if (!currency) return null
  const own = positions.filter((position) => position.currency === currency)
  const { openStake, ifAllWin, sure, profit, won, lost } = summarize(own, live)
  const short = (units: bigint) => formatShort(toDecimal(units, currency), currency)
  const exact = (units: bigint) => `${formatUnits(units < 0n ? -units : units, currency)} ${currency}`
  const gain = formatSigned(toDecimal(profit, currency), currency)
  const decided = won + lost
  const { summary: words } = t().wallet
  return (
    <section class="summary" aria-labelledby="summary">
      <div class="panel-head">
        <h2 id="summary">{words.heading}</h2>
        {currencies.length > 1 && (
          <Choice<Currency>
            label={t().common.currency}
            name="summary-currency"
            value={currency}
            options={currencies.map((id) => [id, id] as const)}
            onChange={setChosen}
          />
        )}
      </div>
      <dl class="tiles">
        <div class="panel">
          <dt>{words.atRisk}</dt>
          <dd data-testid="at-risk" title={exact(openStake - sure)}>
            {short(openStake - sure)} <small>{currency}</small>
          </dd>
          <dd>
            <small>
              {sure > 0n ? words.sureOf(short(openStake), short(sure)) : words.ofStake(short(openStake))}
            </small>
          </dd>
        </div>
        <div class="panel">
          <dt>{words.ifAllWin}</dt>
          <dd data-testid="if-all-win" title={exact(ifAllWin)}>
            {short(ifAllWin)} <small>{currency}</small>
          </dd>
        </div>
        <div class="panel">
          <dt>{words.profit}</dt>
          <dd data-testid="all-profit" class={toneOf(profit)} title={exact(profit)}>
            {gain} <small>{currency}</small>
          </dd>
        </div>
        <div class="panel">
          <dt>{words.wonLost}</dt>
          <dd data-testid="won-lost">
            {won} : {lost} <small>{decided > 0 && words.won(formatPercent((won / decided) * 100, 0))}</small>
          </dd>
        </div>
      </dl>
      <ProfitChart points={profitOverTime(own)} currency={currency} />
    </section>
  )
}

const WIDTH = 100
const HEIGHT = 40

/** The profit over time, as steps; nothing before two markets are decided. */
export function ProfitChart({ points, currency }: { points: readonly ProfitPoint[]; currency: Currency }) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  // Only where lines are drawn, not what is shown: the digits that a double loses are smaller than a pixel.
  const profits = [0, ...points.map(({ profit }) => Number(profit))]
  const [low, high] = [Math.min(...profits), Math.max(...profits)]
  const span = Math.max(last.at - first.at, 1)
  const x = (at: number) => ((at - first.at) / span) * WIDTH
  const y = (profit: number) => 1 + (1 - (profit - low) / (high - low || 1)) * (HEIGHT - 2)
  // Before the first result there is no profit.
  const line = [`M0 ${y(0)}`, ...points.map(({ at, profit }) => `H${x(at)}V${y(Number(profit))}`)]
  const gain = (profit: bigint) => `${formatSigned(toDecimal(profit, currency), currency)} ${currency}`
  return (
    <figure class="panel profit-chart">
      <figcaption class="muted small-text">
        {t().wallet.summary.overTime(gain(last.profit), points.length)}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
        <path class={toneOf(last.profit)} d={line.join('')} />
      </svg>
      <p class="profit-times muted small-text" aria-hidden="true">
        <span>{formatMoment(first.at, span)}</span>
        <span>{formatMoment(last.at, span)}</span>
      </p>
    </figure>
  )
}
