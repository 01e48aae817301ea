import { kindOf } from '@prediction-market/sdk/condition'
import { config } from '../../api/config.ts'
import type { Market } from '../../model/types.ts'
import { Address } from '../../parts/address.tsx'
import { describeDecider } from '../../text/deciders.ts'
import { t } from '../../text/language.ts'
import { describeTiming } from '../../text/rules.ts'
import { Progress } from './progress.tsx'

/** The rule of a market, who decides it, and how far it is. */
export function Rule({ market }: { market: Market }) {
  const { badge, about } = describeDecider(kindOf(market.condition).proof, config.value?.attestors)
  return (
    <section class="market-decides" aria-labelledby="decides">
      <div class="panel-head">
        <h2 id="decides">{t().market.rule.heading}</h2>
        <span class="badge">{badge}</span>
      </div>
      <p class="details" lang="en">
        {market.details}
      </p>
      <Progress market={market} />
      <p class="muted small-text">
        {about} {describeTiming(market)}
      </p>
      <p class="muted small-text">
        {t().market.rule.askedBy(<Address address={market.creator} to="asked" />)}
      </p>
    </section>
  )
}
