import type { ProjectedMarket } from '../../model/types.ts'
import { formatFee, formatMoney, toUnits } from '../../money/amounts.ts'
import { describeCosts } from '../../money/costs.ts'
import { ErrorText } from '../../parts/states.tsx'
import { Stop } from '../../parts/stop.tsx'
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
  const staked = market.outcomes.filter(({ totalStake }) => toUnits(totalStake, market.currency) > 0n)
  return (
    <div class="narrow">
      <div class="page-head">
        <h1>Is this what you mean?</h1>
        <p class="lead">People bet on this sentence, and nobody can change it later.</p>
      </div>
      <section class="panel preview">
        <h2 class="question">{market.question}</h2>
        <p class="details" data-testid="details">
          {market.details}
        </p>
        <dl class="rows">
          <div>
            <dt>Betting closes</dt>
            <dd>{formatTime(market.closeAt)}</dd>
          </div>
          <div>
            <dt>Expires</dt>
            <dd>{formatTime(market.expireAt)}</dd>
          </div>
          <div>
            <dt>Fees, of the losing side's stakes</dt>
            <dd>
              {formatFee(burn)} burned, {formatFee(developer)} developer
            </dd>
          </div>
          {staked.map(({ name, totalStake }) => (
            <div key={name}>
              <dt>Your stake on {name}</dt>
              <dd>{formatMoney(totalStake, market.currency)}</dd>
            </div>
          ))}
          <div>
            <dt>Besides the stake, you pay</dt>
            <dd data-testid="costs">{describeCosts(market, 'deciding and closing it')}</dd>
          </div>
        </dl>
        <p class="muted small-text">
          {describeTiming(market)} {describeLateness(market)}
        </p>
      </section>
      <ErrorText>{error}</ErrorText>
      <div class="actions">
        <button type="button" class="button" disabled={isBusy} onClick={onOpen}>
          {isBusy ? 'Opening…' : 'Sign and open the market'}
        </button>
        <button type="button" class="button quiet" disabled={isBusy} onClick={onBack}>
          Change it
        </button>
        <Stop onStop={onStop} />
      </div>
    </div>
  )
}
