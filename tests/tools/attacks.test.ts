import { expect } from 'chai'
import { attacks, attackTests } from '../../tools/docs/attack-tests.ts'

describe('docs/attacks.md', () => {
  const numbers = [...attacks().keys()]

  it('has every attack once', () => {
    const expected = Array.from({ length: 106 }, (_, index) => index + 1)
    expect(numbers).to.deep.equal(expected)
  })

  it('has a test for each attack, and an attack for each number in a title', () => {
    const tested = [...attackTests().keys()].sort((one, other) => one - other)
    expect(tested).to.deep.equal(numbers)
  })
})
