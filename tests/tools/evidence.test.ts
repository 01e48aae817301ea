import { expect } from 'chai'
import { CHEAP, claims, firstCommand, missingFigures } from '../../tools/evidence/claims.ts'

describe('the evidence', () => {
  it('has a claim with a number for every command that is run again', () => {
    for (const command of CHEAP) {
      const claim = claims.find((entry) => firstCommand(entry) === command)
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
