// The column beside the list: own positions, live events, recent decisions.

import { getPositions, listMarkets } from '../../api/gateway.ts'
import { isOfWallet, type Position } from '../../model/types.ts'
import { formatShort, toUnits } from '../../money/amounts.ts'
import { calledBy } from '../../parts/event-line.tsx'
import { Show } from '../../parts/states.tsx'
import { TimeAgo } from '../../parts/time-ago.tsx'
import { type ShownEvent, useActivity } from '../../state/activity.ts'
import { useEvents, useLoaded } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'
import { titleOf } from '../../text/title.ts'
import { wallet } from '../../wallet/current.ts'

/** Lines of each part. */
const LINES = 6

/** Events that are read, so that some of them are bets or decisions. */
const READ = 20

/** What happens now: your positions, live events, and what was just decided. */
export function Rail() {
  const own = wallet.value
  return (
    <aside class="rail" aria-label={t().markets.rail.label}>
      {own && <OwnPositions address={own.address} />}
      <LiveEvents />
      <JustDecided />
    </aside>
  )
}

function OwnPositions({ address }: { address: string }) {
  const positions = useLoaded(`open positions ${address}`, (signal) =>
    getPositions(address, { status: 'open', limit: LINES }, signal),
  )
  useEvents((event) => event.type === 'resolution' || isOfWallet(event, address), positions.reload)
  return (
    <section class="panel" aria-labelledby="rail-own">
      <h2 id="rail-own">{t().markets.rail.own}</h2>
      <Show of={positions} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted small-text">{t().markets.rail.noneOpen}</p>
          ) : (
            <ul>
              {items.map((position) => (
                <li key={position.marketId}>
                  <a href={`/markets/${position.marketId}`}>{position.question}</a>
                  <span>{staked(position)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </section>
  )
}

function staked({ stake, currency }: Position): string {
  const sides = (['Yes', 'No'] as const).filter((side) => toUnits(stake[side], currency) > 0n)
  return sides.map((side) => `${formatShort(stake[side], currency)} ${t().common.sides[side]}`).join(', ')
}

function LiveEvents() {
  const activity = useActivity(READ)
  const { rail: words } = t().markets
  const { sides } = t().common
  return (
    <section class="panel" aria-labelledby="rail-live">
      <div class="panel-head">
        <h2 id="rail-live">{words.live}</h2>
        <a class="small-text" href="/activity">
          {words.allActivity}
        </a>
      </div>
      <Show of={activity} lines={3}>
        {(events) => {
          const shown = events.filter(isShown).slice(0, LINES)
          if (shown.length === 0) return <p class="muted small-text">{words.noBets}</p>
          return (
            <ul>
              {shown.map((event) => (
                <li key={event.id}>
                  <a href={`/markets/${event.marketId}`}>
                    {event.type === 'bet'
                      ? `${sides[event.outcome]} ${formatShort(event.amount, event.currency)} ${event.currency}`
                      : words.decided(event.winningOutcome ? sides[event.winningOutcome] : t().common.void)}
                    {` · ${calledBy(event)}`}
                  </a>
                  <TimeAgo class="muted" at={event.time} />
                </li>
              ))}
            </ul>
          )
        }}
      </Show>
    </section>
  )
}

/** Bets and decisions; the rest is at /activity. */
function isShown(event: ShownEvent): event is Extract<ShownEvent, { type: 'bet' | 'resolution' }> {
  return event.type === 'bet' || event.type === 'resolution'
}

function JustDecided() {
  const decided = useLoaded('just decided', (signal) =>
    listMarkets({ status: 'resolved', sort: 'newest', limit: LINES }, signal),
  )
  useEvents((event) => event.type === 'resolution', decided.reload)
  return (
    <section class="panel" aria-labelledby="rail-decided">
      <h2 id="rail-decided">{t().markets.rail.justDecided}</h2>
      <Show of={decided} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted small-text">{t().markets.rail.nothing}</p>
          ) : (
            <ul>
              {items.map((market) => (
                <li key={market.id}>
                  <a href={`/markets/${market.id}`}>{titleOf(market, market.description)}</a>
                  <span class={market.winningOutcome?.toLowerCase()}>
                    {market.winningOutcome ? t().common.sides[market.winningOutcome] : t().common.void}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </section>
  )
}
