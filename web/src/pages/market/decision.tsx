import { CURRENCIES } from '@prediction-market/sdk/currency'
import type { Decimal, Market } from '../../model/types.ts'
import { toUnits } from '../../money/amounts.ts'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { Moment } from '../../parts/time-left.tsx'
import { t } from '../../text/language.ts'
import { formatDecimal, formatNumber } from '../../text/numbers.ts'
import { describeRefund } from '../../text/rules.ts'
import { sidesOf } from '../../text/sides.ts'

/** How a market ended, and what it paid. */
export function Decision({ market }: { market: Market }) {
  const { currency, winningOutcome: winner, payoutRatio: ratio, feesCollected: fees } = market
  const { decision: words } = t().market
  const { won, cancelled, voidSentence } = t().common
  const sides = sidesOf(market.condition)
  const money = (amount: Decimal) => <Money amount={amount} currency={currency} />
  // The gateway writes fees with their currency: `12.5 SOL`.
  const feeText = (fee: string) => money(fee.split(' ')[0] ?? '')
  const refunded = market.outcomes.filter(({ refundedStake }) => toUnits(refundedStake ?? 0, currency) > 0n)
  return (
    <section class={`panel decision ${winner?.toLowerCase() ?? 'void'}`} aria-labelledby="decision">
      <p class="muted small-text">
        {market.resolvedAt && words.decidedAt(<Moment at={market.resolvedAt} />)}
      </p>
      <h2 id="decision" data-testid="decision">
        {winner ? won(sides[winner]) : market.cancelled ? cancelled : voidSentence}
      </h2>
      {winner && ratio && <p>{words.paid(currency, sides[winner], <Ratio of={ratio[winner]} />)}</p>}
      {!winner && <p>{describeRefund(market)}</p>}
      <dl class="rows">
        {winner &&
          refunded.map(({ name, refundedStake }) => (
            <Fact key={name} label={(market.maxRatio ? words.noOpponent : words.late)(sides[name])}>
              {money(refundedStake ?? 0)}
            </Fact>
          ))}
        {winner && fees && (
          <>
            <Fact
              label={
                CURRENCIES[currency].burnedBy === 'auction' ? (
                  <a href="/burns">{words.forBurning}</a>
                ) : (
                  words.burned
                )
              }
            >
              {feeText(fees.burned)}
            </Fact>
            <Fact label={words.developer}>{feeText(fees.developer)}</Fact>
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

/** What each unit is paid. */
function Ratio({ of }: { of: Decimal }) {
  return <b title={formatDecimal(String(of))}>{formatNumber(Number(of), { maximumFractionDigits: 4 })}</b>
}
