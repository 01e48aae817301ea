import type { Currency, Decimal, Outcome, Quote } from '../../model/types.ts'
import { formatShare, formatUnits, formatValue, toUnits } from '../../money/amounts.ts'
import { describeCosts } from '../../money/costs.ts'

/** What a bet would pay, and how it moves the odds. */
export function QuoteView({
  quote,
  outcome,
  currency,
}: {
  quote: Quote
  outcome: Outcome
  currency: Currency
}) {
  const other = outcome === 'Yes' ? 'No' : 'Yes'
  const { odds, newOdds, payoutRatio, payoutIfMatched } = quote
  const units = (amount: Decimal) => formatUnits(toUnits(amount, currency), currency)
  return (
    <div class="quote" data-testid="quote">
      <dl class="rows">
        <div>
          <dt>For each {currency} staked</dt>
          <dd>{formatValue(payoutRatio)}</dd>
        </div>
        <div>
          <dt>Odds of {outcome}</dt>
          <dd>
            {formatShare(odds[outcome])} → {formatShare(newOdds[outcome])}
          </dd>
        </div>
        <div>
          <dt>If as much again goes on {outcome}</dt>
          <dd>{units(payoutIfMatched[outcome])}</dd>
        </div>
        <div>
          <dt>If as much again goes on {other}</dt>
          <dd>{units(payoutIfMatched[other])}</dd>
        </div>
        <div>
          <dt>With your first bet in this market</dt>
          <dd data-testid="costs">{describeCosts(quote, 'the payout')}</dd>
        </div>
      </dl>
    </div>
  )
}
