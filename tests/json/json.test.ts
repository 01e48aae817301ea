import { MAX_U64 } from '@prediction-market/sdk'
import { expect } from 'chai'
import fc from 'fast-check'
import { LosslessNumber } from 'lossless-json'
import { amount, digitsOf, JsonError, plainDecimal, readJson, writeJson } from '../../app/src/json/json.ts'

/** The parsed value with numbers as doubles, as `JSON.parse` gives it. */
function asParsed(value: unknown): unknown {
  if (value instanceof LosslessNumber) return Number(value.value)
  if (Array.isArray(value)) return value.map(asParsed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asParsed(item)]))
}

describe('JSON', () => {
  it('writes a u64 of lamports to the last digit', () => {
    expect(writeJson({ totalStake: amount(MAX_U64, 9) })).to.equal('{"totalStake":18446744073.709551615}')
    expect(writeJson([amount(1n, 9), amount(0n, 9), amount(10n ** 9n, 9)])).to.equal('[0.000000001,0,1]')
  })

  it('reads numbers by their digits', () => {
    const read = readJson('{"a":18446744073.709551615,"b":[1e-9,0.1,1e400,10000000000000000001]}') as {
      a: unknown
      b: unknown[]
    }
    expect(digitsOf(read.a)).to.equal('18446744073.709551615')
    expect(read.b.map(digitsOf)).to.deep.equal(['1e-9', '0.1', '1e400', '10000000000000000001'])
    expect(digitsOf('1')).to.equal(undefined)
  })

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: MAX_U64 }),
        fc.integer({ min: 0, max: 18 }),
        (units, decimals) => {
          const text = writeJson(amount(units, decimals))
          expect(plainDecimal(readJson(text))).to.equal(text)
        },
      ),
    )
  })

  it('reads what JSON.parse reads, and nothing else', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        fc.pre(!text.includes('__proto__'))
        expect(asParsed(readJson(text))).to.deep.equal(JSON.parse(text))
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0123.-+eEtrufalsn \\\n\t') }), (text) => {
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        if (!isJson) expect(() => readJson(text)).to.throw(JsonError)
      }),
    )
  })

  for (const text of [
    '',
    '{',
    '{"a":1,}',
    '[1,]',
    '01',
    '1.',
    '.5',
    '+1',
    'NaN',
    'Infinity',
    "{'a':1}",
    '"\u0001"',
    '1 2',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => readJson(text)).to.throw(JsonError, 'is not valid JSON')
    })
  }

  it('refuses a repeated key and deep nesting, and keeps __proto__ an ordinary field', () => {
    expect(() => readJson('{"a":1,"a":2}')).to.throw(JsonError, "Duplicate key 'a'")
    expect(Object.keys(readJson('{"__proto__":{"a":1}}') as object)).to.deep.equal(['__proto__'])
    expect(() => readJson('['.repeat(10_000))).to.throw(JsonError, 'nested')
  })

  it('turns exponents into plain notation, within reason', () => {
    const plain = (text: string) => plainDecimal(new LosslessNumber(text))
    expect(plain('1e-9')).to.equal('0.000000001')
    expect(plain('1.50e1')).to.equal('15')
    expect(plain('25e3')).to.equal('25000')
    expect(plain('0e5')).to.equal('0')
    expect(plain('1e999999999')).to.equal(null)
    expect(plain('-1')).to.equal(null)
  })
})
