import type { Address } from '../chain/address.ts'
import { feesOf, isLate, periodBack, unmatchedOf } from './rules.ts'
import type { Bet, Market, Pair, Side } from './types.ts'

// The laws of fair stakes, checked of the bets of a market and of whichever rule says what comes back, so that a test
// can show that a broken rule is noticed. Everyone in a market is a stranger to the others.

/** Whether a stake comes back if `winner` is decided as of a second; null for a decision at expiry after the close. */
export type Rule = (market: Market, bet: Bet, asOf: number | null, winner: Side) => boolean

/** The rule of the design. */
export const comesBack: Rule = (market, bet, asOf) => asOf !== null && isLate(market, bet, asOf)

const SIDES = [0, 1] as const

/** What each owner gains by a decision. */
export function gains(market: Market, rule: Rule, asOf: number | null, winner: Side): Map<Address, bigint> {
  const counting = market.bets.filter((bet) => !rule(market, bet, asOf, winner))
  const pools: Pair = [0n, 0n]
  for (const { side, amount } of counting) pools[side] += amount
  const gained = new Map(market.bets.map(({ owner }) => [owner, 0n]))
  // Nobody counts on the winning side: every stake comes back.
  if (pools[winner] === 0n) return gained
  const losing = pools[winner === 0 ? 1 : 0]
  const unmatched = unmatchedOf(market, pools[winner], losing)
  const lost = losing - unmatched
  const { burn, developer } = feesOf(market, lost)
  for (const owner of gained.keys()) {
    const own: Pair = [0n, 0n]
    for (const bet of counting) if (bet.owner === owner) own[bet.side] += bet.amount
    const share = (own[winner] * (lost - burn - developer)) / pools[winner]
    const stake = own[winner === 0 ? 1 : 0]
    const returned = stake === 0n ? 0n : (stake * unmatched) / losing
    gained.set(owner, share + returned - stake)
  }
  return gained
}

/** Law 1: a decision at expiry makes no stake late, and every stake can still win by news before expiry. */
function unwinnable(market: Market, rule: Rule, canBeEarly: boolean): string[] {
  const seconds = canBeEarly ? [null, market.expireAt - 1] : [null]
  const isBack = (bet: Bet) =>
    seconds.some((second) => SIDES.some((winner) => rule(market, bet, second, winner)))
  return market.bets.some(isBack) ? ['winnable: a stake cannot win'] : []
}

/** Law 2: whether a stake is late depends on when it was placed alone, and no stake after the news counts. */
function seeing(market: Market, rule: Rule, asOf: number | null): string[] {
  const answers = (bet: Bet) =>
    SIDES.flatMap((side) => SIDES.map((winner) => rule(market, { ...bet, side }, asOf, winner)))
  const isSeen = market.bets.some((bet) => new Set(answers(bet)).size > 1)
  const isNews = (bet: Bet) => asOf !== null && bet.at >= asOf && !answers(bet).every(Boolean)
  const found = isSeen ? ['blind: a side or an answer makes stakes late'] : []
  return market.bets.some(isNews) ? [...found, 'blind: a stake after the news counts'] : found
}

/** Law 3: nobody gains by one answer and loses by neither, whichever second decides. */
function riskless(market: Market, rule: Rule, asOf: number | null): string[] {
  const [ifYes, ifNo] = SIDES.map((winner) => gains(market, rule, asOf, winner)) as [
    Map<Address, bigint>,
    Map<Address, bigint>,
  ]
  const isSure = ([owner, yes]: [Address, bigint]) => {
    const no = ifNo.get(owner) ?? 0n
    return yes >= 0n && no >= 0n && yes + no > 0n
  }
  return [...ifYes].some(isSure) ? ['no riskless gain: an owner cannot lose'] : []
}

/** The seconds whose news is worth a look: each bet's own, and those one and two periods after it. */
export function newsOf(market: Market): (number | null)[] {
  const { bets, expireAt, createdAt, terms } = market
  const seconds = bets.flatMap(({ at }) => {
    const end = expireAt - periodBack(market, at) * terms.period
    return [at, end - 1, end, end + terms.period - 1, end + terms.period]
  })
  const early = new Set(seconds.filter((second) => second > createdAt && second < expireAt))
  return [null, ...early]
}

/** What is unfair about a market, over all decisions that a rule knows. */
export function brokenLaws(
  market: Market,
  canBeEarly: boolean,
  rule: Rule = comesBack,
  news: readonly (number | null)[] = newsOf(market),
): string[] {
  const found = news.flatMap((asOf) => [...seeing(market, rule, asOf), ...riskless(market, rule, asOf)])
  return [...new Set([...unwinnable(market, rule, canBeEarly), ...found])]
}
