import type { Market } from '../../model/types.ts'
import { t } from '../../text/language.ts'
import { describeLateness } from '../../text/rules.ts'
import { Facts } from './facts.tsx'

/** The rules of a market in full, and everything else about it. */
export function Terms({ market }: { market: Market }) {
  return (
    <div class="terms">
      <section aria-labelledby="late">
        <h2 id="late">{t().market.terms.heading}</h2>
        <p>{describeLateness(market)}</p>
        <p class="muted">{t().market.terms.warning}</p>
      </section>
      <Facts market={market} />
    </div>
  )
}
