import type { Outcome, PayoutEvent, WalletEvent } from '../model/types.ts'
import { formatMoney, isPositive, shortMoney } from '../money/amounts.ts'
import type { ShownEvent } from '../state/activity.ts'
import { t } from '../text/language.ts'
import { sidesOf } from '../text/sides.ts'
import type { Parts } from '../text/strings/parts.ts'
import { Address } from './address.tsx'
import { Money } from './money.tsx'
import { TimeAgo } from './time-left.tsx'

/** One thing that happened, in a line. */
export function EventLine({ event }: { event: ShownEvent }) {
  const exact = describe(event, formatMoney)
  return (
    <li>
      <span title={typeof exact === 'string' ? exact : undefined}>
        {'wallet' in event && <Address address={event.wallet} />} {describe(event)}{' '}
        {event.type !== 'burn' && <a href={`/markets/${event.marketId}`}>{calledBy(event)}</a>}
      </span>
      <TimeAgo class="muted" at={event.time} />
    </li>
  )
}

/** The question of an event's market; as a quotation where nobody knows that it says what decides. */
export function calledBy({ question, questionAgrees }: Exclude<ShownEvent, { type: 'burn' }>): string {
  return questionAgrees === 'yes' ? question : t().common.title.quoted(question)
}

function describe(event: ShownEvent, money = shortMoney): Parts | string {
  const { events } = t().people
  switch (event.type) {
    case 'reference':
      return events.reference
    case 'resolution':
      return event.winningOutcome
        ? events.decided(sidesOf(event.condition)[event.winningOutcome])
        : events.void
    default:
      return describeAction(event, event.type === 'burn' ? t().common.sides : sidesOf(event.condition), money)
  }
}

/** What a wallet did: after its address, before the question of its market. */
export function describeAction(
  event: WalletEvent,
  sides: Record<Outcome, string>,
  money = shortMoney,
): Parts | string {
  const { events } = t().people
  switch (event.type) {
    case 'market':
      return events.asked
    case 'bet':
      return events.bet(money(event.amount, event.currency), sides[event.outcome])
    case 'payout':
      return describePayout(event, money)
    case 'burn':
      return events.bought(
        <Money amount={event.sol} currency="SOL" />,
        <Money amount={event.tokens} currency="UTILITY" />,
        (text) => <a href="/burns">{text}</a>,
      )
  }
}

function describePayout({ winnings, refund, currency }: PayoutEvent, money: typeof shortMoney): string {
  const { events } = t().people
  const isPaid = isPositive(winnings, currency)
  const isRefunded = isPositive(refund, currency)
  const [paid, refunded] = [money(winnings, currency), money(refund, currency)]
  if (isPaid && isRefunded) return events.paidAndRefunded(paid, refunded)
  if (isPaid) return events.paid(paid)
  return isRefunded ? events.refunded(refunded) : events.lost
}
