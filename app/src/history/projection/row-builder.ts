// Applies events to rows, in memory and in the order of the log, and completes those that were rebuilt from instructions.

import { addRecentStake } from '@prediction-market/sdk/rules'
import { least, most } from '../../runtime/bigint.ts'
import type { MarketRow, StoredPosition } from '../../store/schema/history.ts'
import type { DetailsByKind } from '../../store/schema/history-types.ts'
import { type EventFields, type EventOf, type EventRow, isKind } from '../log/events.ts'
import type { Completion } from '../log/sources.ts'
import { storeRecent, toRecent } from '../market-row.ts'
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
      market.recordedReward += event.details.reward
    } else if (isKind(event, 'observation')) record(event, market)
    else if (isKind(event, 'resolution')) resolve(event, market)
    else if (isKind(event, 'payout')) this.#pay(event, market)
    else if (isKind(event, 'fees')) collect(event, market)
    else if (isKind(event, 'closed')) {
      market.closedAt = event.time
      market.closedSignature = event.signature
      market.dust = event.details.dust
    }
  }

  #bet(event: EventOf<'bet'>, market: MarketRow): void {
    const { outcome, amount, pools, period } = event.details
    market.poolYes = pools.Yes
    market.poolNo = pools.No
    market.bets += 1
    const position = this.#position(event, market)
    setStakes(position, event.details)
    position.recent = storeRecent(addRecentStake(toRecent(position.recent), BigInt(period), outcome, amount))
    position.bets += 1
  }

  #pay(event: EventOf<'payout'>, market: MarketRow): void {
    const { payout, refund } = event.details
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
  market.recordedReward += event.details.reward
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
  market.lateYes = late.Yes
  market.lateNo = late.No
  market.unmatched = unmatched
  market.poolYes = pools.Yes
  market.poolNo = pools.No
  market.resolvedAt = event.time
  market.resolvedSignature = event.signature
  market.burn = fees.burn
  market.developer = fees.developer
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
  position.stakeYes = stakes.Yes
  position.stakeNo = stakes.No
}

/** Counts the shares that were collected, each at most once: `completeDetails` may have assumed too much. */
function collect(event: EventOf<'fees'>, market: MarketRow): void {
  const { fees, treasury, developerBurned = false } = event.details
  market.burnCollected = least(market.burn, market.burnCollected + fees.burn)
  market.developerCollected = least(market.developer, market.developerCollected + fees.developer)
  market.collectedAt = event.time
  market.collectedSignature = event.signature
  market.treasury = treasury
  if (developerBurned) market.developerBurned = true
}

/** @param events - all events of a market so far */
export function completionOf(events: readonly EventRow[]): Completion {
  const builder = new RowBuilder()
  // The wallets of new events have no numbers yet.
  const wallets = new Map<string, number>()
  const numberOf = (wallet: string | null) => {
    if (wallet === null) return 0
    const number = wallets.get(wallet) ?? wallets.size + 1
    wallets.set(wallet, number)
    return number
  }
  const apply = (event: EventFields) => {
    const place = { id: 0, sequence: event.sequence ?? 0, slot: 0, signature: '', isDropped: false }
    const row: EventRow = { ...event, ...place, marketNumber: 0, walletNumber: numberOf(event.wallet) }
    builder.apply(row)
    return row
  }
  for (const event of events) apply(event)
  return {
    next(event) {
      const isKnown = event.kind === 'market' || event.kind === 'burn' || builder.markets.size > 0
      if (!isKnown) return null
      return { ...event, details: apply(structuredClone(event)).details }
    },
  }
}
