// The view of the burn auction.

import { decimalsOf } from '../../api/config.ts'
import { getBurns } from '../../api/gateway.ts'
import { serverTime } from '../../api/server-time.ts'
import type { Burns } from '../../model/types.ts'
import { formatMoney, formatUnits } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Show } from '../../parts/states.tsx'
import { PageHead, useTitle } from '../../parts/title.tsx'
import { now } from '../../state/clock.ts'
import { useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { t } from '../../text/language.ts'
import { formatDuration } from '../../text/times.ts'
import { type AuctionNow, auctionAt, halfLifeSeconds, type ReadBurns } from './auction.ts'
import { BuyForm } from './buy-form.tsx'
import { Purchases } from './purchases.tsx'

/** How often the auction is read again: slots are not all as long as they were measured. */
const POLL_MS = 10_000

/** What was burned, and the auction that sells the SOL of burn shares. */
export function BurnsPage() {
  useTitle(t().shell.views.burns)
  const read = async (signal: AbortSignal): Promise<ReadBurns> => {
    const burns = await getBurns(signal)
    return { ...burns, readAt: serverTime() / 1_000 }
  }
  const burns = useLoaded('burns', read)
  // A decided market sends its burn share to the auction.
  useEvents((event) => event.type === 'burn' || event.type === 'resolution', burns.reload)
  usePolling(POLL_MS, true, burns.reload)
  return (
    <>
      <PageHead title={t().shell.views.burns}>{t().burns.lead}</PageHead>
      <Show of={burns} lines={8}>
        {(read) => <BurnsView burns={read} reload={burns.reload} />}
      </Show>
    </>
  )
}

interface ViewProps {
  burns: ReadBurns
  reload(): void
}

function BurnsView({ burns, reload }: ViewProps) {
  const auction = auctionAt(burns, now.value, decimalsOf('UTILITY'))
  const { burned } = burns
  const words = t().burns
  return (
    <div class="burns">
      <section class="panel" aria-labelledby="price">
        <h2 id="price">{words.costs}</h2>
        <p class="big-number" data-testid="burn-price">
          {formatUnits(auction.price, 'UTILITY')} UTILITY
        </p>
        <p class="muted">{describePrice(auction, burns)}</p>
        <dl class="rows">
          <Fact label={words.waiting} testId="reserved" money={[burns.reserved.amount, 'SOL']} />
          <Fact label={words.burned} testId="burned" money={[burned.amount, 'UTILITY']} />
          <Fact label={words.byAuction} money={[burned.byAuction, 'UTILITY']} />
          <Fact label={words.byMarkets} money={[burned.byMarkets, 'UTILITY']} />
        </dl>
        {burns.mintAuthority && (
          <p class="hint">{words.mintable(<Address address={burns.mintAuthority} />)}</p>
        )}
      </section>
      <BuyForm burns={burns} auction={auction} onBought={reload} />
      <Purchases />
    </div>
  )
}

function describePrice({ state }: AuctionNow, burns: Burns): string {
  const { states, slots } = t().burns
  switch (state) {
    case 'empty':
      return states.empty
    case 'waiting':
      return states.waiting(formatMoney(burns.auction.smallestLot, 'SOL'))
    case 'atFloor':
      return states.atFloor
    case 'falling': {
      const seconds = halfLifeSeconds(burns)
      return states.falling(
        seconds === null ? slots(String(burns.auction.halfLifeSlots)) : formatDuration(seconds),
      )
    }
  }
}
