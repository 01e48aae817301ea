import type { EventRow } from '../../store/schema/history.ts'
import type { DetailsByKind, EventKind } from '../../store/schema/history-types.ts'

/** Kinds with a smaller rank happen before kinds with a greater one. */
const RANKS: Record<EventKind, number> = {
  market: 0,
  bet: 1,
  observation: 2,
  resolution: 3,
  fees: 4,
  payout: 4,
  closed: 5,
  // Purchases in the burn auction belong to no market.
  burn: 6,
}

/** Sorts events of markets into an order in which they can have happened: a market's pools grow with every bet. */
export function inCausalOrder(events: readonly EventRow[]): EventRow[] {
  return events
    .map((event) => ({ event, rank: RANKS[event.kind], pool: poolAfter(event) }))
    .sort((a, b) => a.rank - b.rank || compare(a.pool, b.pool) || a.event.id - b.event.id)
    .map(({ event }) => event)
}

function poolAfter(event: EventRow): bigint {
  if (event.kind !== 'bet') return 0n
  // A recovered bet on a market that is not in the log has no pools.
  const { pools } = event.details as Partial<DetailsByKind['bet']>
  return pools ? BigInt(pools[0]) + BigInt(pools[1]) : 0n
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b)
}
