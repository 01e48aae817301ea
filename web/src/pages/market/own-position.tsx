// The visitor's own position in a market.

import type { Decimal, Market, Outcome, Position } from '../../model/types.ts'
import { formatMoney, formatSigned, toUnits } from '../../money/amounts.ts'
import { profitOf } from '../../money/profit.ts'
import { Claim } from '../../parts/claim.tsx'
import { Share } from '../../parts/share.tsx'
import { t } from '../../text/language.ts'
import { describeRefund } from '../../text/rules.ts'
import { titleOf } from '../../text/title.ts'
import { wallet } from '../../wallet/current.ts'

const SIDES: Outcome[] = ['Yes', 'No']

interface Props {
  market: Market
  position: Position
  onPaid(): void
}

/** What the wallet in use has staked, and what it gets or got. */
export function OwnPosition({ market, position, onPaid }: Props) {
  const { currency, stake, potentialWinnings, winnings, refund, settled } = position
  const { own: words } = t().market
  const { sides } = t().common
  const isPositive = (amount: Decimal | null): amount is Decimal =>
    amount !== null && toUnits(amount, currency) > 0n
  const money = (amount: Decimal) => formatMoney(amount, currency)
  const profit = profitOf(position)
  const isLost = winnings !== null && !isPositive(winnings) && !isPositive(refund)
  return (
    <section class="panel" aria-labelledby="own" data-testid="own-position">
      <h2 id="own">{words.heading}</h2>
      <dl class="rows">
        {SIDES.filter((side) => isPositive(stake[side])).map((side) => (
          <div key={side}>
            <dt>{t().market.stakedOn(sides[side])}</dt>
            <dd>{money(stake[side])}</dd>
          </div>
        ))}
        {potentialWinnings &&
          SIDES.filter((side) => isPositive(stake[side])).map((side) => (
            <div key={side}>
              <dt>{words.ifWins(sides[side])}</dt>
              <dd>{money(potentialWinnings[side])}</dd>
            </div>
          ))}
        {isPositive(winnings) && (
          <div>
            <dt>{settled ? words.paid : words.toBePaid}</dt>
            <dd class="yes">{money(winnings)}</dd>
          </div>
        )}
        {isPositive(refund) && (
          <div>
            <dt>{settled ? words.cameBack : words.comingBack}</dt>
            <dd>{money(refund)}</dd>
          </div>
        )}
        {profit !== null && (
          <div>
            <dt>{words.profit}</dt>
            <dd class={profit.startsWith('-') ? 'no' : 'yes'} data-testid="profit">
              {formatSigned(profit, currency)} {currency}
            </dd>
          </div>
        )}
      </dl>
      {profit !== null && Number(profit) > 0 && wallet.value && (
        <Share
          label={words.share}
          title={`${formatSigned(profit, currency)} ${currency}: ${titleOf(position, position.description)}`}
          path={`/markets/${market.id}?win=${wallet.value.address}`}
          picture={`/markets/${market.id}/wins/${wallet.value.address}/card.png`}
        />
      )}
      {isPositive(refund) && <p class="muted small-text">{describeRefund(market)}</p>}
      {isLost && <p class="muted small-text">{words.lost}</p>}
      {!settled && market.status !== 'open' && !isLost && (
        <>
          <p class="muted small-text">{words.automatic}</p>
          <Claim id={market.id} onPaid={onPaid} />
        </>
      )}
      {position.transactionId && (
        <p class="muted small-text">
          {words.transaction} <code>{position.transactionId}</code>
        </p>
      )}
    </section>
  )
}
