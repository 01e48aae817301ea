import type { MarketRow } from '../../store/history/market.ts'
import type { bets, positions } from '../../store/history/schema.ts'
import type { DetailsByKind, EventKind } from '../../store/history/types.ts'
import { completeDetails } from './complete.ts'
import type { EventRow } from './events.ts'
import { Stats } from './stats.ts'

/** A bet as it is stored. */
export type BetRow = typeof bets.$inferSelect

/** Somebody's stakes in a market as they are stored. */
export type PositionRow = typeof positions.$inferSelect

/**
 * Makes rows out of events: those that are known are put in, events are applied one by one, and what comes out
 * is to be stored. It knows no database.
 */
export class Fold {
  readonly markets = new Map<string, MarketRow>()
  readonly positions = new Map<string, PositionRow>()
  /** Bets that were placed. */
  readonly bets: BetRow[] = []
  /** What is added to what wallets did. */
  readonly stats = new Stats()
  /**
   * Markets of which an event came before one that it follows from. What became of them here may be wrong,
   * unless events were applied in causal order: then one is missing for good, and this is the best there is.
   */
  readonly disordered = new Set<string>()

  /** Starts from rows that are stored. */
  constructor(markets: readonly MarketRow[] = [], positions: readonly PositionRow[] = []) {
    for (const row of markets) this.markets.set(row.address, row)
    for (const row of positions) this.positions.set(positionKey(row.market, row.owner), row)
  }

  /** Applies an event as well as it can; one that came too early marks its market as disordered. */
  apply(event: EventRow): void {
    const market = this.markets.get(event.market)
    if (market)
      completeDetails(event, market, this.positions.get(positionKey(event.market, event.wallet ?? '')))
    if (is(event, 'market')) {
      this.#require(event, market === undefined)
      this.markets.set(event.market, newMarket(event))
    } else if (!market) {
      this.#require(event, false)
    } else if (is(event, 'bet')) {
      this.#bet(event, market)
    } else if (is(event, 'resolution')) {
      this.#resolve(event, market)
    } else if (is(event, 'payout')) {
      this.#pay(event, market)
    } else {
      this.#require(event, market.status !== 'open')
      if (is(event, 'fees')) collect(event, market)
      if (is(event, 'closed')) close(event, market)
    }
  }

  #require(event: EventRow, inOrder: boolean): boolean {
    if (!inOrder) this.disordered.add(event.market)
    return inOrder
  }

  #bet(event: EventOf<'bet'>, market: MarketRow): void {
    const { outcome } = event.details
    const amount = BigInt(event.details.amount)
    const [poolYes, poolNo] = event.details.pools.map(BigInt) as [bigint, bigint]
    this.#require(event, poolYes + poolNo === market.poolYes + market.poolNo + amount)
    Object.assign(market, { poolYes, poolNo, bets: market.bets + 1 })
    const { id, signature, index, slot, time: placedAt, market: address } = event
    const owner = event.wallet as string
    const place = { id, signature, index, slot, market: address, owner }
    this.bets.push({ ...place, outcome, amount, poolYes, poolNo, placedAt })
    const position = this.#position(event, market)
    const [stakeYes, stakeNo] = event.details.stakes.map(BigInt) as [bigint, bigint]
    Object.assign(position, { stakeYes, stakeNo, bets: position.bets + 1 })
    this.stats.add(market.currency, owner, placedAt, { volume: amount, bets: 1 })
  }

  #resolve(event: EventOf<'resolution'>, market: MarketRow): void {
    const { outcome, observation, pools, fees } = event.details
    const [poolYes, poolNo] = pools.map(BigInt) as [bigint, bigint]
    const isComplete = poolYes === market.poolYes && poolNo === market.poolNo
    this.#require(event, market.status === 'open' && isComplete)
    Object.assign(market, {
      ...{ status: outcome ? 'resolved' : 'void', outcome, observation, poolYes, poolNo },
      ...{ resolvedAt: event.time, resolvedSignature: event.signature },
      ...{ burn: BigInt(fees.burn), developer: BigInt(fees.developer) },
    })
  }

  #pay(event: EventOf<'payout'>, market: MarketRow): void {
    const { resolvedAt } = market
    if (!this.#require(event, resolvedAt !== null) || resolvedAt === null) return
    const [stakeYes, stakeNo] = event.details.stakes.map(BigInt) as [bigint, bigint]
    const payout = BigInt(event.details.payout)
    const { recipient } = event.details
    const settlement = { payout, recipient, settledAt: event.time, settledSignature: event.signature }
    Object.assign(this.#position(event, market), { stakeYes, stakeNo, ...settlement })
    market.paid += payout
    market.settled += 1
    const isDecided = market.status === 'resolved'
    const staked = stakeYes + stakeNo
    this.stats.add(market.currency, event.wallet as string, resolvedAt, {
      ...{ staked, returned: payout },
      ...{ decided: isDecided ? 1 : 0, won: isDecided && payout >= staked ? 1 : 0 },
    })
  }

  #position(event: EventRow, market: MarketRow): PositionRow {
    const owner = event.wallet as string
    const key = positionKey(event.market, owner)
    const known = this.positions.get(key)
    if (known) return known
    const opened = {
      ...{ market: event.market, owner, stakeYes: 0n, stakeNo: 0n, bets: 0 },
      ...{ openedEvent: event.id, openedAt: event.time },
      ...{ payout: null, recipient: null, settledAt: null, settledSignature: null },
    }
    this.positions.set(key, opened)
    market.bettors += 1
    return opened
  }
}

