import anchor from '@coral-xyz/anchor'
import { type Condition, InvalidInputError, MAX_U64, validateCondition } from '@prediction-market/sdk'
import { COMPARISONS, type Comparison, TIMINGS, type Timing } from '@prediction-market/sdk/condition'
import { expect } from 'chai'
import fc from 'fast-check'
import { type Decimal, formatDecimal, parseDecimal } from '../../sdk/src/core/condition/decimal.ts'
import {
  decodeCondition,
  encodeCondition,
  type ProgramCondition,
} from '../../sdk/src/core/condition/encode.ts'
import { fromAnchor, toAnchor } from '../helpers/sdk/convert.ts'

const FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const TOKEN = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'

const price: Condition = { type: 'price', feed: FEED, comparison: 'above', target: '250', timing: 'atExpiry' }
const change = {
  type: 'change',
  feed: FEED,
  referenceAt: 1_800_000_000n,
  comparison: 'above',
  bps: 0,
  timing: 'atExpiry',
} as const
const holders: Condition = {
  type: 'holders',
  comparison: 'atLeast',
  target: '1000',
  minimumBalance: 1n,
  timing: 'byExpiry',
}

/** The program's types, as its IDL has them. */
const coder = new anchor.BorshCoder({
  address: '11111111111111111111111111111111',
  metadata: { name: 'test', version: '0', spec: '0' },
  instructions: [],
  types: [
    {
      name: 'condition',
      type: {
        kind: 'struct',
        fields: [
          { name: 'metric', type: { defined: { name: 'metric' } } },
          { name: 'comparison', type: { defined: { name: 'comparison' } } },
          { name: 'target', type: { defined: { name: 'decimal' } } },
          { name: 'timing', type: { defined: { name: 'timing' } } },
        ],
      },
    },
    {
      name: 'metric',
      type: {
        kind: 'enum',
        variants: [
          { name: 'price', fields: [{ name: 'feed', type: { array: ['u8', 32] } }] },
          { name: 'marketCap', fields: [{ name: 'feed', type: { array: ['u8', 32] } }] },
          { name: 'supply' },
          { name: 'migration' },
          { name: 'holders', fields: [{ name: 'minimumBalance', type: 'u64' }] },
          { name: 'event' },
          {
            name: 'change',
            fields: [
              { name: 'feed', type: { array: ['u8', 32] } },
              { name: 'referenceAt', type: 'i64' },
            ],
          },
        ],
      },
    },
    {
      name: 'comparison',
      type: { kind: 'enum', variants: ['above', 'atLeast', 'below', 'atMost'].map((name) => ({ name })) },
    },
    {
      name: 'decimal',
      type: {
        kind: 'struct',
        fields: [
          { name: 'mantissa', type: 'u64' },
          { name: 'exponent', type: 'i8' },
        ],
      },
    },
    { name: 'timing', type: { kind: 'enum', variants: [{ name: 'atExpiry' }, { name: 'byExpiry' }] } },
  ],
})

function toBytes(condition: Condition): Buffer {
  return coder.types.encode('condition', toAnchor(encodeCondition(condition)))
}

const anyDecimal = fc
  .tuple(fc.bigInt(1n, MAX_U64), fc.integer({ min: -30, max: 10 }))
  .map(([mantissa, exponent]) => formatDecimal({ mantissa, exponent }))
const anyCondition: fc.Arbitrary<Condition> = fc
  .record({
    type: fc.constantFrom('price', 'marketCap', 'supply', 'migration', 'holders', 'event', 'change' as const),
    referenceAt: fc.bigInt(1n, 2n ** 63n - 1n),
    bps: fc.integer({ min: -9_999, max: 1_000_000 }),
    feed: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    comparison: fc.constantFrom<Comparison>(...COMPARISONS),
    target: anyDecimal,
    count: fc.bigInt(1n, MAX_U64),
    minimumBalance: fc.bigInt(1n, MAX_U64),
    timing: fc.constantFrom<Timing>(...TIMINGS),
  })
  .map(({ type, feed, comparison, target, count, minimumBalance, timing, ...more }): Condition => {
    switch (type) {
      case 'price':
      case 'marketCap':
        return { type, feed, comparison, target, timing }
      case 'supply':
        return { type, comparison, target, timing: 'byExpiry' }
      case 'migration':
        return { type, timing: 'byExpiry' }
      case 'change':
        return { type, feed, comparison, ...more, timing: 'atExpiry' }
      case 'holders':
        return { type, comparison, target: `${count}`, minimumBalance, timing }
      default:
        return { type, timing }
    }
  })

