// A new market, for its creator to confirm.

import type { ProjectedMarket } from '../../model/types.ts'
import { formatFee, toUnits } from '../../money/amounts.ts'
import { Fact } from '../../parts/fact.tsx'
import { CostsText } from '../../parts/money.tsx'
import { ErrorText, Stop } from '../../parts/states.tsx'
import { PageHead } from '../../parts/title.tsx'
import { t } from '../../text/language.ts'
import { describeLateness, describeTiming } from '../../text/rules.ts'

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
      <PageHead title={words.heading}>{words.lead}</PageHead>
      <section class="panel preview">
        <h2 class="question">{market.question}</h2>
        <p class="details" lang="en" data-testid="details">
          {market.details}
        </p>
        <dl class="rows">
          <Fact label={t().common.bettingCloses} at={market.closeAt} />
          <Fact label={t().common.expires} at={market.expireAt} />
          <Fact label={words.fees}>{words.feesOf(formatFee(burn), formatFee(developer))}</Fact>
          {staked.map(({ name, totalStake }) => (
            <Fact
              key={name}
              label={words.stakeOn(t().common.sides[name])}
              money={[totalStake, market.currency]}
            />
          ))}
          <Fact label={t().market.facts.reward} money={[market.decisionReward, 'SOL']} />
          <Fact label={words.besides} testId="costs">
            <CostsText costs={market} purpose={words.purpose} />
          </Fact>
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
