// Applies events to rows, in memory and in the order of the log.

import { addRecentStake } from '@prediction-market/sdk/rules'
import { least, most } from '../../runtime/bigint.ts'
import type { MarketRow, StoredPosition } from '../../store/schema/history.ts'
import type { DetailsByKind } from '../../store/schema/history-types.ts'
import { type EventOf, type EventRow, isKind } from '../log/events.ts'
import { storeRecent, toRecent } from '../stored.ts'
import { completeDetails } from './complete.ts'
import { newMarket, newPosition } from './new-rows.ts'
import { StatsChanges } from './stats.ts'

/** Builds rows by applying events, one by one, to the rows that are stored. */
export class RowBuilder {
  readonly markets = new Map<number, MarketRow>()
  readonly positions = new Map<string, StoredPosition>()
  readonly stats = new StatsChanges()

  /** Starts from stored rows. */
  constructor(markets: readonly MarketRow[] = [], positions: readonly StoredPosition[] = []) {
    for (const row of markets) this.markets.set(row.number, row)
    for (const row of positions) this.positions.set(positionKey(row.market, row.owner), row)
  }

  /** Applies the next event. Those of a market whose creation could not be read have no rows. */
  apply(event: EventRow): void {
    if (isKind(event, 'market')) {
      this.markets.set(event.marketNumber, newMarket(event))
      return
    }
    const market = this.markets.get(event.marketNumber)
    if (!market) return
    market.sequence = event.sequence
    completeDetails(event, market, this.positions.get(positionKey(event.marketNumber, event.walletNumber)))
    if (isKind(event, 'bet')) this.#bet(event, market)
    else if (isKind(event, 'reference')) {
      market.reference = event.details.observation
      market.recordedReward += BigInt(event.details.reward)
    } else if (isKind(event, 'observation')) record(event, market)
    else if (isKind(event, 'resolution')) resolve(event, market)
    else if (isKind(event, 'payout')) this.#pay(event, market)
    else if (isKind(event, 'fees')) collect(event, market)
    else if (isKind(event, 'closed')) {
      market.closedAt = event.time
      market.closedSignature = event.signature
      market.dust = BigInt(event.details.dust)
    }
  }

  #bet(event: EventOf<'bet'>, market: MarketRow): void {
    const { outcome, period } = event.details
    const amount = BigInt(event.details.amount)
    const [poolYes, poolNo] = event.details.pools.map(BigInt) as [bigint, bigint]
    market.poolYes = poolYes
    market.poolNo = poolNo
    market.bets += 1
    const position = this.#position(event, market)
    setStakes(position, event.details)
    position.recent = storeRecent(addRecentStake(toRecent(position.recent), BigInt(period), outcome, amount))
    position.bets += 1
  }

  #pay(event: EventOf<'payout'>, market: MarketRow): void {
    const payout = BigInt(event.details.payout)
    const refund = BigInt(event.details.refund)
    const position = this.#position(event, market)
    setStakes(position, event.details)
    position.payout = payout
    position.refund = refund
    position.settledEvent = event.id
    position.recent = new Uint8Array()
    market.paid += payout + refund
    market.refunded += refund
    market.settled += 1
    const staked = position.stakeYes + position.stakeNo
    // A refund is neither won nor lost, and a stake without opposing stakes risked nothing.
    const counted = staked - refund
    const volume = market.outcome === null ? 0n : least(counted, opposed(position, market))
    const isBet = volume > 0n
    this.stats.add(market.currency, event.walletNumber, market.resolvedAt ?? event.time, {
      volume,
      bets: position.bets,
      staked,
      returned: payout + refund,
      decided: isBet ? 1 : 0,
      won: isBet && payout >= counted ? 1 : 0,
    })
  }

  #position(event: EventRow, market: MarketRow): StoredPosition {
    const key = positionKey(event.marketNumber, event.walletNumber)
    const known = this.positions.get(key)
    if (known) return known
    const opened = newPosition(event)
    this.positions.set(key, opened)
    market.bettors += 1
    return opened
  }
}

/** Keeps a "not met" at expiry, which ends betting. A complete bonding curve does not. */
function record(event: EventOf<'observation'>, market: MarketRow): void {
  market.recordedReward += BigInt(event.details.reward)
  if (event.details.isCurve) return
  market.recordedAt = event.time
  market.observation = event.details.observation
}

function resolve(event: EventOf<'resolution'>, market: MarketRow): void {
  const { outcome, answer, observation, pools, latePeriod, late, unmatched, fees, cancelled } = event.details
  market.status = outcome ? 'resolved' : 'void'
  market.outcome = outcome
  market.answer = answer
  market.observation = observation
  market.latePeriod = latePeriod
  market.lateYes = BigInt(late[0])
  market.lateNo = BigInt(late[1])
  market.unmatched = BigInt(unmatched)
  market.poolYes = BigInt(pools[0])
  market.poolNo = BigInt(pools[1])
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

/** The part of a position's stakes that other owners' counted and matched stakes opposed. */
function opposed({ stakeYes, stakeNo }: StoredPosition, market: MarketRow): bigint {
  const others = (pool: bigint, late: bigint, own: bigint, isLosing: boolean) =>
    most(0n, pool - late - own - (isLosing ? market.unmatched : 0n))
  const onNo = others(market.poolNo, market.lateNo, stakeNo, market.outcome === 'Yes')
  const onYes = others(market.poolYes, market.lateYes, stakeYes, market.outcome === 'No')
  return least(stakeYes, onNo) + least(stakeNo, onYes)
}

function positionKey(market: number, owner: number): string {
  return `${market} ${owner}`
}

function setStakes(position: StoredPosition, { stakes }: DetailsByKind['bet' | 'payout']): void {
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
