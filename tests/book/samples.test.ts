import { expect } from 'chai'
import { MeasuredSamples } from '../../app/src/book/progress/samples.ts'
import { decimal } from '../../app/src/json/json.ts'

const record = (samples: MeasuredSamples, id: string, times: readonly number[]) => {
  for (const at of times) samples.record(id, { at, value: decimal(`${at}`) })
}

const timesOf = (samples: MeasuredSamples, id: string) => samples.of(id).map(({ at }) => at)
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('the measured values of a market', () => {
  it('are kept with their times, oldest first', () => {
    const samples = new MeasuredSamples()
    samples.record('a', { at: 5, value: decimal('1.50') })
    samples.record('b', { at: 6, value: decimal('3') })
    samples.record('a', { at: 7, value: decimal('2') })
    expect(samples.of('a').map(({ at, value }) => [at, value.value])).to.deep.equal([
      [5, '1.50'],
      [7, '2'],
    ])
    expect(timesOf(samples, 'b')).to.deep.equal([6])
    expect(samples.of('c')).to.deep.equal([])
  })

  it('are kept once a second, and not if the clock goes back', () => {
    const samples = new MeasuredSamples()
    record(samples, 'a', [10, 10, 11, 11, 10, 13, 12, 14])
    expect(timesOf(samples, 'a')).to.deep.equal([10, 11, 13, 14])
  })

  it('lose every second one when there are too many, and come half as often from then on', () => {
    const samples = new MeasuredSamples(4)
    record(samples, 'a', upTo(3))
    expect(timesOf(samples, 'a')).to.deep.equal([1, 2, 3])
    record(samples, 'a', [4])
    expect(timesOf(samples, 'a')).to.deep.equal([1, 3])
    record(samples, 'a', [4, 5, 6])
    expect(timesOf(samples, 'a')).to.deep.equal([1, 3, 5])
    record(samples, 'a', [6, 7])
    expect(timesOf(samples, 'a'), 'a second time').to.deep.equal([1, 5])
    record(samples, 'a', [6, 7, 8, 9, 12, 13])
    expect(timesOf(samples, 'a'), 'every eight seconds').to.deep.equal([1, 9])
    record(samples, 'b', [1, 2])
    expect(timesOf(samples, 'b'), 'another market').to.deep.equal([1, 2])
  })

  it('are fewer than 240', () => {
    const samples = new MeasuredSamples()
    record(samples, 'a', upTo(239))
    expect(samples.of('a')).to.have.length(239)
    record(samples, 'a', [240])
    expect(samples.of('a')).to.have.length(120)
  })

  it('are dropped for the markets that were measured longest ago, whoever reads them', () => {
    const samples = new MeasuredSamples(4, 2)
    record(samples, 'a', [1])
    record(samples, 'b', [1])
    record(samples, 'a', [2])
    expect(timesOf(samples, 'b')).to.deep.equal([1])
    record(samples, 'c', [3])
    expect(['a', 'b', 'c'].map((id) => timesOf(samples, id))).to.deep.equal([[1, 2], [], [3]])
  })

  it('are kept of a thousand markets', () => {
    const samples = new MeasuredSamples()
    for (const id of upTo(1_000)) record(samples, `${id}`, [1])
    expect(timesOf(samples, '1')).to.deep.equal([1])
    record(samples, 'one more', [1])
    expect([timesOf(samples, '1'), timesOf(samples, '2')]).to.deep.equal([[], [1]])
  })
})
