// Sorts the events of a market into an order in which they can have happened.

import { compare } from '../../../runtime/bigint.ts'
import type { EventRow } from '../../../store/schema/history.ts'
import type { DetailsByKind, EventKind } from '../../../store/schema/history-types.ts'
import type { EventOf } from './new-rows.ts'

/** Kinds with a smaller rank happen before kinds with a greater one. */
const RANKS: Record<EventKind, number> = {
  market: 0,
  bet: 1,
  reference: 2,
  observation: 2,
  resolution: 3,
  fees: 4,
  payout: 4,
  closed: 5,
  // Purchases in the burn auction belong to no market.
  burn: 6,
  dropped: 7,
}

/** Sorts events of markets into an order in which they can have happened: a market's pools grow with every bet. */
export function inCausalOrder(events: readonly EventRow[]): EventRow[] {
  const pools = poolsOf(events.filter(isBet))
  return events
    .map((event) => ({ event, rank: RANKS[event.kind], pool: pools.get(event) ?? 0n }))
    .sort((a, b) => a.rank - b.rank || compare(a.pool, b.pool) || a.event.id - b.event.id)
    .map(({ event }) => event)
}

/**
 * The sum of both pools after each bet. An incomplete bet, recovered or repaired, has that of the bet before it: it
 * fills a gap between the pools of others, or comes last.
 */
function poolsOf(bets: readonly BetEvent[]): Map<EventRow, bigint> {
  const pools = new Map<EventRow, bigint>()
  const byMarket = new Map<string, BetEvent[]>()
  for (const bet of bets) {
    const others = byMarket.get(bet.market)
    if (others) others.push(bet)
    else byMarket.set(bet.market, [bet])
  }
  for (const ofMarket of byMarket.values()) {
    const incomplete = ofMarket.filter((bet) => poolAfter(bet) === undefined)
    const logged = ofMarket.filter((bet) => poolAfter(bet) !== undefined)
    let last = 0n
    for (const bet of logged.sort((a, b) => compare(poolAfter(a) ?? 0n, poolAfter(b) ?? 0n))) {
      const pool = poolAfter(bet) ?? 0n
      let gap = pool - BigInt(bet.details.amount) - last
      for (;;) {
        const next = incomplete.findIndex(({ details }) => BigInt(details.amount) <= gap)
        if (next < 0) break
        for (const filling of incomplete.splice(next, 1)) {
          gap -= BigInt(filling.details.amount)
          pools.set(filling, last)
        }
      }
      pools.set(bet, pool)
      last = pool
    }
    for (const bet of incomplete) pools.set(bet, last)
  }
  return pools
}

type BetEvent = EventOf<'bet'>

function isBet(event: EventRow): event is BetEvent {
  return event.kind === 'bet'
}

function poolAfter({ details }: BetEvent): bigint | undefined {
  const { pools } = details as Partial<DetailsByKind['bet']>
  return pools && BigInt(pools[0]) + BigInt(pools[1])
}
