// Completes the details of events that were rebuilt from instructions.

import { positionDue } from '@prediction-market/sdk'
import { periodOf } from '@prediction-market/sdk/rules'
import type { MarketRow, StoredPosition } from '../../store/schema/history.ts'
import type { DetailsByKind } from '../../store/schema/history-types.ts'
import type { EventRow } from '../log/events.ts'
import { toDecided, toRecent } from '../market-row.ts'

/** A field that is missing from incomplete details, by kind of event; other kinds are always complete. */
const MISSING_FIELD: Partial<Record<EventRow['kind'], string>> = {
  bet: 'pools',
  payout: 'payout',
  fees: 'fees',
  closed: 'paid',
}

const NO_STAKES = { stakeYes: 0n, stakeNo: 0n, recent: new Uint8Array() }

/**
 * Completes the details of an event that was rebuilt: by the program's rules they follow from the market
 * and the position before it. Whether a collection of fees could pay the treasury does not follow: it is assumed to
 * have collected everything due.
 */
export function completeDetails(
  event: EventRow,
  market: MarketRow,
  position: Pick<StoredPosition, 'stakeYes' | 'stakeNo' | 'recent'> = NO_STAKES,
): void {
  const missing = MISSING_FIELD[event.kind]
  if (missing === undefined || missing in event.details) return
  const { poolYes, poolNo, burn, developer, paid } = market
  const { stakeYes, stakeNo } = position
  if (event.kind === 'bet') {
    const details = event.details as DetailsByKind['bet']
    const [yes, no] = details.outcome === 'Yes' ? [details.amount, 0n] : [0n, details.amount]
    details.pools = { Yes: poolYes + yes, No: poolNo + no }
    details.stakes = { Yes: stakeYes + yes, No: stakeNo + no }
    details.period = periodAt(market, event.time)
  } else if (event.kind === 'payout') {
    const details = event.details as DetailsByKind['payout']
    const stakes = { Yes: stakeYes, No: stakeNo }
    const { payout, refund } = positionDue(toDecided(market), { stakes, recent: toRecent(position.recent) })
    Object.assign(details, { stakes, payout, refund })
  } else if (event.kind === 'fees') {
    const details = event.details as DetailsByKind['fees']
    details.mint = market.mint
    details.fees = { burn: burn - market.burnCollected, developer: developer - market.developerCollected }
  } else if (event.kind === 'closed') {
    const details = event.details as DetailsByKind['closed']
    details.paid = paid
    details.fees = { burn, developer }
    details.dust = poolYes + poolNo - paid - burn - developer
  }
}

/** The number of the betting period of a second. */
function periodAt({ createdAt, expireAt, period }: MarketRow, second: number): number {
  const market = { createdAt: BigInt(createdAt), expireAt: BigInt(expireAt), terms: { period } }
  return Number(periodOf(market, BigInt(second)))
}
