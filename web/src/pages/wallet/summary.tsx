// The figures at the top of a portfolio.

import { useState } from 'preact/hooks'
import type { Currency, LiveMarket, Position } from '../../model/types.ts'
import { formatShort, formatSigned, formatUnits, toDecimal, toSigned } from '../../money/amounts.ts'
import { currenciesOf, profitOverTime, summarize } from '../../money/portfolio.ts'
import { Choice } from '../../parts/choice.tsx'
import { t } from '../../text/language.ts'
import { formatPercent } from '../../text/numbers.ts'
import { ProfitChart } from './profit-chart.tsx'

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
  const gain = formatSigned(toSigned(profit, currency), currency)
  const decided = won + lost
  const { summary: words } = t().wallet
  return (
    <section class="summary" aria-labelledby="summary">
      <div class="panel-head">
        <h2 id="summary">{words.heading}</h2>
        {currencies.length > 1 && (
          <Choice<Currency>
            legend={t().common.currency}
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
          <p class="muted small-text">
            {sure > 0n ? words.sureOf(short(openStake), short(sure)) : words.ofStake(short(openStake))}
          </p>
        </div>
        <div class="panel">
          <dt>{words.ifAllWin}</dt>
          <dd data-testid="if-all-win" title={exact(ifAllWin)}>
            {short(ifAllWin)} <small>{currency}</small>
          </dd>
        </div>
        <div class="panel">
          <dt>{words.profit}</dt>
          <dd
            data-testid="all-profit"
            class={profit < 0n ? 'no' : profit > 0n ? 'yes' : undefined}
            title={exact(profit)}
          >
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
