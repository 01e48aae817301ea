import { decimalsOf } from '../../api/config.ts'
import { getBurns } from '../../api/gateway.ts'
import { serverTime } from '../../api/server-time.ts'
import type { Burns } from '../../model/types.ts'
import { formatMoney, formatUnits } from '../../money/amounts.ts'
import { Address } from '../../parts/address.tsx'
import { Show } from '../../parts/states.tsx'
import { useTitle } from '../../parts/title.ts'
import { now } from '../../state/clock.ts'
import { useEvents, useLoaded, usePolling } from '../../state/loaded.ts'
import { formatDuration } from '../../text/times.ts'
import { type AuctionNow, auctionAt, halfLifeSeconds, type ReadBurns } from './auction.ts'
import { BuyForm } from './buy-form.tsx'
import { Purchases } from './purchases.tsx'

/** How often the auction is read again: slots are not all as long as they were measured. */
const POLL_MS = 10_000

/** What was burned, and the auction that sells the SOL of burn shares. */
export function BurnsPage() {
  useTitle('Burns')
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
      <div class="page-head">
        <h1>Burns</h1>
        <p class="lead">
          A share of every losing pool destroys UTILITY. Shares in UTILITY are burned at once; shares in SOL
          wait here for whoever offers UTILITY for them, which is burned in the same transaction.
        </p>
      </div>
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
  return (
    <div class="burns">
      <section class="panel" aria-labelledby="price">
        <h2 id="price">One SOL costs</h2>
        <p class="big-number" data-testid="burn-price">
          {formatUnits(auction.price, 'UTILITY')} UTILITY
        </p>
        <p class="muted">{describePrice(auction, burns)}</p>
        <dl class="rows">
          <div>
            <dt>SOL waiting</dt>
            <dd data-testid="reserved">{formatMoney(burns.reserved.amount, 'SOL')}</dd>
          </div>
          <div>
            <dt>Burned in all</dt>
            <dd data-testid="burned">{formatMoney(burned.amount, 'UTILITY')}</dd>
          </div>
          <div>
            <dt>by this auction</dt>
            <dd>{formatMoney(burned.byAuction, 'UTILITY')}</dd>
          </div>
          <div>
            <dt>by markets in UTILITY</dt>
            <dd>{formatMoney(burned.byMarkets, 'UTILITY')}</dd>
          </div>
        </dl>
        {burns.mintAuthority && (
          <p class="hint">
            UTILITY can still be minted, by <Address address={burns.mintAuthority} />: whoever can mint it can
            buy here for nothing.
          </p>
        )}
      </section>
      <BuyForm burns={burns} auction={auction} onBought={reload} />
      <Purchases />
    </div>
  )
}

function describePrice({ state }: AuctionNow, burns: Burns): string {
  const lot = formatMoney(burns.auction.smallestLot, 'SOL')
  switch (state) {
    case 'empty':
      return 'Nothing is for sale. SOL arrives when a market in SOL is decided.'
    case 'waiting':
      return `The price rests: it falls while at least ${lot} are waiting.`
    case 'atFloor':
      return 'The price is at its floor, about an eighth of the last price, and falls only slowly from here.'
    case 'falling': {
      const seconds = halfLifeSeconds(burns)
      const often = seconds === null ? `${burns.auction.halfLifeSlots} slots` : formatDuration(seconds)
      return `The price halves every ${often} and rises with each purchase.`
    }
  }
}
