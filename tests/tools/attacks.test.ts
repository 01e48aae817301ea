import { expect } from 'chai'
import { attackNumbers, attackTests } from '../../tools/docs/attack-tests.ts'

describe('docs/attacks.md', () => {
  it('has every attack once, with what must hold', () => {
    const expected = Array.from({ length: 106 }, (_, index) => index + 1)
    expect(attackNumbers()).to.deep.equal(expected)
  })

  it('has a test for each attack, and an attack for each number in a title', () => {
    const tested = [...attackTests().keys()].sort((one, other) => one - other)
    expect(tested).to.deep.equal(attackNumbers())
  })
})
