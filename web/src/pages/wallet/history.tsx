// The history of a wallet's actions.

import { getWalletHistory } from '../../api/gateway.ts'
import { isOfWallet, type WalletEvent } from '../../model/types.ts'
import { describeAction } from '../../parts/event-line.tsx'
import { More, Show } from '../../parts/states.tsx'
import { TimeAgo } from '../../parts/time-ago.tsx'
import { useEvents, useList } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'
import type { Parts } from '../../text/strings/parts.ts'

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
      <h2 id="history">{t().wallet.history.heading}</h2>
      <Show of={history}>{(events) => <Timeline events={events} />}</Show>
      <More of={history}>{t().wallet.history.more}</More>
    </section>
  )
}

function Timeline({ events }: { events: readonly WalletEvent[] }) {
  if (events.length === 0) return <p class="muted">{t().people.activity.none}</p>
  return (
    <ol class="timeline">
      {events.map((event) => (
        <li key={event.id}>
          <span>
            {capitalized(describeAction(event))}{' '}
            {event.type !== 'burn' && <a href={`/markets/${event.marketId}`}>{event.question}</a>}
          </span>
          <TimeAgo class="muted" at={event.time} />
        </li>
      ))}
    </ol>
  )
}

/** A sentence whose subject, the wallet, is left out. */
function capitalized(sentence: Parts | string): Parts {
  const [first, ...others] = typeof sentence === 'string' ? [sentence] : sentence
  const text = String(first)
  return [text.charAt(0).toUpperCase() + text.slice(1), ...others]
}
