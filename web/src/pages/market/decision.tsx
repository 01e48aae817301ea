import { CURRENCIES } from '@prediction-market/sdk/currency'
import type { Market } from '../../model/types.ts'
import { formatMoney, formatValue, toUnits } from '../../money/amounts.ts'
import { describeRefund } from '../../text/rules.ts'
import { formatTime } from '../../text/times.ts'

/** How a market ended, and what it paid. */
export function Decision({ market }: { market: Market }) {
  const { currency, winningOutcome: winner, payoutRatio: ratio, feesCollected: fees } = market
  const refunded = market.outcomes.filter(({ refundedStake }) => toUnits(refundedStake ?? 0, currency) > 0n)
  return (
    <section class={`panel decision ${winner?.toLowerCase() ?? 'void'}`} aria-labelledby="decision">
      <p class="muted small-text">{market.resolvedAt && `Decided ${formatTime(market.resolvedAt)}`}</p>
      <h2 id="decision" data-testid="decision">
        {winner ? `${winner} won` : market.cancelled ? 'Cancelled' : 'Void: every stake is paid back'}
      </h2>
      {winner && ratio && (
        <p>
          Each {currency} staked on {winner} is paid <b>{formatValue(ratio[winner])}</b> {currency}.
        </p>
      )}
      {!winner && <p>{describeRefund(market)}</p>}
      <dl class="rows">
        {winner &&
          refunded.map(({ name, refundedStake }) => (
            <div key={name}>
              <dt>Late stakes on {name}, paid back</dt>
              <dd>{formatMoney(refundedStake ?? 0, currency)}</dd>
            </div>
          ))}
        {winner && fees && (
          <>
            <div>
              <dt>
                {CURRENCIES[currency].burnedBy === 'auction' ? <a href="/burns">For burning</a> : 'Burned'}
              </dt>
              <dd>{fees.burned}</dd>
            </div>
            <div>
              <dt>To the developer</dt>
              <dd>{fees.developer}</dd>
            </div>
          </>
        )}
      </dl>
    </section>
  )
}
