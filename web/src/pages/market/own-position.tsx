// The visitor's own position in a market.

import { listRounds } from '../../api/gateway.ts'
import type { Market, Position, RoundSeries } from '../../model/types.ts'
import { formatSigned, isPositive, toDecimal } from '../../money/amounts.ts'
import { countsAt, type Ending, endingsOf, stakedSides, stakeOf } from '../../money/endings.ts'
import { profitOf } from '../../money/portfolio.ts'
import { ExplorerLink } from '../../parts/address.tsx'
import { Claim } from '../../parts/claim.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Gain, Money } from '../../parts/money.tsx'
import { Share } from '../../parts/share.tsx'
import { TimeAgo } from '../../parts/time-left.tsx'
import { now } from '../../state/clock.ts'
import { useLoaded } from '../../state/loaded.ts'
import { dataOf } from '../../state/snapshot.ts'
import { t } from '../../text/language.ts'
import { describeAnswer, describeRefund, titleOf } from '../../text/rules.ts'
import { sidesOf } from '../../text/sides.ts'
import { formatDay, formatSecond, formatShortDuration, titleOfTime, toSeconds } from '../../text/times.ts'
import { wallet } from '../../wallet/current.ts'

interface Props {
  market: Market
  position: Position
  onPaid(): void
}

/** What the wallet in use has staked, and what it gets or got. */
export function OwnPosition({ market, position, onPaid }: Props) {
  const { currency, stake } = position
  const { own: words } = t().market
  const sides = sidesOf(market.condition)
  const counts = countsAt(position, now.value)
  return (
    <section class="panel own-position" aria-labelledby="own" data-testid="own-position">
      <div class="panel-head">
        <h2 id="own">{words.heading}</h2>
        {counts !== null && (
          <span class="muted small-text">{words.countsIn(formatShortDuration(counts - now.value))}</span>
        )}
      </div>
      {counts !== null && <CountsBar counts={counts} market={market} />}
      <dl class="rows ticket">
        {stakedSides(position).map((side) => (
          <Fact key={side} label={t().market.stakedOn(sides[side])} money={[stake[side], currency]} />
        ))}
        {market.status === 'open' &&
          endingsOf(position, now.value).map((ending) => (
            <div key={`${ending.answer} ${ending.before}`} data-testid={`ending-${ending.answer}`}>
              <dt>{describeEnding(ending, sides[ending.answer])}</dt>
              <dd>
                <EndingPays ending={ending} position={position} />
              </dd>
            </div>
          ))}
      </dl>
      {counts !== null && <p class="muted small-text">{words.whyWait}</p>}
      {market.status !== 'open' && <Decided market={market} position={position} onPaid={onPaid} />}
    </section>
  )
}

function describeEnding(ending: Ending, side: string): string {
  const isOnly = ending.before === null && !ending.isLater
  return isOnly ? t().market.own.ifSide(side) : describeAnswer(ending, side)
}

/** What an ending pays: an amount with its profit, a loss, or what comes back. */
function EndingPays({ ending, position }: { ending: Ending; position: Position }) {
  const { currency } = position
  const { ticket: words } = t().bet
  const all = stakeOf(position)
  if (ending.gets === null) {
    return <>{words.partBack(<Money amount={toDecimal(ending.back, currency)} currency={currency} />)}</>
  }
  const gain = <Gain amount={toDecimal(ending.gets - all, currency)} currency={currency} />
  if (ending.gets === 0n) return gain
  const paid = <Money amount={toDecimal(ending.gets, currency)} currency={currency} />
  if (ending.gets === all) return <>{words.back(paid)}</>
  return (
    <>
      <b>{paid}</b> {gain}
    </>
  )
}

/** The time from now over the second from which the stakes count to the end. */
function CountsBar({ counts, market }: { counts: number; market: Market }) {
  const { own: words } = t().market
  const end = toSeconds(market.expireAt)
  return (
    <div class="counts-bar" data-testid="counts-bar" title={titleOfTime(market.expireAt)}>
      <div aria-hidden="true">
        <span style={{ flexGrow: counts - now.value }} />
        <span style={{ flexGrow: Math.max(end - counts, 0) }} />
      </div>
      <p class="muted small-text">
        <span style={{ flexGrow: counts - now.value }}>{t().common.now}</span>
        <span style={{ flexGrow: Math.max(end - counts, 0) }}>
          <span>{words.countsFrom(formatSecond(counts))}</span>
          <span>{words.endsAt(formatDay(market.expireAt, now.value))}</span>
        </span>
      </p>
    </div>
  )
}

/** What a decided position was paid, and how to get it. */
function Decided({ market, position, onPaid }: Props) {
  const { currency, winnings, refund, settled } = position
  const { own: words } = t().market
  const isPaid = isPositive(winnings, currency)
  const isRefunded = isPositive(refund, currency)
  const profit = profitOf(position)
  const isWin = profit !== null && Number(profit) > 0
  const isLost = winnings !== null && !isPaid && !isRefunded
  return (
    <>
      <dl class="rows ticket">
        {isPaid && (
          <Fact label={settled ? words.paid : words.toBePaid} testId="paid" money={[winnings, currency]} />
        )}
        {isRefunded && (
          <Fact
            label={settled ? words.cameBack : words.comingBack}
            testId="came-back"
            money={[refund, currency]}
          />
        )}
        {profit !== null && (
          <Fact label={words.profit}>
            <Gain amount={profit} currency={currency} testId="profit" />
          </Fact>
        )}
      </dl>
      {isWin && position.settledAt && (
        <p class="won-line">
          {words.won(<Gain amount={profit} currency={currency} />, <TimeAgo at={position.settledAt} />)}
        </p>
      )}
      {isWin && <BetAgain market={market} />}
      {isWin && wallet.value && (
        <Share
          label={words.share}
          title={`${formatSigned(profit, currency)} ${currency}: ${titleOf(position, position.description)}`}
          path={`/markets/${market.id}?win=${wallet.value.address}`}
          picture={`/markets/${market.id}/wins/${wallet.value.address}/card.png`}
        />
      )}
      {isRefunded && <p class="muted small-text">{describeRefund(market)}</p>}
      {isLost && <p class="muted small-text">{words.lost}</p>}
      {!settled && !isLost && (
        <>
          <p class="muted small-text">{words.automatic}</p>
          <Claim id={market.id} onPaid={onPaid} />
        </>
      )}
      {position.transactionId && (
        <p class="muted small-text">
          {words.transaction} <ExplorerLink kind="tx" id={position.transactionId} />
        </p>
      )}
    </>
  )
}

/** A link to the series that a market is a round of; of any other market, to the list. */
function BetAgain({ market: { id, condition, creator, currency, expireAt } }: { market: Market }) {
  const rounds = useLoaded(`series of ${id}`, async () => (condition.referenceAt ? listRounds() : []))
  const length = toSeconds(expireAt) - toSeconds(condition.referenceAt ?? expireAt)
  const own = String([creator, condition.symbol, currency, length])
  const isOwn = (of: RoundSeries) => String([of.opener, of.asset, of.currency, of.lengthSeconds]) === own
  const series = dataOf(rounds)?.find(isOwn)
  return <a href={series ? `/rounds/${series.series}` : '/'}>{t().market.own.again}</a>
}
