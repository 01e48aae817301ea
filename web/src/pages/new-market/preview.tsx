// A new market, for its creator to confirm.

import type { ProjectedMarket } from '../../model/types.ts'
import { formatFee, formatMoney, toUnits } from '../../money/amounts.ts'
import { describeCosts } from '../../money/costs.ts'
import { ErrorText } from '../../parts/states.tsx'
import { Stop } from '../../parts/stop.tsx'
import { t } from '../../text/language.ts'
import { describeLateness, describeTiming } from '../../text/rules.ts'
import { formatTime } from '../../text/times.ts'

interface Props {
  market: ProjectedMarket
  isBusy: boolean
  error: string
  onStop: (() => void) | undefined
  onOpen(): void
  onBack(): void
}

/** What a market will be, for its creator to confirm. */
export function Preview({ market, isBusy, error, onStop, onOpen, onBack }: Props) {
  const { burn, developer } = market.feePercentage
  const { preview: words } = t().builder
  const staked = market.outcomes.filter(({ totalStake }) => toUnits(totalStake, market.currency) > 0n)
  return (
    <div class="narrow">
      <div class="page-head">
        <h1>{words.heading}</h1>
        <p class="lead">{words.lead}</p>
      </div>
      <section class="panel preview">
        <h2 class="question">{market.question}</h2>
        <p class="details" lang="en" data-testid="details">
          {market.details}
        </p>
        <dl class="rows">
          <div>
            <dt>{t().common.bettingCloses}</dt>
            <dd>{formatTime(market.closeAt)}</dd>
          </div>
          <div>
            <dt>{t().common.expires}</dt>
            <dd>{formatTime(market.expireAt)}</dd>
          </div>
          <div>
            <dt>{words.fees}</dt>
            <dd>{words.feesOf(formatFee(burn), formatFee(developer))}</dd>
          </div>
          {staked.map(({ name, totalStake }) => (
            <div key={name}>
              <dt>{words.stakeOn(t().common.sides[name])}</dt>
              <dd>{formatMoney(totalStake, market.currency)}</dd>
            </div>
          ))}
          <div>
            <dt>{words.besides}</dt>
            <dd data-testid="costs">{describeCosts(market, words.purpose)}</dd>
          </div>
        </dl>
        <p class="muted small-text">
          {describeTiming(market)} {describeLateness(market)}
        </p>
      </section>
      <ErrorText>{error}</ErrorText>
      <div class="actions">
        <button type="button" class="button" disabled={isBusy} onClick={onOpen}>
          {isBusy ? words.opening : words.open}
        </button>
        <button type="button" class="button quiet" disabled={isBusy} onClick={onBack}>
          {words.change}
        </button>
        <Stop onStop={onStop} />
      </div>
    </div>
  )
}
