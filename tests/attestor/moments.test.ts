import type { Condition } from '@prediction-market/sdk'
import { canBeEarly } from '@prediction-market/sdk/condition'
import { expect } from 'chai'
import fc from 'fast-check'
import { ConfirmedClock } from '../../app/src/attestor/clock.ts'
import { momentOf, nextChange, type Schedule } from '../../app/src/attestor/due-tasks.ts'
import { chainTime, sharedLocalnet, type TestLocalnet, travelTo, until } from '../helpers/localnet/index.ts'

const CREATED = 1_800_000_001
const EXPIRES = CREATED + 1_002

const HOLDERS_AT: Condition = {
  type: 'holders',
  comparison: 'atLeast',
  target: '2',
  minimumBalance: 1n,
  timing: 'atExpiry',
}
const HOLDERS_BY: Condition = { ...HOLDERS_AT, timing: 'byExpiry' }
const EVENT_AT: Condition = { type: 'event', timing: 'atExpiry' }
const EVENT_BY: Condition = { type: 'event', timing: 'byExpiry' }

const market = (condition: Condition): Schedule => ({
  createdAt: BigInt(CREATED),
  expireAt: BigInt(EXPIRES),
  condition,
})

/** The seconds that count, in a span of time that is looked at every second. */
function moments(schedule: Schedule, from: number, to: number): number[] {
  const found = new Set<number>()
  for (let now = from; now <= to; now++) {
    const moment = momentOf(schedule, now)
    if (moment?.counts) found.add(moment.at)
  }
  return [...found]
}

describe('the moments of holders at expiry', () => {
  it('are the second of expiry alone', () => {
    expect(moments(market(HOLDERS_AT), CREATED, EXPIRES + 1_000)).to.deep.equal([EXPIRES])
  })

  it('are none before expiry: earlier observations only show progress', () => {
    const early = momentOf(market(HOLDERS_AT), EXPIRES - 1)
    expect(early?.counts).to.equal(false)
    expect((early?.at ?? 0) % 30).to.equal(0)
  })
})

describe('the moments of a market that can be decided early', () => {
  for (const condition of [HOLDERS_BY, EVENT_AT, EVENT_BY]) {
    it(`are every fifth second of unix time, and expiry: ${condition.type} ${condition.timing}`, () => {
      const all = moments(market(condition), CREATED - 60, EXPIRES + 1_000)
      expect(all[0]).to.equal(CREATED + 4)
      expect(all.at(-1)).to.equal(EXPIRES)
      expect(all.slice(0, -1).every((second) => second % 5 === 0)).to.equal(true)
      expect(all).to.have.length(201)
    })
  }
})

describe('the second of expiry', () => {
  it('is observed up to 10 seconds later, not after that', () => {
    for (const condition of [HOLDERS_AT, HOLDERS_BY, EVENT_AT, EVENT_BY]) {
      expect(momentOf(market(condition), EXPIRES + 10)).to.deep.equal({ at: EXPIRES, counts: true })
      expect(momentOf(market(condition), EXPIRES + 11)).to.equal(undefined)
    }
  })
})

describe('every moment', () => {
  const SCHEDULE = fc.constantFrom(HOLDERS_AT, HOLDERS_BY, EVENT_AT, EVENT_BY).map(market)
  const NOW = fc.integer({ min: CREATED - 100, max: EXPIRES + 100 })

  it('is accepted by the program, has passed, and is recent', () => {
    fc.assert(
      fc.property(SCHEDULE, NOW, (schedule, now) => {
        const moment = momentOf(schedule, now)
        if (!moment?.counts) return
        const { at } = moment
        expect(at <= now && now <= at + 10).to.equal(true)
        expect(canBeEarly(schedule.condition) ? at > CREATED && at <= EXPIRES : at === EXPIRES).to.equal(true)
      }),
    )
  })

  it('is the same for all attestors while it lasts', () => {
    fc.assert(
      fc.property(SCHEDULE, NOW, (schedule, now) => {
        const moment = momentOf(schedule, now)
        if (moment?.counts) expect(momentOf(schedule, moment.at)).to.deep.equal(moment)
      }),
    )
  })

  it('lasts until the next change', () => {
    fc.assert(
      fc.property(SCHEDULE, NOW, (schedule, now) => {
        const next = nextChange(schedule, now)
        expect(next ?? now + 1).to.be.above(now)
        for (let second = now; second < (next ?? EXPIRES + 200); second += 1) {
          expect(momentOf(schedule, second)).to.deep.equal(momentOf(schedule, now))
        }
      }),
    )
  })
})

describe("the attestor's clock", () => {
  let localnet: TestLocalnet
  let clock: ConfirmedClock

  before(async () => {
    localnet = await sharedLocalnet()
    clock = await ConfirmedClock.start(localnet.connection, (error) => expect.fail(error.message))
  })
  after(() => clock.stop())

  it('is never ahead of the chain', async () => {
    const { slot, unixSecond } = clock.now
    expect(slot).to.be.lessThanOrEqual(await localnet.connection.getSlot('processed'))
    expect(unixSecond).to.be.lessThanOrEqual(await chainTime(localnet.connection))
  })

  it('follows the chain by itself', async () => {
    const second = (await chainTime(localnet.connection)) + 60
    await travelTo(localnet, second)
    await until('the clock to be there', () => clock.now.unixSecond >= second)
  })

  it('is current when it is read', async () => {
    const second = (await chainTime(localnet.connection)) + 60
    await travelTo(localnet, second)
    const time = await until('a confirmed slot of that second', async () => {
      const read = await clock.read()
      expect(clock.now.slot).to.be.greaterThanOrEqual(read.slot)
      return read.unixSecond >= second && read
    })
    expect(time.slot).to.be.greaterThan(0)
  })
})
