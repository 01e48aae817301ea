import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { MUTANTS } from '../../tools/mutants/list.ts'

const SOURCES = new URL('../../programs/prediction_market/src/', import.meta.url)

describe('the mutants', () => {
  it('have names of their own', () => {
    expect(new Set(MUTANTS.map(({ name }) => name)).size).to.equal(MUTANTS.length)
  })

  it('change text that the program has once', () => {
    const stale = MUTANTS.filter(({ file, find }) => {
      return readFileSync(new URL(file, SOURCES), 'utf8').split(find).length !== 2
    })
    expect(stale.map(({ name }) => name)).to.deep.equal([])
  })
})
