import { CURRENCIES } from '@prediction-market/sdk/currency'
import type { Market } from '../../model/types.ts'
import { formatMoney, formatValue, toUnits } from '../../money/amounts.ts'
import { t } from '../../text/language.ts'
import { describeRefund } from '../../text/rules.ts'
import { sidesOf } from '../../text/sides.ts'
import { formatTime } from '../../text/times.ts'

/** How a market ended, and what it paid. */
export function Decision({ market }: { market: Market }) {
  const { currency, winningOutcome: winner, payoutRatio: ratio, feesCollected: fees } = market
  const { decision: words } = t().market
  const { won, cancelled, voidSentence } = t().common
  const sides = sidesOf(market.condition)
  // The gateway writes fees with their currency: `12.5 SOL`.
  const feeText = (fee: string) => formatMoney(fee.split(' ')[0] ?? '', currency)
  const refunded = market.outcomes.filter(({ refundedStake }) => toUnits(refundedStake ?? 0, currency) > 0n)
  return (
    <section class={`panel decision ${winner?.toLowerCase() ?? 'void'}`} aria-labelledby="decision">
      <p class="muted small-text">{market.resolvedAt && words.decidedAt(formatTime(market.resolvedAt))}</p>
      <h2 id="decision" data-testid="decision">
        {winner ? won(sides[winner]) : market.cancelled ? cancelled : voidSentence}
      </h2>
      {winner && ratio && <p>{words.paid(currency, sides[winner], <b>{formatValue(ratio[winner])}</b>)}</p>}
      {!winner && <p>{describeRefund(market)}</p>}
      <dl class="rows">
        {winner &&
          refunded.map(({ name, refundedStake }) => (
            <div key={name}>
              <dt>{(market.maxRatio ? words.noOpponent : words.late)(sides[name])}</dt>
              <dd>{formatMoney(refundedStake ?? 0, currency)}</dd>
            </div>
          ))}
        {winner && fees && (
          <>
            <div>
              <dt>
                {CURRENCIES[currency].burnedBy === 'auction' ? (
                  <a href="/burns">{words.forBurning}</a>
                ) : (
                  words.burned
                )}
              </dt>
              <dd>{feeText(fees.burned)}</dd>
            </div>
            <div>
              <dt>{words.developer}</dt>
              <dd>{feeText(fees.developer)}</dd>
            </div>
          </>
        )}
      </dl>
      {!market.cancelled && (
        <p>
          <a href={`/verify/${market.id}`}>{words.verify}</a>
        </p>
      )}
    </section>
  )
}
