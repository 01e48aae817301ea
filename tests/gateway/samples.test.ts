import { expect } from 'chai'
import { MeasuredSamples } from '../../app/src/gateway/progress/samples.ts'
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

  it('of markets that are no longer open are forgotten', () => {
    const samples = new MeasuredSamples()
    for (const id of ['a', 'b']) samples.record(id, { at: 1, value })
    samples.keepOnly(new Set(['b']))
    expect(samples.of('a')).to.deep.equal([])
    expect(samples.of('b')).to.have.length(1)
  })
})
