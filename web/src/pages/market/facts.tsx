import type { Market } from '../../model/types.ts'
import { formatFee, formatMoney } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Fact } from '../../parts/fact.tsx'
import { formatDuration, formatTime } from '../../text/times.ts'

/** Everything else about a market. */
export function Facts({ market }: { market: Market }) {
  const { burn, developer } = market.feePercentage
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">About this market</h2>
      <dl class="facts">
        <Fact name="Opened">{formatTime(market.createdAt)}</Fact>
        <Fact name="Betting closes">{formatTime(market.closeAt)}</Fact>
        <Fact name="Expires">{formatTime(market.expireAt)}</Fact>
        <Fact name="Staked in all">{formatMoney(market.totalVolume, market.currency)}</Fact>
        <Fact name="Fees">
          {formatFee(burn)} burned and {formatFee(developer)} to the developer, of the losing side's stakes
        </Fact>
        <Fact name="Betting period">{formatDuration(Number(market.bettingPeriodSeconds))}</Fact>
        <Fact name="Asked by">
          <Address address={market.creator} to="creators" />
        </Fact>
        {market.tokenAddress && (
          <Fact name="Token">
            <code>{market.tokenAddress}</code>{' '}
            <Copy text={market.tokenAddress} label="Copy the token's address" />
          </Fact>
        )}
        <Fact name="Market id">
          <code>{market.id}</code> <Copy text={market.id} label="Copy the market's id" />
        </Fact>
      </dl>
    </section>
  )
}
