import { getWalletHistory } from '../../api/gateway.ts'
import { isOfWallet, type WalletEvent } from '../../model/types.ts'
import { formatMoney, toUnits } from '../../money/amounts.ts'
import { More, Show } from '../../parts/states.tsx'
import { TimeAgo } from '../../parts/time-ago.tsx'
import { useEvents, useList } from '../../state/loaded.ts'

const PAGE_SIZE = 10

/** Everything that a wallet did, newest first. */
export function History({ address }: { address: string }) {
  const history = useList(
    `wallet ${address}`,
    (cursor, signal) => getWalletHistory(address, { limit: PAGE_SIZE, cursor }, signal),
    (event) => event.id,
  )
  useEvents((event) => isOfWallet(event, address), history.reload)
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <Show of={history}>{(events) => <Timeline events={events} />}</Show>
      <More of={history}>Show more history</More>
    </section>
  )
}

function Timeline({ events }: { events: readonly WalletEvent[] }) {
  if (events.length === 0) return <p class="muted">Nothing has happened yet.</p>
  return (
    <ol class="timeline">
      {events.map((event) => (
        <li key={event.id}>
          <span>
            {describe(event)}{' '}
            {event.type === 'burn' ? (
              <a href="/burns">burn auction</a>
            ) : (
              <a href={`/markets/${event.marketId}`}>{event.question}</a>
            )}
          </span>
          <TimeAgo class="muted" at={event.time} />
        </li>
      ))}
    </ol>
  )
}

function describe(event: WalletEvent): string {
  if (event.type === 'burn') {
    return `Bought ${formatMoney(event.sol, 'SOL')} for ${formatMoney(event.tokens, 'UTILITY')} in the`
  }
  const { currency } = event
  if (event.type === 'market') return 'Asked'
  if (event.type === 'bet') return `Bet ${formatMoney(event.amount, currency)} on ${event.outcome}:`
  const won = toUnits(event.winnings, currency) > 0n
  const refunded = toUnits(event.refund, currency) > 0n
  const parts = [
    won && `was paid ${formatMoney(event.winnings, currency)}`,
    refunded && `got ${formatMoney(event.refund, currency)} back`,
  ].filter((part) => part !== false)
  const text = parts.join(' and ') || 'lost'
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}:`
}
