import { kindOf } from '@prediction-market/sdk/condition'
import { config } from '../../api/config.ts'
import type { Market } from '../../model/types.ts'
import { Address } from '../../parts/address.tsx'
import { describeDecider } from '../../text/deciders.ts'
import { describeTiming } from '../../text/rules.ts'
import { Progress } from './progress.tsx'

/** The rule of a market, who decides it, and how far it is. */
export function Rule({ market }: { market: Market }) {
  const [badge, sentence] = describeDecider(kindOf(market.condition).proof, config.value?.attestors)
  return (
    <section class="market-decides" aria-labelledby="decides">
      <div class="panel-head">
        <h2 id="decides">What decides it</h2>
        <span class="badge">{badge}</span>
      </div>
      <p class="details">{market.details}</p>
      <Progress market={market} />
      <p class="muted small-text">
        {sentence} {describeTiming(market)}
      </p>
      <p class="muted small-text">
        Asked by <Address address={market.creator} to="creators" />: see how their other markets ended.
      </p>
    </section>
  )
}
