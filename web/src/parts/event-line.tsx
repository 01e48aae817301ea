import type { PayoutEvent, WalletEvent } from '../model/types.ts'
import { formatMoney, toUnits } from '../money/amounts.ts'
import type { ShownEvent } from '../state/activity.ts'
import { t } from '../text/language.ts'
import type { Parts } from '../text/strings/parts.ts'
import { Address } from './address.tsx'
import { TimeAgo } from './time-ago.tsx'

/** One thing that happened, in a line. */
export function EventLine({ event }: { event: ShownEvent }) {
  return (
    <li>
      <span>
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

function describe(event: ShownEvent): Parts | string {
  const { events } = t().people
  switch (event.type) {
    case 'reference':
      return events.reference
    case 'resolution':
      return event.winningOutcome ? events.decided(t().common.sides[event.winningOutcome]) : events.void
    default:
      return describeAction(event)
  }
}

/** What a wallet did: after its address, before the question of its market. */
export function describeAction(event: WalletEvent): Parts | string {
  const { events } = t().people
  switch (event.type) {
    case 'market':
      return events.asked
    case 'bet':
      return events.bet(formatMoney(event.amount, event.currency), t().common.sides[event.outcome])
    case 'payout':
      return describePayout(event)
    case 'burn':
      return events.bought(formatMoney(event.sol, 'SOL'), formatMoney(event.tokens, 'UTILITY'), (text) => (
        <a href="/burns">{text}</a>
      ))
  }
}

function describePayout({ winnings, refund, currency }: PayoutEvent): string {
  const { events } = t().people
  const isPaid = toUnits(winnings, currency) > 0n
  const isRefunded = toUnits(refund, currency) > 0n
  const [paid, refunded] = [formatMoney(winnings, currency), formatMoney(refund, currency)]
  if (isPaid && isRefunded) return events.paidAndRefunded(paid, refunded)
  if (isPaid) return events.paid(paid)
  return isRefunded ? events.refunded(refunded) : events.lost
}