/** What must have happened before: what comes first has the smaller number. */
const RANKS: Record<EventKind, number> = { market: 0, bet: 1, resolution: 2, fees: 3, payout: 3, closed: 4 }

/**
 * Puts events of one market into the order in which they must have happened, whatever order they came in: its
 * pools grow with every bet, and the rest follows from the rules.
 */
export function inCausalOrder(events: readonly EventRow[]): EventRow[] {
  return events
    .map((event) => ({ event, rank: RANKS[event.kind], pool: pool(event) }))
    .sort((a, b) => a.rank - b.rank || compare(a.pool, b.pool) || a.event.id - b.event.id)
    .map(({ event }) => event)
}

type EventOf<Kind extends EventKind> = EventRow & { details: DetailsByKind[Kind] }

function is<Kind extends EventKind>(event: EventRow, kind: Kind): event is EventOf<Kind> {
  return event.kind === kind
}

function pool(event: EventRow): bigint {
  // There are none where the logs were cut and the market was not known either.
  return is(event, 'bet') && event.details.pools
    ? BigInt(event.details.pools[0]) + BigInt(event.details.pools[1])
    : 0n
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b)
}

/** Where a position is found. */
export function positionKey(market: string, owner: string): string {
  return `${market} ${owner}`
}

function collect(event: EventOf<'fees'>, market: MarketRow): void {
  const { treasury } = event.details
  Object.assign(market, { collectedAt: event.time, collectedSignature: event.signature, treasury })
}

function close(event: EventOf<'closed'>, market: MarketRow): void {
  const dust = BigInt(event.details.dust)
  Object.assign(market, { closedAt: event.time, closedSignature: event.signature, dust })
}

function newMarket(event: EventOf<'market'>): MarketRow {
  const { terms, question, token, mint, decimals, condition, createdAt, closeAt, expireAt } = event.details
  return {
    ...{ address: event.market, creator: event.wallet as string, question, token, mint, decimals },
    ...{ currency: mint === null ? 'SOL' : 'UTILITY', condition, createdAt, closeAt, expireAt },
    ...terms,
    createdSignature: event.signature,
    ...{ poolYes: 0n, poolNo: 0n, bets: 0, bettors: 0 },
    ...{ status: 'open', outcome: null, observation: null, resolvedAt: null, resolvedSignature: null },
    ...{ burn: 0n, developer: 0n, collectedAt: null, collectedSignature: null, treasury: null },
    ...{ paid: 0n, settled: 0, closedAt: null, closedSignature: null, dust: null },
  }
}
