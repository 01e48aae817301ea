import type { Timing } from '@prediction-market/sdk'
import { expect } from 'chai'
import fc from 'fast-check'
import { momentOf, type Schedule } from '../../app/src/attestor/moments.ts'

const CREATED = 1_800_000_001
const EXPIRES = CREATED + 1_002

const market = (timing: Timing, proofWindow = 300): Schedule => ({
  createdAt: BigInt(CREATED),
  expireAt: BigInt(EXPIRES),
  condition: { type: 'event', timing },
  terms: { proofWindow },
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

describe('the moments of a market that is decided at expiry', () => {
  it('begin with expiry, and go on while the proof window lasts', () => {
    const after = moments(market('atExpiry'), CREATED, EXPIRES + 1_000).map((second) => second - EXPIRES)
    expect(after).to.deep.equal([0, 5, 10, 20, 40, 100, 160, 220, 280])
    const short = moments(market('atExpiry', 10), CREATED, EXPIRES + 1_000).map((second) => second - EXPIRES)
    expect(short).to.deep.equal([0, 5, 10])
  })

  it('are missed by who looks four seconds late', () => {
    expect(momentOf(market('atExpiry'), EXPIRES + 3)).to.deep.equal({ at: EXPIRES, counts: true })
    expect(momentOf(market('atExpiry'), EXPIRES + 4)).to.equal(undefined)
  })

  it('are none before: looks then only show progress', () => {
    const early = momentOf(market('atExpiry'), EXPIRES - 1)
    expect(early?.counts).to.equal(false)
    expect((early?.at ?? 0) % 30).to.equal(0)
  })
})

describe('the moments of a market that can be decided early', () => {
  it('are every fifth second of unix time after its creation, and expiry', () => {
    const all = moments(market('byExpiry'), CREATED - 60, EXPIRES + 1_000)
    expect(all[0]).to.equal(CREATED + 4)
    expect(all.at(-1)).to.equal(EXPIRES)
    expect(all.slice(0, -1).every((second) => second % 5 === 0)).to.equal(true)
    expect(all).to.have.length(201)
  })

  it('are missed by who looks four seconds late', () => {
    expect(momentOf(market('byExpiry'), EXPIRES + 3)?.at).to.equal(EXPIRES)
    expect(momentOf(market('byExpiry'), EXPIRES + 4)).to.equal(undefined)
  })
})

describe('every moment', () => {
  const SCHEDULE = fc
    .tuple(fc.constantFrom<Timing>('atExpiry', 'byExpiry'), fc.integer({ min: 0, max: 604_800 }))
    .map(([timing, proofWindow]) => market(timing, proofWindow))

  it('is one that the program takes, has come, and is not long ago', () => {
    fc.assert(
      fc.property(SCHEDULE, fc.integer({ min: CREATED - 100, max: EXPIRES + 700_000 }), (schedule, now) => {
        const moment = momentOf(schedule, now)
        if (!moment?.counts) return
        const { at } = moment
        expect(at <= now && now < at + 4).to.equal(true)
        const isTaken =
          schedule.condition.timing === 'atExpiry'
            ? at >= EXPIRES && at <= EXPIRES + schedule.terms.proofWindow
            : at > CREATED && at <= EXPIRES
        expect(isTaken).to.equal(true)
      }),
    )
  })

  it('is the same for all who look while it lasts', () => {
    fc.assert(
      fc.property(SCHEDULE, fc.integer({ min: CREATED, max: EXPIRES + 700_000 }), (schedule, now) => {
        const moment = momentOf(schedule, now)
        if (moment?.counts) expect(momentOf(schedule, moment.at)).to.deep.equal(moment)
      }),
    )
  })
})