describe('decimals', () => {
  const pairs: [text: string, decimal: Decimal][] = [
    ['0', { mantissa: 0n, exponent: 0 }],
    ['1', { mantissa: 1n, exponent: 0 }],
    ['250', { mantissa: 25n, exponent: 1 }],
    ['1000000', { mantissa: 1n, exponent: 6 }],
    ['0.000025', { mantissa: 25n, exponent: -6 }],
    ['250.75', { mantissa: 25075n, exponent: -2 }],
    ['18446744073709551615', { mantissa: MAX_U64, exponent: 0 }],
    [`1${'0'.repeat(30)}`, { mantissa: 1n, exponent: 30 }],
    [`0.${'0'.repeat(29)}1`, { mantissa: 1n, exponent: -30 }],
  ]
  for (const [text, decimal] of pairs) {
    it(`read and print ${text}`, () => {
      expect(parseDecimal(text)).to.deep.equal(decimal)
      expect(formatDecimal(decimal)).to.equal(text)
    })
  }

  it('have one form for one value', () => {
    for (const text of ['250', '250.0', '250.000'])
      expect(parseDecimal(text)).to.deep.equal({ mantissa: 25n, exponent: 1 })
    for (const text of ['0', '0.0', '0.000'])
      expect(parseDecimal(text)).to.deep.equal({ mantissa: 0n, exponent: 0 })
  })

  it('print what the program may hold in another form', () => {
    expect(formatDecimal({ mantissa: 2_500n, exponent: -1 })).to.equal('250')
    expect(formatDecimal({ mantissa: 0n, exponent: -5 })).to.equal('0')
    expect(formatDecimal({ mantissa: 120n, exponent: -3 })).to.equal('0.12')
  })

  const refused: [text: string, reason: string][] = [
    ['', 'plain decimal'],
    ['-1', 'plain decimal'],
    ['+1', 'plain decimal'],
    ['1e3', 'plain decimal'],
    ['1,000', 'plain decimal'],
    ['$250', 'plain decimal'],
    ['.5', 'plain decimal'],
    ['5.', 'plain decimal'],
    ['007', 'plain decimal'],
    ['NaN', 'plain decimal'],
    ['1'.repeat(1_000_000), 'plain decimal'],
    ['18446744073709551617', 'too many digits'],
    [`1${'0'.repeat(31)}`, 'too large'],
    [`0.${'0'.repeat(30)}1`, 'more than 30 decimals'],
  ]
  for (const [text, reason] of refused) {
    it(`refuse ${JSON.stringify(text).slice(0, 40)}: ${reason}`, () => {
      expect(() => parseDecimal(text, 'x'))
        .to.throw(InvalidInputError, reason)
        .with.property('field', 'x')
    })
  }

  it('read back what they print', () => {
    fc.assert(
      fc.property(anyDecimal, (text) => {
        expect(formatDecimal(parseDecimal(text))).to.equal(text)
        expect(parseDecimal(text).mantissa % 10n).to.not.equal(0n)
      }),
    )
  })
})

