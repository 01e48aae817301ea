import type { BetRow, EventRow, MarketRow, PositionRow } from '../../store/schema/history.ts'
import type { DetailsByKind, EventKind } from '../../store/schema/history-types.ts'
import { completeDetails } from './complete-details.ts'
import { StatsChanges } from './stats.ts'

type EventOf<Kind extends EventKind> = EventRow & { details: DetailsByKind[Kind] }

/** Builds rows in memory by applying events, one by one, to the rows that are stored. */
export class RowBuilder {
  readonly markets = new Map<string, MarketRow>()
  readonly positions = new Map<string, PositionRow>()
  /** New bets. */
  readonly bets: BetRow[] = []
  readonly stats = new StatsChanges()
  /**
   * Markets with an event that came before one that it follows from. Their rows may be wrong, unless events were
   * applied in causal order: then an event is missing from the chain's list, and the rows are the best there are.
   */
  readonly disordered = new Set<string>()

  /** Starts from stored rows. */
  constructor(markets: readonly MarketRow[] = [], positions: readonly PositionRow[] = []) {
    for (const row of markets) this.markets.set(row.address, row)
    for (const row of positions) this.positions.set(positionKey(row.market, row.owner), row)
  }

  apply(event: EventRow): void {
    const market = this.markets.get(event.market)
    if (is(event, 'market')) {
      this.#require(event, market === undefined)
      this.markets.set(event.market, newMarket(event))
      return
    }
    if (!market) {
      this.#require(event, false)
      return
    }
    completeDetails(event, market, this.positions.get(positionKey(event.market, event.wallet ?? '')))
    if (is(event, 'bet')) {
      this.#bet(event, market)
    } else if (is(event, 'resolution')) {
      this.#resolve(event, market)
    } else if (is(event, 'payout')) {
      this.#pay(event, market)
    } else {
      this.#require(event, market.status !== 'open')
      if (is(event, 'fees')) {
        market.collectedAt = event.time
        market.collectedSignature = event.signature
        market.treasury = event.details.treasury
      } else if (is(event, 'closed')) {
        market.closedAt = event.time
        market.closedSignature = event.signature
        market.dust = BigInt(event.details.dust)
      }
    }
  }

  #require(event: EventRow, isInOrder: boolean): void {
    if (!isInOrder) this.disordered.add(event.market)
  }

  #bet(event: EventOf<'bet'>, market: MarketRow): void {
    const { id, signature, index, slot, time: placedAt } = event
    const { outcome } = event.details
    const owner = event.wallet as string
    const amount = BigInt(event.details.amount)
    const [poolYes, poolNo] = event.details.pools.map(BigInt) as [bigint, bigint]
    this.#require(event, poolYes + poolNo === market.poolYes + market.poolNo + amount)
    market.poolYes = poolYes
    market.poolNo = poolNo
    market.bets += 1
    this.bets.push({
      id,
      signature,
      index,
      slot,
      market: event.market,
      owner,
      outcome,
      amount,
      poolYes,
      poolNo,
      placedAt,
    })
    const position = this.#position(event, market)
    setStakes(position, event.details)
    position.bets += 1
    this.stats.add(market.currency, owner, placedAt, { volume: amount, bets: 1 })
  }

  #resolve(event: EventOf<'resolution'>, market: MarketRow): void {
    const { outcome, observation, pools, fees } = event.details
    const [poolYes, poolNo] = pools.map(BigInt) as [bigint, bigint]
    const isComplete = poolYes === market.poolYes && poolNo === market.poolNo
    this.#require(event, market.status === 'open' && isComplete)
    market.status = outcome ? 'resolved' : 'void'
    market.outcome = outcome
    market.observation = observation
    market.poolYes = poolYes
    market.poolNo = poolNo
    market.resolvedAt = event.time
    market.resolvedSignature = event.signature
    market.burn = BigInt(fees.burn)
    market.developer = BigInt(fees.developer)
  }

  #pay(event: EventOf<'payout'>, market: MarketRow): void {
    const { resolvedAt } = market
    this.#require(event, resolvedAt !== null)
    if (resolvedAt === null) return
    const payout = BigInt(event.details.payout)
    const position = this.#position(event, market)
    setStakes(position, event.details)
    position.payout = payout
    position.recipient = event.details.recipient
    position.settledAt = event.time
    position.settledSignature = event.signature
    market.paid += payout
    market.settled += 1
    const isDecided = market.status === 'resolved'
    const staked = position.stakeYes + position.stakeNo
    this.stats.add(market.currency, position.owner, resolvedAt, {
      staked,
      returned: payout,
      decided: isDecided ? 1 : 0,
      won: isDecided && payout >= staked ? 1 : 0,
    })
  }

  #position(event: EventRow, market: MarketRow): PositionRow {
    const owner = event.wallet as string
    const key = positionKey(event.market, owner)
    const known = this.positions.get(key)
    if (known) return known
    const opened: PositionRow = {
      market: event.market,
      owner,
      stakeYes: 0n,
      stakeNo: 0n,
      bets: 0,
      openedEvent: event.id,
      openedAt: event.time,
      payout: null,
      recipient: null,
      settledAt: null,
      settledSignature: null,
    }
    this.positions.set(key, opened)
    market.bettors += 1
    return opened
  }
}

function is<Kind extends EventKind>(event: EventRow, kind: Kind): event is EventOf<Kind> {
  return event.kind === kind
}

function positionKey(market: string, owner: string): string {
  return `${market} ${owner}`
}

function setStakes(position: PositionRow, { stakes }: DetailsByKind['bet' | 'payout']): void {
  position.stakeYes = BigInt(stakes[0])
  position.stakeNo = BigInt(stakes[1])
}

function newMarket(event: EventOf<'market'>): MarketRow {
  const { terms, ...details } = event.details
  return {
    ...details,
    ...terms,
    address: event.market,
    creator: event.wallet as string,
    currency: details.mint === null ? 'SOL' : 'UTILITY',
    createdSignature: event.signature,
    poolYes: 0n,
    poolNo: 0n,
    bets: 0,
    bettors: 0,
    status: 'open',
    outcome: null,
    observation: null,
    resolvedAt: null,
    resolvedSignature: null,
    burn: 0n,
    developer: 0n,
    collectedAt: null,
    collectedSignature: null,
    treasury: null,
    paid: 0n,
    settled: 0,
    closedAt: null,
    closedSignature: null,
    dust: null,
  }
}
