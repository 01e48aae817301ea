import { expect } from 'chai'
import { SEED } from '../helpers/run/seed.ts'
import { replay, runSequence } from './sequence.ts'
import { describe as describeStep, shrink } from './shrink.ts'

describe('random sequences of instructions', () => {
  for (let seed = SEED; seed < SEED + 6; seed++) {
    it(`agree with the model of the rules, seed ${seed}`, () => {
      const { start, steps, error } = runSequence(seed, 600)
      if (!error) return
      const needed = shrink(start, steps, 30_000).map(describeStep)
      throw new Error(`${error.message}\n${needed.join('\n')}`)
    })
  }

  it('are the same for the same seed', () => {
    const [first, second] = [runSequence(SEED, 200), runSequence(SEED, 200)]
    expect(second.steps.map(describeStep)).to.deep.equal(first.steps.map(describeStep))
  })

  it('can be replayed from their steps', () => {
    const { start, steps } = runSequence(SEED, 300)
    expect(replay(start, steps)).to.equal(null)
  })
})
