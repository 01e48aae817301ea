import type { Market } from '../../model/types.ts'
import { formatFee } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Fact } from '../../parts/fact.tsx'
import { t } from '../../text/language.ts'
import { describeLateness } from '../../text/rules.ts'
import { formatDuration } from '../../text/times.ts'

/** The rules of a market in full, and everything else about it. */
export function Terms({ market }: { market: Market }) {
  const { facts: words, terms } = t().market
  const { burn, developer } = market.feePercentage
  return (
    <div class="terms">
      <section aria-labelledby="late">
        <h2 id="late">{terms.heading}</h2>
        <p>{describeLateness(market)}</p>
        <p class="muted">{terms.warning}</p>
      </section>
      <section aria-labelledby="facts">
        <h2 id="facts">{words.heading}</h2>
        <dl class="facts">
          <Fact label={words.opened} at={market.createdAt} />
          <Fact label={t().common.bettingCloses} at={market.closeAt} />
          <Fact label={t().common.expires} at={market.expireAt} />
          <Fact label={words.staked} money={[market.totalVolume, market.currency]} />
          <Fact label={t().how.fees.heading}>{words.feesOf(formatFee(burn), formatFee(developer))}</Fact>
          <Fact label={words.period}>{formatDuration(Number(market.bettingPeriodSeconds))}</Fact>
          {market.decisionReward !== undefined && (
            <Fact label={words.reward} testId="decision-reward" money={[market.decisionReward, 'SOL']} />
          )}
          <Fact label={words.askedBy}>
            <Address address={market.creator} to="asked" />
          </Fact>
          {market.tokenAddress && (
            <Fact label={words.token}>
              <code>{market.tokenAddress}</code> <Copy text={market.tokenAddress} label={words.copyToken} />
            </Fact>
          )}
          <Fact label={words.id}>
            <code>{market.id}</code> <Copy text={market.id} label={words.copyId} />
          </Fact>
        </dl>
      </section>
    </div>
  )
}
