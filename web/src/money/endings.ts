// How an open position can end, and what it gets then.

import type { Outcome, Position } from '../model/types.ts'
import { toSeconds } from '../text/times.ts'
import { isPositive, toUnits } from './amounts.ts'

/** What a position gets if an answer comes, in base units. */
export interface Ending {
  answer: Outcome
  /** Unix second before which the answer finds stakes late; null once all of them count. */
  before: number | null
  /** Whether another ending of the same answer comes earlier. */
  isLater: boolean
  /** What is paid; null if only the refund of the late stakes is known, since others' late stakes change the rest. */
  gets: bigint | null
  /** The late stakes, which come back. */
  back: bigint
}

export const SIDES: readonly Outcome[] = ['Yes', 'No']

/** The sides that a position has a stake on. */
export function stakedSides({ stake, currency }: Position): Outcome[] {
  return SIDES.filter((side) => isPositive(stake[side], currency))
}

/** The stakes of a position on both sides. */
export function stakeOf({ stake, currency }: Pick<Position, 'stake' | 'currency'>): bigint {
  return toUnits(stake.Yes, currency) + toUnits(stake.No, currency)
}

/**
 * The endings of an open position at the pools as they stand, the earliest of each answer first.
 *
 * @param now - unix seconds
 */
export function endingsOf(position: Position, now: number): Ending[] {
  const { currency, potentialWinnings: paid } = position
  if (!paid) return []
  const all = stakeOf(position)
  return SIDES.flatMap((answer) => {
    const waiting = waitingFor(position, answer, now)
    const late = waiting.map(({ at }, index): Ending => {
      const back = waiting.slice(index).reduce((sum, { units }) => sum + units, 0n)
      return { answer, before: at, isLater: index > 0, gets: back === all ? all : null, back }
    })
    const counted = toUnits(paid[answer], currency)
    return [...late, { answer, before: null, isLater: late.length > 0, gets: counted, back: 0n }]
  })
}

/** The stakes that an answer would find late, and from when on each counts. */
function waitingFor({ uncounted, currency }: Position, answer: Outcome, now: number) {
  return uncounted
    .filter(({ returnedBy, countsFrom }) => returnedBy.includes(answer) && toSeconds(countsFrom) > now)
    .map(({ countsFrom, stake }) => ({ at: toSeconds(countsFrom), units: stakeOf({ stake, currency }) }))
}

/** The second from which all stakes of a position count, and the answers that come too early before; null if they do. */
export function countsAt(position: Position, now: number): number | null {
  return endingsOf(position, now).reduce<number | null>((last, { before }) => before ?? last, null)
}

/**
 * What comes back of an open position whatever the answer is.
 *
 * @param isClosed - whether no bet can change the pools any more
 */
export function sureReturn(
  { stake, currency, potentialWinnings: paid }: Position,
  isClosed: boolean,
): bigint {
  // A winning stake is paid at least itself. What an empty side returns is sure only once nobody can join it.
  const { Yes, No } = isClosed && paid ? paid : stake
  const [yes, no] = [toUnits(Yes, currency), toUnits(No, currency)]
  if (yes < no) return yes
  return no
}

/** The most that an open position is paid at the pools as they stand. */
export function bestReturn({ potentialWinnings: paid, currency }: Position): bigint {
  if (!paid) return 0n
  const [yes, no] = [toUnits(paid.Yes, currency), toUnits(paid.No, currency)]
  if (yes > no) return yes
  return no
}
