import { expect } from 'chai'
import { type Address, named } from './chain/address.ts'
import { brokenLaws, comesBack, type Rule } from './model/laws.ts'
import { isLate } from './model/rules.ts'
import type { Bet, Market, Side } from './model/types.ts'
import { Random } from './random.ts'

const OWNERS = Array.from({ length: 5 }, (_, index) => named(`bettor ${index}`))
const MARKETS = 200

/** A market of 64 periods that can be decided early, whose bets end `closePeriods` before it expires. */
function someMarket(random: Random, owners: readonly Address[], closePeriods = 4): Market {
  const [period, createdAt] = [random.int(2, 30), 1_000]
  const expireAt = createdAt + 64 * period
  const closeAt = expireAt - closePeriods * period
  const bets = Array.from({ length: random.int(2, 12) }, (): Bet => {
    const at = random.int(random.oneIn(2) ? createdAt : closeAt - 4 * period, closeAt - 1)
    return { owner: random.pick(owners), side: random.int(0, 1) as Side, amount: random.anySize(40), at }
  })
  // The rules of stakes look at nothing else.
  const maxRatio = random.oneIn(2) ? random.int(100, 400) : 0
  const terms = { period, burnBps: random.int(0, 1_000), developerBps: random.int(0, 1_000), maxRatio }
  return { createdAt, closeAt, expireAt, terms, bets } as unknown as Market
}

/** The laws that a rule breaks in some of many markets. */
function lawsBrokenBy(rule: Rule, owners: readonly Address[] = OWNERS, closePeriods = 4): string[] {
  const random = new Random(20_260_101)
  const markets = Array.from({ length: MARKETS }, () => someMarket(random, owners, closePeriods))
  const found = markets.flatMap((market) => brokenLaws(market, true, rule))
  return [...new Set(found.map((law) => law.split(':')[0] as string))].sort()
}

/** What was the rule before: the losers' late stakes are lost, so that some stakes can only lose. */
const forfeits: Rule = (market, bet, asOf, winner) =>
  asOf !== null && bet.side === winner && isLate(market, bet, asOf)

describe('laws of fair stakes', () => {
  it('hold for the rule of the design', () => {
    expect(lawsBrokenBy(comesBack)).to.deep.equal([])
  })

  it('are broken by forfeiting the late stakes of losers: whoever stakes on both sides before cannot lose', () => {
    expect(lawsBrokenBy(forfeits)).to.deep.equal(['blind', 'no riskless gain'])
  })

  it('need other bettors: nobody gains from their own stakes, however broken the rule', () => {
    expect(lawsBrokenBy(forfeits, OWNERS.slice(0, 1))).to.deep.equal(['blind'])
  })

  it('are broken by stakes that are late on one side only', () => {
    const oneSide: Rule = (market, bet, asOf, winner) =>
      bet.side === 0 && comesBack(market, bet, asOf, winner)
    expect(lawsBrokenBy(oneSide)).to.include('blind')
  })

  it("are broken by counting stakes of the news's own period", () => {
    const older: Rule = (market, bet, asOf, winner) =>
      comesBack(market, bet, asOf === null ? null : asOf + 2 * market.terms.period, winner)
    expect(lawsBrokenBy(older)).to.include('blind')
  })

  it('are broken by stakes that a decision at expiry makes late', () => {
    const dated: Rule = (market, bet, asOf, winner) =>
      comesBack(market, bet, asOf ?? market.closeAt - 1, winner)
    expect(lawsBrokenBy(dated)).to.deep.equal(['winnable'])
  })

  it('are broken by betting that goes on until a period before expiry', () => {
    expect(lawsBrokenBy(comesBack, OWNERS, 1)).to.deep.equal(['winnable'])
  })
})
