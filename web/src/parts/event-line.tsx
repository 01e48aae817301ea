import { formatMoney, toUnits } from '../money/amounts.ts'
import type { ShownEvent } from '../state/activity.ts'
import { Address } from './address.tsx'
import { TimeAgo } from './time-ago.tsx'

/** One thing that happened, in a line. */
export function EventLine({ event }: { event: ShownEvent }) {
  return (
    <li>
      <span>
        {'wallet' in event && <Address address={event.wallet} />} {describe(event)}{' '}
        {event.type === 'burn' ? (
          <a href="/burns">burn auction</a>
        ) : (
          <a href={`/markets/${event.marketId}`}>{calledBy(event)}</a>
        )}
      </span>
      <TimeAgo class="muted" at={event.time} />
    </li>
  )
}

/** The question of an event's market; as a quotation where nobody knows that it says what decides. */
export function calledBy({ question, questionAgrees }: Exclude<ShownEvent, { type: 'burn' }>): string {
  return questionAgrees === 'yes' ? question : `a market called “${question}”`
}

function describe(event: ShownEvent): string {
  switch (event.type) {
    case 'market':
      return 'asked'
    case 'bet':
      return `bet ${formatMoney(event.amount, event.currency)} on ${event.outcome}:`
    case 'reference':
      return 'Betting ended, the price to compare with is recorded:'
    case 'resolution':
      return event.winningOutcome
        ? `Decided, ${event.winningOutcome} won:`
        : 'Void, every stake is paid back:'
    case 'payout':
      return describePayout(event)
    case 'burn':
      return `bought ${formatMoney(event.sol, 'SOL')} for ${formatMoney(event.tokens, 'UTILITY')} in the`
  }
}

function describePayout({ winnings, refund, currency }: Extract<ShownEvent, { type: 'payout' }>): string {
  const parts = [
    toUnits(winnings, currency) > 0n && `was paid ${formatMoney(winnings, currency)}`,
    toUnits(refund, currency) > 0n && `got ${formatMoney(refund, currency)} back`,
  ].filter((part) => part !== false)
  return `${parts.join(' and ') || 'lost'}:`
}
