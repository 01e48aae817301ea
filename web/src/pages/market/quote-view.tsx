import type { Currency, Decimal, Outcome, Quote } from '../../model/types.ts'
import { formatShare, formatUnits, formatValue, toUnits } from '../../money/amounts.ts'
import { describeCosts } from '../../money/costs.ts'
import { t } from '../../text/language.ts'

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
  const { quote: words } = t().bet
  const { sides } = t().common
  const other = outcome === 'Yes' ? 'No' : 'Yes'
  const { odds, newOdds, payoutRatio, payoutIfMatched } = quote
  const units = (amount: Decimal) => formatUnits(toUnits(amount, currency), currency)
  return (
    <div class="quote" data-testid="quote">
      <dl class="rows">
        <div>
          <dt>{words.each(currency)}</dt>
          <dd>{formatValue(payoutRatio)}</dd>
        </div>
        <div>
          <dt>{words.odds(sides[outcome])}</dt>
          <dd>
            {formatShare(odds[outcome])} → {formatShare(newOdds[outcome])}
          </dd>
        </div>
        <div>
          <dt>{words.asMuch(sides[outcome])}</dt>
          <dd>{units(payoutIfMatched[outcome])}</dd>
        </div>
        <div>
          <dt>{words.asMuch(sides[other])}</dt>
          <dd>{units(payoutIfMatched[other])}</dd>
        </div>
        <div>
          <dt>{words.first}</dt>
          <dd data-testid="costs">{describeCosts(quote, words.purpose)}</dd>
        </div>
      </dl>
    </div>
  )
}
