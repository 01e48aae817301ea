import { expect } from 'chai'
import { MeasuredSamples } from '../../app/src/book/progress/samples.ts'
import { decimal } from '../../app/src/json/write.ts'

describe('gateway: measured values over time', () => {
  const value = decimal('150.5')

  it('are kept once a second, and coarser once there are many', () => {
    const samples = new MeasuredSamples(8)
    for (const at of [0, 0, 1, 2, 3, 4, 5, 6]) samples.record('a', { at, value })
    expect(samples.of('a').map(({ at }) => at)).to.deep.equal([0, 1, 2, 3, 4, 5, 6])
    samples.record('a', { at: 7, value })
    expect(samples.of('a').map(({ at }) => at)).to.deep.equal([0, 2, 4, 6])
    for (let at = 8; at < 1_000; at++) {
      samples.record('a', { at, value })
      expect(samples.of('a').length).to.be.below(8)
    }
    const times = samples.of('a').map(({ at }) => at)
    expect(times[0]).to.equal(0)
    expect(times.at(-1)).to.be.above(700)
  })

  it('of a market that is no longer measured stay, until there are too many', () => {
    const samples = new MeasuredSamples(8, 2)
    for (const id of ['decided', 'open']) samples.record(id, { at: 1, value })
    for (const at of [2, 3]) samples.record('open', { at, value })
    expect(samples.of('decided')).to.have.length(1)
    samples.record('new', { at: 4, value })
    expect(samples.of('decided'), 'looking at it did not keep it').to.deep.equal([])
    expect(samples.of('open')).to.have.length(3)
  })
})
