import { expect } from 'chai'
import type { Condition } from '../../sdk/src/index.ts'
import { circulatingReading, parseQuestion } from '../../sdk/src/question/index.ts'

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const context = { tokenAddress: BONK, now: 1_800_000_000n, expireAt: 1_800_086_400n }

function understood(question: string): Condition {
  const result = parseQuestion(question, context)
  return result.ok ? result.condition : expect.fail(result.reason)
}

describe('the other meaning of a market cap', () => {
  const readings: [question: string, tokens: string, price: string, meant: string][] = [
    ["Will BONK's market cap be above $3 billion?", '60000000000000', '0.00005', 'be above'],
    ["Will BONK's market cap be at most $1 billion at expiry?", '3', '333333330', 'be at most'],
    ["Will BONK's market cap exceed $2 billion at any time?", '7000000000000', '0.00028571429', 'rise above'],
    ["Will BONK's market cap fall below $1 billion?", '70000000000000', '0.000014285714', 'fall below'],
  ]
  for (const [question, tokens, target, verb] of readings) {
    it(`is a price: ${question}`, () => {
      const cap = understood(question)
      const reading = circulatingReading(cap, context, tokens) ?? expect.fail('There is none')
      const { comparison, timing } = cap as Extract<Condition, { target: string }>
      expect(reading.condition).to.deep.include({ type: 'price', target, comparison, timing })
      expect(reading.question).to.include(`Will the price of BONK ${verb} $`)
      expect(reading.tokenAddress).to.equal(null)
      // It can be sent as it is.
      const again = parseQuestion(reading.question, { ...context, tokenAddress: null })
      expect(again).to.deep.equal({
        ok: true,
        condition: reading.condition,
        description: reading.description,
      })
    })
  }

  it('exists for no other condition', () => {
    expect(circulatingReading(understood('Will the price of BONK be above $1?'), context, '5')).to.equal(null)
    expect(circulatingReading(understood('Will this token reach 1,000 holders?'), context, '5')).to.equal(
      null,
    )
  })

  it('needs a number of tokens', () => {
    const cap = understood("Will BONK's market cap be above $3 billion?")
    for (const tokens of ['0', '-1', 'many', '']) {
      expect(() => circulatingReading(cap, context, tokens), tokens).to.throw('circulatingTokens')
    }
  })
})
