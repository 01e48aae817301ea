import { expect } from 'chai'
import { formatTime, titleOfTime } from '../../web/src/text/times.ts'

describe('page: times', () => {
  it('name their zone, because the sentence that decides a market is in UTC', () => {
    const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
      .formatToParts(new Date('2026-12-01T12:00:00Z'))
      .find(({ type }) => type === 'timeZoneName')
    expect(formatTime('2026-12-01T12:00:00Z')).to.contain(zone?.value)
    expect(titleOfTime('2026-12-01T12:00:00Z')).to.match(/ = 2026-12-01 12:00:00 UTC$/)
  })
})
