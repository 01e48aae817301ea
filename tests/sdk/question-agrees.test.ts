import type { Condition } from '@prediction-market/sdk'
import {
  type Agreement,
  deceivingCharacters,
  parseQuestion,
  questionAgrees,
  visibleText,
} from '@prediction-market/sdk/question'
import { expect } from 'chai'
import fc from 'fast-check'
import { SHARE } from '../helpers/sdk/tenth.ts'

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
      { numRuns: 500 * SHARE },
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
      { numRuns: 500 * SHARE },
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
      { numRuns: 300 * SHARE },
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
      { numRuns: 300 * SHARE },
    )
  })
})

const SOL = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const above: Condition = { type: 'price', feed: SOL, comparison: 'above', target: '150', timing: 'atExpiry' }
const event: Condition = { type: 'event', timing: 'byExpiry' }
const context = { tokenAddress: null, now: 1_799_000_000n, expireAt: 1_800_000_000n }

describe('whether a question says what its condition says', () => {
  const cases: [question: string, condition: Condition, agrees: Agreement][] = [
    ['Will SOL be above $150?', above, 'yes'],
    ['Will SOL be above $150?', { ...above, comparison: 'below' }, 'no'],
    ['Will SOL be above $150?', { ...above, target: '15' }, 'no'],
    ['Will SOL be above $150?', { ...above, timing: 'byExpiry' }, 'no'],
    ['Will BTC be above $150,000?', { ...above, target: '150000' }, 'no'],
    ['Will SOL be above $150 on 1 January 2020?', above, 'no'],
    ['Is everybody sure that SOL makes it over $150?', { ...above, comparison: 'below' }, 'unread'],
    ['Will SOL hit $150?', { ...above, comparison: 'below', timing: 'byExpiry' }, 'unread'],
    ['Will SОL be above $150?', { ...above, comparison: 'below' }, 'unread'],
    ['Will S\u200bOL be above $150?', { ...above, comparison: 'below' }, 'unread'],
    ['Will SOL be \u202eabove\u202c $150?', above, 'unread'],
    ['', above, 'unread'],
    ['Will it rain in Lisbon?', event, 'yes'],
    ['Will it rain in Lisbon \u202etomorrow?', event, 'unread'],
    ['Идёт ли дождь в Москве?', event, 'unread'],
    ['Will Coinbase list BONK?', event, 'yes'],
    ['Will it rain in Lisbon?', above, 'unread'],
  ]
  for (const [question, condition, agrees] of cases) {
    const kind = condition.type === 'price' ? `${condition.comparison} ${condition.target}` : condition.type
    it(`attack 79: is ${agrees} of "${visibleText(question)}" with ${kind}, ${condition.timing}`, () => {
      expect(questionAgrees(question, condition, context)).to.equal(agrees)
    })
  }
})

