import { parseQuestion } from '@prediction-market/sdk/question'
import { expect } from 'chai'
import fc from 'fast-check'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** Whether `Will SOL … ?` is understood in a market that opens and expires at these moments. */
function isUnderstood(claim: string, now: number, expiry: number): boolean {
  return parseQuestion(`Will SOL ${claim}?`, { now: new Date(now), expireAt: new Date(expiry) }).ok
}

/** Midnight of the first day from a moment on, that day included, of which something is true. */
function firstDay(from: number, isMeant: (day: Date) => boolean): number {
  let day = from - (from % DAY)
  while (!isMeant(new Date(day))) day += DAY
  return day
}

/** Opening and expiry on whole hours, up to 400 days apart; many of them on midnights. */
const moments = fc
  .record({
    now: fc.integer({ min: Date.UTC(2026, 0) / HOUR, max: Date.UTC(2030, 0) / HOUR }),
    days: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 400 })),
    hours: fc.integer({ min: 1, max: 24 }),
  })
  .map(({ now, days, hours }) => {
    const start = now * HOUR
    return { now: start, expiry: start - (start % DAY) + days * DAY + hours * HOUR }
  })
  .filter(({ now, expiry }) => expiry > now)

/** The day of the expiry, or one near it, to name in a question. */
const nearby = fc.integer({ min: -2, max: 2 })

describe('dates in questions', () => {
  it('by a weekday are the next one, that day or the midnight that ends it', () => {
    fc.assert(
      fc.property(moments, nearby, ({ now, expiry }, offset) => {
        const weekday = (new Date(expiry).getUTCDay() + offset + 7) % 7
        const day = firstDay(now, (date) => date.getUTCDay() === weekday)
        const isMeant = day <= expiry && expiry <= day + DAY
        for (const claim of [
          `be above $250 on ${WEEKDAYS[weekday]}`,
          `exceed $250 by ${WEEKDAYS[weekday]}`,
        ]) {
          expect(isUnderstood(claim, now, expiry), claim).to.equal(isMeant)
        }
        const before = `exceed $250 before ${WEEKDAYS[weekday]}`
        expect(isUnderstood(before, now, expiry), before).to.equal(day - DAY <= expiry && expiry <= day)
      }),
      { numRuns: 500 },
    )
  })

  it('without a year are the next ones', () => {
    fc.assert(
      fc.property(moments, nearby, ({ now, expiry }, offset) => {
        const named = new Date(expiry + offset * DAY)
        const [month, number] = [named.getUTCMonth(), named.getUTCDate()]
        const day = firstDay(now, (date) => date.getUTCMonth() === month && date.getUTCDate() === number)
        const isMeant = day <= expiry && expiry <= day + DAY
        const written = `${MONTHS[month]} ${number}`
        expect(isUnderstood(`be above $250 on ${written}`, now, expiry)).to.equal(isMeant)
        expect(isUnderstood(`exceed $250 by ${written}`, now, expiry)).to.equal(isMeant)
        const dated = `be above $250 on ${written}, ${named.getUTCFullYear()}`
        const exact = named.getTime() - (named.getTime() % DAY)
        expect(isUnderstood(dated, now, expiry), dated).to.equal(exact <= expiry && expiry <= exact + DAY)
        const closing = `close above $250 on ${written}`
        expect(isUnderstood(closing, now, expiry), closing).to.equal(expiry === day + DAY)
      }),
      { numRuns: 500 },
    )
  })

  it('with a time are one moment', () => {
    fc.assert(
      fc.property(moments, nearby, ({ now, expiry }, offset) => {
        const named = new Date(expiry + offset * DAY)
        const time = `${named.toISOString().slice(11, 16)} UTC`
        const date = named.toISOString().slice(0, 10)
        for (const claim of [
          `be above $250 at ${time} on ${date}`,
          `exceed $250 by ${date} at ${time}`,
          `exceed $250 before ${date}, ${time}`,
        ]) {
          expect(isUnderstood(claim, now, expiry), claim).to.equal(offset === 0)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('at the end of a month are its last day', () => {
    fc.assert(
      fc.property(moments, nearby, ({ now, expiry }, offset) => {
        const named = new Date(expiry + offset * DAY)
        const [year, month] = [named.getUTCFullYear(), named.getUTCMonth()]
        const end = Date.UTC(year, month + 1)
        const isMeant = end - DAY <= expiry && expiry <= end
        const claim = `exceed $250 by the end of ${MONTHS[month]} ${year}`
        expect(isUnderstood(claim, now, expiry), claim).to.equal(isMeant)
        const current = new Date(now)
        const endOfNow = Date.UTC(current.getUTCFullYear(), current.getUTCMonth() + 1)
        const isThis = endOfNow - DAY <= expiry && expiry <= endOfNow
        expect(isUnderstood('exceed $250 by the end of the month', now, expiry)).to.equal(isThis)
      }),
      { numRuns: 300 },
    )
  })
})
