import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { attacks, attackTests } from '../../tools/docs/attack-tests.ts'
import { claims, firstCommand, missingRows, unprovenFigures } from '../../tools/evidence/claims.ts'
import { MUTANTS } from '../../tools/mutants/list.ts'

describe('the evidence', () => {
  it('has a row for each number that is compared again', () => {
    const compared = claims.filter(({ rows }) => rows)
    expect(compared.length).to.be.at.least(5)
    for (const claim of compared) {
      expect(firstCommand(claim), claim.claim).to.not.equal('')
      expect(unprovenFigures(claim), claim.claim).to.deep.equal([])
    }
  })

  it('finds a row in one line only, with its own numbers', () => {
    const output = 'first bet   7,867\nlater bet   6,712\n1382 passing (2m)'
    expect(missingRows(['first bet 7,867', '1382 passing'], output)).to.deep.equal([])
    const wrong = ['first bet 6,712', 'bet 7,86', '382 passing', '7,867 later']
    expect(missingRows(wrong, output)).to.deep.equal(wrong)
  })
})

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

const SOURCES = new URL('../../programs/prediction_market/src/', import.meta.url)
const TESTS = new URL('../program/', import.meta.url)

describe('the mutants', () => {
  it('have names of their own', () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).to.equal(MUTANTS.length)
  })

  it('change text that the program has once', () => {
    const stale = MUTANTS.filter(({ file, find, also }) => {
      const text = readFileSync(new URL(file, SOURCES), 'utf8')
      const parts = [find, ...(also ?? []).map((change) => change.find)]
      return parts.some((part) => text.split(part).length !== 2)
    })
    expect(stale.map(({ name }) => name)).to.deep.equal([])
  })

  it('name tests that are there', () => {
    const files = MUTANTS.flatMap(({ tests }) => tests).filter((test) => !existsSync(new URL(test, TESTS)))
    expect(files).to.deep.equal([])
  })
})
