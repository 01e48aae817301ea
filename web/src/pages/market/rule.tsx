import { kindOf } from '@prediction-market/sdk/condition'
import { config } from '../../api/config.ts'
import type { Market } from '../../model/types.ts'
import { formatValue } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { t } from '../../text/language.ts'
import { describeFact, formatMeasured, formatTarget, isMet, withUnit } from '../../text/measured.ts'
import { describeDecider, describeTiming } from '../../text/rules.ts'
import { sidesOf } from '../../text/sides.ts'

/** The rule of a market, who decides it, and how far it is. */
export function Rule({ market }: { market: Market }) {
  const { badge, about } = describeDecider(kindOf(market.condition).proof, config.value?.attestors)
  return (
    <section class="market-decides panel" aria-labelledby="decides">
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

/** How far the condition is, if it can be read. */
export function Progress({ market }: { market: Market }) {
  const { conditionProgress: progress, condition } = market
  if (!progress) return null
  const fact = describeFact(condition, progress)
  if (fact !== null) {
    return (
      <p class="progress" data-testid="progress">
        {fact}
      </p>
    )
  }
  const { progress: words } = t().market
  const { unit } = progress
  const [value, target] = [Number(progress.currentCount), Number(progress.target)]
  const comparison = condition.comparison ?? 'atLeast'
  const isMetNow = isMet(condition, progress)
  // Full at the target, from either side.
  const share = value === target ? 1 : Math.min(value, target) / Math.max(value, target, Number.MIN_VALUE)
  return (
    <div class="progress" data-testid="progress">
      <p>
        <span class="progress-now">
          {t().common.now} <b title={withUnit(formatValue(value), unit)}>{formatMeasured(value, unit)}</b>
        </span>
        <span class="muted">
          {words.yesIf[comparison](sidesOf(condition).Yes, formatTarget(target, unit))}
        </span>
      </p>
      <div class={isMetNow ? 'meter met' : 'meter'} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </div>
      {isMetNow && <p class="muted small-text">{words.met}</p>}
    </div>
  )
}
