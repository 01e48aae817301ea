// What a bet gets in each of its outcomes, before it is placed.

import { canBeEarly } from '@prediction-market/sdk/condition'
import type { Market, Outcome, Quote } from '../../model/types.ts'
import { formatShort, toDecimal, toUnits } from '../../money/amounts.ts'
import { isEmptySide, stakedIn } from '../../money/pools.ts'
import { Fact } from '../../parts/fact.tsx'
import { Gain, Money } from '../../parts/money.tsx'
import { now } from '../../state/clock.ts'
import { t } from '../../text/language.ts'
import { sidesOf } from '../../text/sides.ts'
import { formatDay, formatSecond, titleOfTime, toSeconds } from '../../text/times.ts'

interface Props {
  market: Market
  quote: Quote
  /** Whether the wallet in use has no position in this market yet, so that it pays for one. */
  isFirst: boolean
  /** The least payout that the bet accepts; null for any. */
  least: string | null
}

/** What the network takes for a signature at least, in SOL. */
const SIGNATURE_FEE = '0.000005'

/** The other side. */
const otherThan = (side: Outcome): Outcome => (side === 'Yes' ? 'No' : 'Yes')

/** What a bet gets and loses, when, what it costs besides, and how later bets move it. */
export function Ticket({ market, quote, isFirst, least }: Props) {
  const { currency, outcome, payoutIfMatched: matched } = quote
  const words = t().bet.ticket
  const sides = sidesOf(market.condition)
  const [own, other] = [outcome, otherThan(outcome)]
  const amount = toUnits(quote.amount, currency)
  const profit = toUnits(quote.payout, currency) - amount
  const isAlone = isEmptySide(stakedIn(market).pools, other)
  // With nobody on the other side its answer is void, and the stake comes back.
  const lost = isAlone ? 0n : toUnits(quote.atRisk, currency)
  const back = amount - lost
  const money = (units: bigint) => <Money amount={toDecimal(units, currency)} currency={currency} />
  const [low, high] = [matched[own], matched[other]]
  return (
    <>
      <dl class="rows ticket" data-testid="quote">
        <Fact label={words.youGet(<b class={own.toLowerCase()}>{sides[own]}</b>)}>
          <b>
            <Money amount={quote.payout} currency={currency} testId="payout" />
          </b>{' '}
          {profit > 0n && <Gain amount={toDecimal(profit, currency)} currency={currency} />}
        </Fact>
        <Fact
          label={(lost > 0n ? words.youLose : words.if)(<b class={other.toLowerCase()}>{sides[other]}</b>)}
          testId="at-risk"
        >
          {lost > 0n && <b>{money(lost)}</b>} {back > 0n && words.back(money(back))}
        </Fact>
        <LateRows market={market} quote={quote} />
        <div>
          <dt>{words.paid}</dt>
          <dd title={titleOfTime(market.expireAt)}>
            {(canBeEarly(market.condition) ? words.paidBy : words.paidAt)(
              formatDay(market.expireAt, now.value),
            )}
          </dd>
        </div>
        <Fact label={words.costs} testId="costs">
          {words.fee(<Money amount={SIGNATURE_FEE} currency="SOL" />)}
          {isFirst &&
            words.costsOf(
              <Money amount={quote.reward} currency="SOL" />,
              <Money amount={quote.deposit} currency="SOL" />,
            )}
        </Fact>
      </dl>
      {isAlone && (
        <p class="warning-box" role="note" data-testid="alone">
          {words.alone(<b>{words.nobody(sides[other])}</b>)}
        </p>
      )}
      <p class="muted small-text">
        {formatShort(low, currency) !== formatShort(high, currency) &&
          words.moves(
            <Money amount={low} currency={currency} isBare />,
            <Money amount={high} currency={currency} />,
          )}{' '}
        {least !== null && words.least(<Money amount={least} currency={currency} isBare />)}
      </p>
    </>
  )
}

/** The answers that come before the stake counts, which return it. */
function LateRows({ market, quote }: Pick<Props, 'market' | 'quote'>) {
  const counts = toSeconds(quote.countsFrom)
  if (quote.returnedBy.length === 0 || counts <= now.value) return null
  const words = t().bet.ticket
  const sides = sidesOf(market.condition)
  const answers = quote.returnedBy.map((side) => sides[side]).join(' / ')
  return (
    <div data-testid="late-hint" title={titleOfTime(quote.countsFrom)}>
      <dt>{words.before(answers, formatSecond(counts))}</dt>
      <dd>{words.stakeBack}</dd>
    </div>
  )
}
