import { findFeed } from '@prediction-market/sdk/feeds'
import {
  betRefusal,
  type FeedMarket,
  type FeedReading,
  firstClosed,
  marketRefusal,
  parseSchedule,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'

/** Schedules of Pyth's metadata, as Hermes listed them: Apple and Amazon, euro, Brent crude, Bitcoin. */
const APPLE =
  'America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;' +
  '0907/C,1126/C,1127/0930-1300,1224/0930-1300,1225/C,0101/C,0118/C,0215/C,0326/C,0531/C,0618/C,0705/C'
const AMAZON_2024 =
  'America/New_York;0930-1600,0930-1600,0930-1600,0930-1600,0930-1600,C,C;' +
  '1224/0930-1300,1225/C,0101/C,0120/C,0217/C,0418/C,0526/C,0619/C'
const EURO =
  'America/New_York;O,O,O,O,0000-1700,C,1700-2400;1224/0000-1700,1225/1700-2400,1231/0000-1700,0101/1700-2400'
const BRENT =
  'America/New_York;0000-1800&2000-2400,0000-1800&2000-2400,0000-1800&2000-2400,0000-1800&2000-2400,0000-1800,C,' +
  '1800-2400;1224/0000-1400&2000-2400,1225/C,0101/C,0418/C'
const BITCOIN = 'America/New_York;O,O,O,O,O,O,O;'

const second = (time: string) => BigInt(Date.parse(time) / 1_000)

const isOpen = (schedule: string, time: string) =>
  firstClosed(parseSchedule(schedule), second(time), second(time)) === null

/** The first closed second of a span, in ISO 8601. */
function closedAt(schedule: string, from: string, to: string): string | null {
  const closed = firstClosed(parseSchedule(schedule), second(from), second(to))
  return closed === null ? null : new Date(Number(closed) * 1_000).toISOString()
}

describe('the schedule of a Pyth feed', () => {
  it('is in the time of its exchange, before and after clocks change', () => {
    // New York is at UTC−4 until 1 November 2026, and at UTC−5 from then on.
    expect(isOpen(APPLE, '2026-10-30T13:29:59Z')).to.equal(false)
    expect(isOpen(APPLE, '2026-10-30T13:30:00Z')).to.equal(true)
    expect(isOpen(APPLE, '2026-10-30T19:59:59Z')).to.equal(true)
    expect(isOpen(APPLE, '2026-10-30T20:00:00Z')).to.equal(false)
    expect(isOpen(APPLE, '2026-11-02T14:29:59Z')).to.equal(false)
    expect(isOpen(APPLE, '2026-11-02T14:30:00Z')).to.equal(true)
    expect(isOpen(APPLE, '2026-11-02T20:59:59Z')).to.equal(true)
    expect(isOpen(APPLE, '2026-11-02T21:00:00Z')).to.equal(false)
  })

  it('has weekends, holidays and short days', () => {
    expect(isOpen(APPLE, '2026-11-14T15:00:00Z'), 'Saturday').to.equal(false)
    expect(isOpen(APPLE, '2026-11-26T15:00:00Z'), 'Thanksgiving').to.equal(false)
    expect(isOpen(APPLE, '2026-11-27T17:59:59Z'), 'the day after, before 13:00').to.equal(true)
    expect(isOpen(APPLE, '2026-11-27T18:00:00Z'), 'the day after, at 13:00').to.equal(false)
    expect(isOpen(AMAZON_2024, '2025-01-20T15:00:00Z'), 'a holiday of that year').to.equal(false)
    expect(isOpen(AMAZON_2024, '2025-01-21T15:00:00Z')).to.equal(true)
  })

  it('has sessions, of which one ends where the next day begins', () => {
    expect(isOpen(BRENT, '2026-11-16T23:00:00Z'), 'between two sessions').to.equal(false)
    expect(closedAt(BRENT, '2026-11-17T01:00:00Z', '2026-11-18T00:00:00Z')).to.equal(
      '2026-11-17T23:00:00.000Z',
    )
    // From Sunday 17:00 until Friday 17:00 the euro is never closed.
    expect(closedAt(EURO, '2026-11-15T22:00:00Z', '2026-11-20T21:59:59Z')).to.equal(null)
    expect(closedAt(EURO, '2026-11-15T22:00:00Z', '2026-11-22T00:00:00Z')).to.equal(
      '2026-11-20T22:00:00.000Z',
    )
  })

  it('finds the end of a session across a change of clocks', () => {
    // Sunday 8 March 2026: 02:00 becomes 03:00. Sunday 1 November 2026: 02:00 becomes 01:00.
    const sundays = 'America/New_York;C,C,C,C,C,C,0000-1700;'
    expect(closedAt(sundays, '2026-03-08T05:00:00Z', '2026-03-09T00:00:00Z')).to.equal(
      '2026-03-08T21:00:00.000Z',
    )
    expect(closedAt(sundays, '2026-11-01T04:00:00Z', '2026-11-02T00:00:00Z')).to.equal(
      '2026-11-01T22:00:00.000Z',
    )
    expect(closedAt(EURO, '2026-03-01T22:00:00Z', '2026-03-14T00:00:00Z')).to.equal(
      '2026-03-06T22:00:00.000Z',
    )
    expect(closedAt(EURO, '2026-03-08T21:00:00Z', '2026-03-14T00:00:00Z')).to.equal(
      '2026-03-13T21:00:00.000Z',
    )
    // A session that ends in the hour that does not exist.
    const gap = 'America/New_York;C,C,C,C,C,C,0000-0230;'
    expect(closedAt(gap, '2026-03-08T05:00:00Z', '2026-03-09T00:00:00Z')).to.equal('2026-03-08T07:00:00.000Z')
  })

  it('agrees with every minute of the days around a change of clocks', () => {
    for (const text of [APPLE, EURO, BRENT]) {
      const schedule = parseSchedule(text)
      const isOpenAt = (at: number) => firstClosed(schedule, BigInt(at), BigInt(at)) === null
      for (const first of ['2026-03-06', '2026-10-30']) {
        for (let day = 0; day < 4; day += 1) {
          const from = Number(second(`${first}T00:00:07Z`)) + day * 86_400
          const end = from + 86_400
          let walked = from
          while (walked < end && isOpenAt(walked)) walked += 60 - (walked % 60)
          const found = firstClosed(schedule, BigInt(from), BigInt(end - 1))
          expect(found ?? BigInt(end)).to.equal(BigInt(Math.min(walked, end)))
        }
      }
    }
  })

  it('is always open where no day is closed', () => {
    expect(closedAt(BITCOIN, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')).to.equal(null)
    expect(
      isOpen('Israel;0959-1714,0959-1714,0959-1714,0959-1714,C,C,0959-1539', '2026-11-15T08:00:00Z'),
    ).to.equal(true)
  })

  it('is refused in any other form', () => {
    const malformed = [
      '',
      'America/New_York',
      'America/New_York;O,O,O,O,O,C;',
      'America/New_Pork;O,O,O,O,O,C,C;',
      'America/New_York;O,O,O,O,O,C,C;13/C',
      'America/New_York;O,O,O,O,O,C,C;1325/C',
      'America/New_York;O,O,O,O,O,C,C;1225',
      'America/New_York;O,O,O,O,O,C,X;',
      'America/New_York;1600-0930,O,O,O,O,C,C;',
      'America/New_York;0930-2430,O,O,O,O,C,C;',
      'America/New_York;0960-1600,O,O,O,O,C,C;',
      'America/New_York;9:30-16:00,O,O,O,O,C,C;',
      'America/New_York;0930-16001,O,O,O,O,C,C;',
      'America/New_York;O,O,O,O,O,C,C;;',
      'Europe/Lisbon,O,O,O,O,O,C,C',
    ]
    for (const text of malformed)
      expect(() => parseSchedule(text), text).to.throw('schedule: must be a time zone')
  })
})

describe('markets and bets on a feed', () => {
  const now = second('2026-11-16T18:00:00Z')
  const price = { price: 10_000n, conf: 100n, publishTime: Number(now) }
  const market: FeedMarket & { terms: { period: number } } = {
    condition: { feed: findFeed('SOL')?.id ?? expect.fail() },
    closeAt: now + 3_600n,
    expireAt: now + 7_200n,
    terms: { maxConfidenceBps: 100, period: 112 },
  }
  const open: FeedReading = { price, schedule: parseSchedule(APPLE) }

  it('are taken while it is awake, precise and open until a minute after the expiry', () => {
    expect(marketRefusal(open, market)).to.equal(null)
    expect(betRefusal(open, market, now)).to.equal(null)
    expect(marketRefusal({ price: null, schedule: null }, market), 'an unknown feed').to.equal(null)
    expect(betRefusal({ price: null, schedule: null }, market, now), 'an unknown feed').to.equal(null)
  })

  it('refuses a market whose feed closes between the end of betting and a minute after the expiry', () => {
    // The exchange closes at 21:00 UTC.
    const expiring = (expireAt: string, closeAt = market.closeAt) =>
      marketRefusal(open, { ...market, closeAt, expireAt: second(expireAt) })
    expect(expiring('2026-11-16T20:58:59Z')).to.equal(null)
    const refusal = expiring('2026-11-16T20:59:00Z') ?? expect.fail()
    expect(refusal.code).to.equal('FeedClosed')
    expect(refusal.message).to.include('SOL/USD is scheduled to be closed at 2026-11-16 21:00:00 UTC')
    // It is open at both ends, and closed at night.
    expect(expiring('2026-11-17T15:00:00Z')?.code).to.equal('FeedClosed')
    expect(expiring('2026-11-17T15:00:00Z', second('2026-11-17T14:30:00Z'))).to.equal(null)
    expect(expiring('2026-11-17T15:00:00Z', second('2026-11-17T14:29:59Z'))?.code).to.equal('FeedClosed')
  })

  it('refuses bets on a change whose feed is closed when it begins or ends', () => {
    const bet = (referenceAt: string, expireAt: string) => {
      const condition = { ...market.condition, referenceAt: second(referenceAt) }
      return betRefusal(open, { ...market, condition, expireAt: second(expireAt) }, now)
    }
    expect(bet('2026-11-16T19:00:00Z', '2026-11-16T20:00:00Z')).to.equal(null)
    const begins = bet('2026-11-16T21:00:00Z', '2026-11-17T15:00:00Z')
    expect(begins?.message).to.include('closed at the reference, 2026-11-16 21:00:00 UTC')
    const ends = bet('2026-11-16T19:00:00Z', '2026-11-16T21:00:00Z')
    expect(ends?.message).to.include('closed at the expiry, 2026-11-16 21:00:00 UTC: it would have no answer')
  })

  it('refuses a market whose feed is too uncertain now, and takes bets on it', () => {
    const wide = { ...open, price: { ...price, conf: 101n } }
    expect(marketRefusal(wide, market)).to.deep.equal({
      code: 'FeedUncertain',
      message:
        'The price of SOL/USD is too uncertain now: its confidence interval is wider than 1 % of the price',
    })
    expect(marketRefusal({ ...open, price: { ...price, price: 0n, conf: 0n } }, market)?.code).to.equal(
      'FeedUncertain',
    )
    expect(betRefusal(wide, market, now)).to.equal(null)
  })

  it('refuses bets while the last update is older than a period, and markets not for that', () => {
    expect(betRefusal(open, market, now + 112n)).to.equal(null)
    const refusal = betRefusal(open, market, now + 113n) ?? expect.fail()
    expect(refusal.code).to.equal('FeedStale')
    expect(refusal.message).to.include('The last update of SOL/USD is 113 seconds old')
    expect(marketRefusal({ ...open, price: { ...price, publishTime: 0 } }, market)).to.equal(null)
  })

  it('gives an update ten seconds to arrive where periods are shorter', () => {
    const short = { ...market, terms: { ...market.terms, period: 2 } }
    expect(betRefusal(open, short, now + 10n)).to.equal(null)
    expect(betRefusal(open, short, now + 11n)?.code).to.equal('FeedStale')
  })

  it('refuses bets on a market whose feed is closed at the expiry', () => {
    const expiring = (expireAt: string) => betRefusal(open, { ...market, expireAt: second(expireAt) }, now)
    expect(expiring('2026-11-16T20:59:59Z')).to.equal(null)
    const refusal = expiring('2026-11-16T21:00:00Z') ?? expect.fail()
    expect(refusal.code).to.equal('FeedClosed')
    expect(refusal.message).to.include('closed at the expiry, 2026-11-16 21:00:00 UTC')
  })
})
