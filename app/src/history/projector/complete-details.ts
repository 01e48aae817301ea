import { positionPayout } from '@prediction-market/sdk'
import type { EventRow, MarketRow, PositionRow } from '../../store/schema/history.ts'
import type { DetailsByKind } from '../../store/schema/history-types.ts'

/** A field that is missing from incomplete details, by kind of event; other kinds are always complete. */
const MISSING_FIELD: Partial<Record<EventRow['kind'], string>> = {
  bet: 'pools',
  payout: 'payout',
  fees: 'fees',
  closed: 'paid',
}

/**
 * Completes the details of an event that was recovered from truncated logs: by the program's rules they follow
 * from the market and the position before it.
 */
export function completeDetails(
  event: EventRow,
  market: MarketRow,
  position: Pick<PositionRow, 'stakeYes' | 'stakeNo'> = { stakeYes: 0n, stakeNo: 0n },
): void {
  const missing = MISSING_FIELD[event.kind]
  if (missing === undefined || missing in event.details) return
  const { poolYes, poolNo, burn, developer, paid } = market
  const { stakeYes, stakeNo } = position
  const fees = { burn: `${burn}`, developer: `${developer}` }
  if (event.kind === 'bet') {
    const details = event.details as DetailsByKind['bet']
    const [yes, no] = details.outcome === 'Yes' ? [BigInt(details.amount), 0n] : [0n, BigInt(details.amount)]
    details.pools = [`${poolYes + yes}`, `${poolNo + no}`]
    details.stakes = [`${stakeYes + yes}`, `${stakeNo + no}`]
  } else if (event.kind === 'payout') {
    const details = event.details as DetailsByKind['payout']
    details.stakes = [`${stakeYes}`, `${stakeNo}`]
    details.payout = `${positionPayout([stakeYes, stakeNo], [poolYes, poolNo], market.outcome, market)}`
  } else if (event.kind === 'fees') {
    const details = event.details as DetailsByKind['fees']
    details.mint = market.mint
    details.fees = fees
  } else if (event.kind === 'closed') {
    const details = event.details as DetailsByKind['closed']
    details.paid = `${paid}`
    details.fees = fees
    details.dust = `${poolYes + poolNo - paid - burn - developer}`
  }
}
