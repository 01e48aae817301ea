import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { CHEAP, missingFigures, readClaims } from '../../tools/evidence/claims.ts'

describe('the evidence', () => {
  const claims = readClaims(readFileSync('docs/evidence.md', 'utf8'))

  it('has a row with a number for every command that is run again', () => {
    for (const command of CHEAP) {
      const claim = claims.find(({ commands }) => commands[0] === command)
      expect(claim?.figures, command).to.match(/\d/)
    }
  })

  it('reports each number that a command does not print', () => {
    expect(missingFigures('1,604 questions, 92 % ([2 below](#questions))', 'of 1604: 92%')).to.deep.equal([])
    expect(missingFigures('25 requests in 10 s, 0.5 to 0.9 s', 'at most 25; 0.5 s, 0.95 s')).to.deep.equal([
      '10',
      '0.9',
    ])
  })
})
