import type { Bet, Market, Pair, Side } from './types.ts'

// Late stakes, payouts and fees, by the text of the design, from the list of all bets.

/** Which period before expiry a second lies in: 0 for the last one. */
export function periodBack({ expireAt, terms }: Market, second: number): number {
  return Math.max(0, Math.floor((expireAt - 1 - second) / terms.period))
}

/** Whether a bet came too late for news of the second `asOf`, whatever its side. */
export function isLate(market: Market, bet: Bet, asOf: number): boolean {
  return periodBack(market, bet.at) <= periodBack(market, asOf) + 1
}

/** Whether there were bets more than a period after that second. */
export function isTooOld(market: Market, asOf: number): boolean {
  const news = periodBack(market, asOf)
  return market.bets.some((bet) => periodBack(market, bet.at) < news - 1)
}

/** The sum of bets by side. */
export function sum(bets: readonly Bet[]): Pair {
  const total: Pair = [0n, 0n]
  for (const { side, amount } of bets) total[side] += amount
  return total
}

/** Late stakes by side. */
export function late(market: Market, asOf: number | null, bets: readonly Bet[] = market.bets): Pair {
  return asOf === null ? [0n, 0n] : sum(bets.filter((bet) => isLate(market, bet, asOf)))
}

/** Stakes by side that count. */
export function counted(market: Market, asOf: number | null, bets = market.bets): Pair {
  const [all, tooLate] = [sum(bets), late(market, asOf, bets)]
  return [all[0] - tooLate[0], all[1] - tooLate[1]]
}

/** Stakes by side of the last period with a bet and of the two before it: an early answer could still return those. */
export function recent(market: Market): Pair {
  const last = Math.min(...market.bets.map(({ at }) => periodBack(market, at)))
  return sum(market.bets.filter(({ at }) => periodBack(market, at) <= last + 2))
}

/** What is returned of the losing pool: what exceeds the largest ratio to the winning one. */
export function unmatchedOf({ terms }: Market, winning: bigint, losing: bigint): bigint {
  const most = (winning * BigInt(terms.maxRatio)) / 100n
  return terms.maxRatio === 0 || losing <= most ? 0n : losing - most
}

export function feesOf({ terms }: Market, lost: bigint): { burn: bigint; developer: bigint } {
  return {
    burn: (lost * BigInt(terms.burnBps)) / 10_000n,
    developer: (lost * BigInt(terms.developerBps)) / 10_000n,
  }
}

/** What a decided market owes to an owner. */
export function dueTo(market: Market, owner: Market['creator']): { payout: bigint; refund: bigint } {
  const bets = market.bets.filter((bet) => bet.owner === owner)
  const [yes, no] = sum(bets)
  const winner = market.answer
  if (market.status === 'void' || winner === null) return { payout: 0n, refund: yes + no }
  const back = late(market, market.asOf, bets)
  const loser = winner === 0 ? 1 : 0
  const stakes = counted(market, market.asOf, bets)
  const pools = counted(market, market.asOf)
  const distributable = pools[loser] - market.unmatched - market.fees.burn - market.fees.developer
  const stake = stakes[winner]
  const share = stake === 0n ? 0n : (stake * distributable) / pools[winner]
  const returned = stakes[loser] === 0n ? 0n : (stakes[loser] * market.unmatched) / pools[loser]
  return { payout: stake + share, refund: back[0] + back[1] + returned }
}

/** What is still owed to positions. */
export function owedToPositions(market: Market): bigint {
  if (market.status === 'open') return sum(market.bets).reduce((a, b) => a + b)
  let owed = 0n
  for (const owner of market.open) {
    const { payout, refund } = dueTo(market, owner)
    owed += payout + refund
  }
  return owed
}

/** What a stake would be paid if its side won with these pools, which include it. */
export function payoutNow(market: Market, side: Side, amount: bigint, pools: Pair): bigint {
  const losing = pools[side === 0 ? 1 : 0]
  const lost = losing - unmatchedOf(market, pools[side], losing)
  const { burn, developer } = feesOf(market, lost)
  return amount + (amount * (lost - burn - developer)) / pools[side]
}

/** Fixes the outcome: void if nobody counts on the winning side. */
export function settleOutcome(market: Market, winner: Side, asOf: number | null, now: number): void {
  market.answer = winner
  market.resolvedAt = now
  const pools = counted(market, asOf)
  if (pools[winner] === 0n) {
    market.status = 'void'
    market.asOf = null
    return
  }
  market.status = 'resolved'
  market.asOf = asOf
  const losing = pools[winner === 0 ? 1 : 0]
  market.unmatched = unmatchedOf(market, pools[winner], losing)
  market.fees = feesOf(market, losing - market.unmatched)
  market.due = { ...market.fees }
}
