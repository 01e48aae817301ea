import { addRecentStake } from '@prediction-market/sdk/rules'
import { least, most } from '../../../runtime/bigint.ts'
import type { BetRow, BurnRow, EventRow, MarketRow, PositionRow } from '../../../store/schema/history.ts'
import type { DetailsByKind, EventKind } from '../../../store/schema/history-types.ts'
import { storeRecent, toRecent } from '../../stored.ts'
import { completeDetails } from './complete.ts'
import { type EventOf, newBurn, newMarket, newPosition } from './new-rows.ts'
import { StatsChanges } from './stats.ts'

/** Builds rows in memory by applying events, one by one, to the rows that are stored. */
export class RowBuilder {
  readonly markets = new Map<string, MarketRow>()
  readonly positions = new Map<string, PositionRow>()
  /** New bets. */
  readonly bets: BetRow[] = []
  /** New purchases in the burn auction. */
  readonly burns: BurnRow[] = []
  readonly stats = new StatsChanges()
  /**
   * Markets with an event that was applied before one that it depends on. Their rows may be wrong, unless events were
   * applied in causal order: then the chain's list lacks an event, and no better rows can be built.
   */
  readonly disordered = new Set<string>()

  /** Starts from stored rows. */
  constructor(markets: readonly MarketRow[] = [], positions: readonly PositionRow[] = []) {
    for (const row of markets) this.markets.set(row.address, row)
    for (const row of positions) this.positions.set(positionKey(row.market, row.owner), row)
  }

  apply(event: EventRow): void {
    if (is(event, 'burn')) {
      this.burns.push(newBurn(event))
      return
    }
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
    } else if (is(event, 'reference')) {
      this.#require(event, market.status === 'open')
      market.reference = event.details.observation
    } else if (is(event, 'observation')) {
      this.#record(event, market)
    } else if (is(event, 'resolution')) {
      this.#resolve(event, market)
    } else if (is(event, 'payout')) {
      this.#pay(event, market)
    } else {
      this.#require(event, market.status !== 'open')
      if (is(event, 'fees')) {
        collect(event, market)
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
    const { outcome, period } = event.details
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
      period,
      placedAt,
    })
    const position = this.#position(event, market)
    setStakes(position, event.details)
    position.recent = storeRecent(addRecentStake(toRecent(position.recent), BigInt(period), outcome, amount))
    position.bets += 1
    this.stats.add(market.currency, owner, placedAt, { bets: 1 })
  }

  /**
   * Keeps a "not met" at expiry. It ends betting, and a decision that came before it stays. A complete bonding curve
   * does neither.
   */
  #record(event: EventOf<'observation'>, market: MarketRow): void {
    const isOpen = market.status === 'open'
    this.#require(event, isOpen)
    if (event.details.isCurve) return
    market.recordedAt = event.time
    if (isOpen) market.observation = event.details.observation
  }

  #resolve(event: EventOf<'resolution'>, market: MarketRow): void {
    const { outcome, answer, observation, pools, latePeriod, late, fees, cancelled } = event.details
    const [poolYes, poolNo] = pools.map(BigInt) as [bigint, bigint]
    const isComplete = poolYes === market.poolYes && poolNo === market.poolNo
    this.#require(event, market.status === 'open' && isComplete)
    market.status = outcome ? 'resolved' : 'void'
    market.outcome = outcome
    market.answer = answer
    market.observation = observation
    market.latePeriod = latePeriod
    market.lateYes = BigInt(late[0])
    market.lateNo = BigInt(late[1])
    market.poolYes = poolYes
    market.poolNo = poolNo
    market.resolvedAt = event.time
    market.resolvedSignature = event.signature
    market.burn = BigInt(fees.burn)
    market.developer = BigInt(fees.developer)
    if (!cancelled) return
    market.cancelled = true
    market.closedAt = event.time
    market.closedSignature = event.signature
    market.dust = 0n
  }

  #pay(event: EventOf<'payout'>, market: MarketRow): void {
    const { resolvedAt } = market
    this.#require(event, resolvedAt !== null)
    if (resolvedAt === null) return
    const payout = BigInt(event.details.payout)
    const refund = BigInt(event.details.refund)
    const position = this.#position(event, market)
    setStakes(position, event.details)
    position.payout = payout
    position.refund = refund
    position.recipient = event.details.recipient
    position.settledAt = event.time
    position.settledSignature = event.signature
    market.paid += payout + refund
    market.refunded += refund
    market.settled += 1
    const staked = position.stakeYes + position.stakeNo
    // A refund is neither won nor lost, and a stake without opposing stakes risked nothing.
    const counted = staked - refund
    const volume = market.outcome === null ? 0n : least(counted, opposed(position, market))
    const isBet = volume > 0n
    this.stats.add(market.currency, position.owner, resolvedAt, {
      volume,
      staked,
      returned: payout + refund,
      decided: isBet ? 1 : 0,
      won: isBet && payout >= counted ? 1 : 0,
    })
  }

  #position(event: EventRow, market: MarketRow): PositionRow {
    const owner = event.wallet as string
    const key = positionKey(event.market, owner)
    const known = this.positions.get(key)
    if (known) return known
    const opened = newPosition(event, owner)
    this.positions.set(key, opened)
    market.bettors += 1
    return opened
  }
}

/** The part of a position's stakes that other owners' counted stakes opposed. */
function opposed({ stakeYes, stakeNo }: PositionRow, market: MarketRow): bigint {
  const others = (pool: bigint, late: bigint, own: bigint) => most(0n, pool - late - own)
  const onNo = others(market.poolNo, market.lateNo, stakeNo)
  const onYes = others(market.poolYes, market.lateYes, stakeYes)
  return least(stakeYes, onNo) + least(stakeNo, onYes)
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

/** Counts the shares that were collected, each at most once: `completeDetails` may have assumed too much. */
function collect(event: EventOf<'fees'>, market: MarketRow): void {
  const { fees, treasury, developerBurned = false } = event.details
  market.burnCollected = least(market.burn, market.burnCollected + BigInt(fees.burn))
  market.developerCollected = least(market.developer, market.developerCollected + BigInt(fees.developer))
  market.collectedAt = event.time
  market.collectedSignature = event.signature
  market.treasury = treasury
  if (developerBurned) market.developerBurned = true
}