describe('conditions', () => {
  it('accept every well-formed condition', () => {
    fc.assert(fc.property(anyCondition, (condition) => validateCondition(condition, { tokenAddress: TOKEN })))
    validateCondition(price)
    validateCondition({ type: 'event', timing: 'atExpiry' }, { tokenAddress: null })
    validateCondition({ ...holders, target: '0', comparison: 'above' }, { tokenAddress: TOKEN })
  })

  const refused: [name: string, condition: object, field: string, tokenAddress?: string][] = [
    ['no object', null as unknown as object, 'condition'],
    ['an unknown type', { ...price, type: 'weather' }, 'condition.type'],
    ['an inherited type', { ...price, type: 'constructor' }, 'condition.type'],
    ['an unknown timing', { ...price, timing: 'soon' }, 'condition.timing'],
    ['no timing', { type: 'event' }, 'condition.timing'],
    ['an unknown comparison', { ...price, comparison: 'near' }, 'condition.comparison'],
    ['a feed with a prefix', { ...price, feed: `0x${FEED}` }, 'condition.feed'],
    ['a feed in upper case', { ...price, feed: FEED.toUpperCase() }, 'condition.feed'],
    ['a feed that is too short', { ...price, feed: FEED.slice(1) }, 'condition.feed'],
    ['no feed', { ...price, feed: undefined }, 'condition.feed'],
    ['a target with a separator', { ...price, target: '1,000' }, 'condition.target'],
    ['a target that is a number', { ...price, target: 250 }, 'condition.target'],
    ['at least nothing', { ...price, comparison: 'atLeast', target: '0' }, 'condition.target'],
    ['less than nothing', { ...price, comparison: 'below', target: '0.00' }, 'condition.target'],
    ['half a holder', { ...holders, target: '0.5' }, 'condition.target', TOKEN],
    ['too many holders', { ...holders, target: `${10n ** 20n}` }, 'condition.target', TOKEN],
    ['holders of nothing', { ...holders, minimumBalance: 0n }, 'condition.minimumBalance', TOKEN],
    ['holders of a number', { ...holders, minimumBalance: 1 }, 'condition.minimumBalance', TOKEN],
    ['holders of too much', { ...holders, minimumBalance: MAX_U64 + 1n }, 'condition.minimumBalance', TOKEN],
    ['holders of no token', holders, 'tokenAddress'],
    ['the market cap of no token', { ...price, type: 'marketCap' }, 'tokenAddress'],
    ['a market cap of no feed', { ...price, type: 'marketCap', feed: '' }, 'condition.feed', TOKEN],
    ['a market cap of no value', { ...price, type: 'marketCap', target: '' }, 'condition.target', TOKEN],
    ['the supply of no token', { ...price, type: 'supply', timing: 'byExpiry' }, 'tokenAddress'],
    [
      'attack 96: a supply at expiry',
      { ...price, type: 'supply', timing: 'atExpiry' },
      'condition.timing',
      TOKEN,
    ],
    [
      'attack 96: a migration at expiry',
      { type: 'migration', timing: 'atExpiry' },
      'condition.timing',
      TOKEN,
    ],
    ['the migration of no token', { type: 'migration', timing: 'byExpiry' }, 'tokenAddress'],
    ['a change by expiry', { ...change, timing: 'byExpiry' }, 'condition.timing'],
    ['a change to nothing', { ...change, bps: -10_000 }, 'condition.bps'],
    ['a change to too much', { ...change, bps: 1_000_001 }, 'condition.bps'],
    ['a change of half a basis point', { ...change, bps: 0.5 }, 'condition.bps'],
    ['a change from no second', { ...change, referenceAt: 0n }, 'condition.referenceAt'],
    ['a change from a number', { ...change, referenceAt: 5 }, 'condition.referenceAt'],
    ['a change of no feed', { ...change, feed: '' }, 'condition.feed'],
    ['a token that is no address', price, 'tokenAddress', 'BONK'],
    ['a token that is too long', price, 'tokenAddress', TOKEN.repeat(10_000)],
    ['a token that is the default pubkey', holders, 'tokenAddress', '11111111111111111111111111111111'],
  ]
  for (const [name, condition, field, tokenAddress] of refused) {
    it(`refuse ${name}`, () => {
      expect(() => validateCondition(condition as Condition, { tokenAddress: tokenAddress ?? null }))
        .to.throw(InvalidInputError)
        .with.property('field', field)
    })
  }

  it("have the bytes of the program's type", () => {
    // metric tag and data, comparison, mantissa (u64 LE), exponent (i8), timing
    expect(toBytes({ ...price, target: '250' }).toString('hex')).to.equal(
      `00${FEED}00${'1900000000000000'}0100`,
    )
    expect(
      toBytes({
        type: 'marketCap',
        feed: FEED,
        comparison: 'atMost',
        target: '0.5',
        timing: 'byExpiry',
      }).toString('hex'),
    ).to.equal(`01${FEED}03${'0500000000000000'}ff01`)
    expect(
      toBytes({ type: 'supply', comparison: 'below', target: '7', timing: 'byExpiry' }).toString('hex'),
    ).to.equal(`0202${'0700000000000000'}0001`)
    expect(toBytes({ type: 'migration', timing: 'byExpiry' }).toString('hex')).to.equal(
      `0301${'0100000000000000'}0001`,
    )
    expect(toBytes({ ...holders, minimumBalance: 258n }).toString('hex')).to.equal(
      `04${'0201000000000000'}01${'0100000000000000'}0301`,
    )
    expect(toBytes({ type: 'event', timing: 'atExpiry' }).toString('hex')).to.equal(
      `0501${'0100000000000000'}0000`,
    )
    // The target of a change is a factor: 9,500 ten thousandths for 5 % less.
    expect(toBytes({ ...change, referenceAt: 258n, bps: -500 }).toString('hex')).to.equal(
      `06${FEED}${'0201000000000000'}00${'1c25000000000000'}fc00`,
    )
  })

  it('survive the way to the program and back', () => {
    fc.assert(
      fc.property(anyCondition, (condition) => {
        const read = coder.types.decode<ProgramCondition>('condition', toBytes(condition))
        expect(decodeCondition(fromAnchor(read))).to.deep.equal(condition)
      }),
    )
  })

  it('refuse to encode what the program would refuse', () => {
    expect(() => encodeCondition({ ...price, feed: 'zz' })).to.throw(InvalidInputError, 'condition.feed')
    expect(() => encodeCondition({ ...price, target: '-1' })).to.throw(InvalidInputError, 'condition.target')
  })

  it('refuse to decode what no program of ours wrote', () => {
    const good = encodeCondition(price)
    const bad = (change: object) => () => decodeCondition({ ...good, ...change } as ProgramCondition)
    expect(bad({ metric: { weather: {} } })).to.throw(InvalidInputError, 'condition.metric')
    expect(bad({ comparison: { near: {} } })).to.throw(InvalidInputError, 'condition.comparison')
    expect(bad({ timing: { soon: {} } })).to.throw(InvalidInputError, 'condition.timing')
  })
})
