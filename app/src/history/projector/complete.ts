import { positionPayout } from '@prediction-market/sdk'
import type { MarketRow } from '../../store/history/market.ts'
import type { DetailsByKind } from '../../store/history/types.ts'
import type { EventRow } from './events.ts'
import type { PositionRow } from './fold.ts'

/** What is missing where it is, by kind of event; the others always say all. */
const MISSING: Partial<Record<EventRow['kind'], string>> = {
  ...{ bet: 'pools', payout: 'payout', fees: 'fees', closed: 'paid' },
}

/**
 * Fills in what an event did not say because its transaction's logs were cut: by the program's rules it follows
 * from what was there before.
 */
export function completeDetails(
  event: EventRow,
  market: MarketRow,
  position: Pick<PositionRow, 'stakeYes' | 'stakeNo'> = { stakeYes: 0n, stakeNo: 0n },
): void {
  const missing = MISSING[event.kind]
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
