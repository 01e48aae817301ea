import type { Market } from '../../model/types.ts'
import { formatFee, formatMoney } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Fact } from '../../parts/fact.tsx'
import { t } from '../../text/language.ts'
import { formatDuration, formatTime } from '../../text/times.ts'

/** Everything else about a market. */
export function Facts({ market }: { market: Market }) {
  const { facts: words } = t().market
  const { burn, developer } = market.feePercentage
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">{words.heading}</h2>
      <dl class="facts">
        <Fact label={words.opened}>{formatTime(market.createdAt)}</Fact>
        <Fact label={t().common.bettingCloses}>{formatTime(market.closeAt)}</Fact>
        <Fact label={t().common.expires}>{formatTime(market.expireAt)}</Fact>
        <Fact label={words.staked}>{formatMoney(market.totalVolume, market.currency)}</Fact>
        <Fact label={words.fees}>{words.feesOf(formatFee(burn), formatFee(developer))}</Fact>
        <Fact label={words.period}>{formatDuration(Number(market.bettingPeriodSeconds))}</Fact>
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
  )
}
