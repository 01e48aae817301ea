import {
  BASIS_POINTS,
  MAX_CHANGE_BPS,
  MAX_QUESTION_BYTES,
  MAX_TARGET_EXPONENT,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import { limit } from '../../sdk/src/core/constants.ts'

describe('limits that are written down for conditions and questions', () => {
  it('are those of the program', () => {
    expect(MAX_QUESTION_BYTES).to.equal(limit('maxQuestionBytes'))
    expect(MAX_TARGET_EXPONENT).to.equal(limit('maxTargetExponent'))
    // The program limits the factor.
    expect(BASIS_POINTS + MAX_CHANGE_BPS).to.equal(limit('maxChange'))
  })
})
