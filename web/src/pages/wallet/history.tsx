import { useState } from 'preact/hooks'
import { getWalletHistory } from '../../api/gateway.ts'
import { isOfWallet, type WalletEvent } from '../../model/types.ts'
import { formatMoney, toUnits } from '../../money/amounts.ts'
import { ShowMore } from '../../parts/show-more.tsx'
import { LoadError, Skeleton } from '../../parts/states.tsx'
import { TimeAgo } from '../../parts/time-ago.tsx'
import { useEvents, useLoaded } from '../../state/loaded.ts'

const FEW = 10
const MANY = 100

/** Everything that a wallet did, newest first. */
export function History({ address }: { address: string }) {
  const [limit, setLimit] = useState(FEW)
  const history = useLoaded(
    `wallet ${address} ${limit}`,
    (signal) => getWalletHistory(address, { limit }, signal),
    true,
  )
  useEvents((event) => isOfWallet(event, address), history.reload)
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {history.data ? (
        <>
          {history.data.items.length === 0 && <p class="muted">Nothing has happened yet.</p>}
          <ol class="timeline">
            {history.data.items.map((event) => (
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
          {history.data.next && limit < MANY && (
            <ShowMore onClick={() => setLimit(MANY)}>Show more history</ShowMore>
          )}
        </>
      ) : history.error ? (
        <LoadError {...history} />
      ) : (
        <Skeleton />
      )}
    </section>
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