describe('whether an event agrees', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  const cases: [question: string, expireAt: string, agrees: Agreement][] = [
    ['Will Arsenal win the cup by December 31, 2026?', '2026-11-30T00:00:00Z', 'no'],
    ['Will Arsenal win the cup by December 31, 2026?', '2026-12-31T23:59:00Z', 'yes'],
    ['Will Arsenal win the cup by December 31, 2026?', '2027-01-01T00:00:00Z', 'yes'],
    ['Will Arsenal win the cup by December 31, 2026?', '2026-12-31T12:00:00Z', 'no'],
    ['Will Trump win the 2028 election?', '2026-11-17T12:00:00Z', 'no'],
    ['Will Trump win the 2028 election?', '2028-01-01T00:00:00Z', 'no'],
    ['Will Trump win the 2028 election?', '2029-01-01T00:00:00Z', 'yes'],
    ['Will the Fed cut rates in December?', '2026-12-01T00:00:00Z', 'no'],
    ['Will the Fed cut rates in December?', '2026-12-31T23:59:59Z', 'yes'],
    ['Will the 2026 budget pass by Dec 15?', '2026-12-15T23:59:59Z', 'yes'],
    ['Will the 2026 budget pass by Dec 15?', '2026-12-31T23:59:59Z', 'no'],
    ['Will the 2027 budget pass by Dec 15?', '2026-12-15T23:59:59Z', 'no'],
    ['Will they meet after December 31?', '2027-01-01T00:00:00Z', 'no'],
    ['Will they meet between December 1 and December 31?', '2027-01-01T00:00:00Z', 'no'],
    ['Will the ship arrive in early 2027?', '2028-01-01T00:00:00Z', 'no'],
    ['Will Leeds win the 2026/27 season?', '2027-01-01T00:00:00Z', 'no'],
    ['Will Leeds win by summer?', '2026-12-01T00:00:00Z', 'no'],
    ['Will Leeds win next season?', '2026-12-01T00:00:00Z', 'no'],
    ['Will Leeds win this decade?', '2026-12-01T00:00:00Z', 'no'],
    ['Will Leeds win by 2150?', '2026-12-01T00:00:00Z', 'no'],
    ['Will Biden run in 28?', '2026-12-01T00:00:00Z', 'no'],
    ["Will Biden win the '28 election?", '2026-12-01T00:00:00Z', 'no'],
    ['Will it snow this Christmas?', '2026-12-01T00:00:00Z', 'no'],
    ['Will it rain on Friday?', '2026-11-20T12:00:00Z', 'no'],
    ['Will it rain on Friday?', '2026-11-21T00:00:00Z', 'yes'],
    ['Will it rain before Friday?', '2026-11-20T00:00:00Z', 'yes'],
    ['Will it rain this week?', '2026-11-22T23:59:59Z', 'yes'],
    ['Will the strike end within 3 months?', '2026-11-30T00:00:00Z', 'no'],
    ['Will the strike end by 5pm UTC on Friday?', '2026-11-20T17:00:00Z', 'yes'],
    ['Will the strike end by 5pm UTC on Friday?', '2026-11-20T18:00:00Z', 'no'],
    ['Will it rain two days before Christmas?', '2026-12-25T00:00:00Z', 'no'],
    ['Will he resign by Good Friday?', '2026-11-21T00:00:00Z', 'no'],
    ['Will he resign by Friday morning?', '2026-11-21T00:00:00Z', 'no'],
    ['Will he resign by July fourth?', '2027-07-01T00:00:00Z', 'no'],
    ['Will he be president until 2029?', '2030-01-01T00:00:00Z', 'no'],
    ['Will he be president until 2029?', '2029-01-01T00:00:00Z', 'yes'],
    ['Will it rain this weekend?', '2026-11-21T00:00:00Z', 'no'],
    ['Will it rain this weekend?', '2026-11-23T00:00:00Z', 'yes'],
    ['Will it rain in the coming days?', '2026-11-17T12:00:00Z', 'no'],
    ['Will the strike end in the next two weeks?', '2026-11-30T12:00:00Z', 'yes'],
    ['Will more than 2030 people come?', '2026-12-01T00:00:00Z', 'yes'],
    ['Will the bill get a 2/3 majority?', '2026-12-01T00:00:00Z', 'yes'],
    ['Will he score in the 1st half?', '2026-12-01T00:00:00Z', 'yes'],
    ['Will Theresa May resign?', '2026-12-01T00:00:00Z', 'yes'],
    ['Will he run a marathon in under 2:05:30?', '2026-12-01T00:00:00Z', 'yes'],
    ['Will the vote pass by 01/02/2027?', '2027-01-02T23:59:59Z', 'unread'],
    ['Will SOL be above $500?', '2026-12-01T00:00:00Z', 'no'],
    ['Will SOL be above $500 by Friday?', '2026-12-01T00:00:00Z', 'no'],
    ['Will SOL hit $500?', '2026-12-01T00:00:00Z', 'unread'],
    ['Will SOL moon?', '2026-12-01T00:00:00Z', 'unread'],
    ['wil soalna be abuv 200', '2026-12-01T00:00:00Z', 'unread'],
    ['Will Tesla stock be above $400?', '2026-12-01T00:00:00Z', 'unread'],
    ['Will a ticket cost more than $500?', '2026-12-01T00:00:00Z', 'unread'],
  ]
  for (const [question, expireAt, agrees] of cases) {
    it(`attack 104: is ${agrees} of "${question}" at ${expireAt}`, () => {
      const market = { tokenAddress: null, now, expireAt: new Date(expireAt) }
      expect(questionAgrees(question, event, market)).to.equal(agrees)
    })
  }
})

describe('characters that deceive', () => {
  for (const [text, reason] of [
    ['SOL\u202e above', 'U+202E'],
    ['SO\u200bL', 'U+200B'],
    ['SO\u00adL', 'U+00AD'],
    ['SOL\nabove', 'U+000A'],
    ['BОNK above', 'mixes letters of two alphabets'],
    ['Will ВТС be above $150k?', 'look like Latin ones'],
    ['Will ΒΤΕ be above $150k?', 'look like Latin ones'],
  ] as const) {
    it(`attack 79: are found in ${visibleText(text)}`, () => {
      expect(deceivingCharacters(text)).to.contain(reason)
    })
  }

  for (const text of [
    'Will SOL be above $150?',
    'Пойдёт ли дождь в Москве?',
    'Läuft es? 😀',
    'BTC вырастет?',
    '雨が降る？',
  ]) {
    it(`are not in ${text}`, () => expect(deceivingCharacters(text)).to.equal(null))
  }

  it('are shown as what they are', () => {
    expect(visibleText('a\u202eb\u200bc')).to.equal('a<U+202E>b<U+200B>c')
    expect(visibleText('Will SOL be above $150?')).to.equal('Will SOL be above $150?')
  })
})
