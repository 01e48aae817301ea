import bs58 from 'bs58'
import { expect } from 'chai'
import { parseDecimal } from '../../sdk/src/core/condition/decimal.ts'
import {
  comparedOf,
  decodeCondition,
  decodeStoredCondition,
  encodeCondition,
  type ProgramCondition,
  type StoredCondition,
  toBps,
} from '../../sdk/src/core/condition/encode.ts'
import { type Condition, validateCondition } from '../../sdk/src/core/condition/index.ts'
import { InvalidInputError } from '../../sdk/src/core/errors.ts'

const FEED = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const price = { type: 'price', feed: FEED, comparison: 'above', target: '250', timing: 'atExpiry' } as const

/** What a market account holds: enums by their number. */
const stored = (fields: Partial<StoredCondition> = {}): StoredCondition => ({
  source: Uint8Array.from(Buffer.from(FEED, 'hex')),
  minimumBalance: 7n,
  referenceAt: 1_800_000_000n,
  targetMantissa: 25n,
  targetExponent: 1,
  metric: 0,
  comparison: 0,
  timing: 0,
  padding: new Uint8Array(4),
  ...fields,
})

/** Refuses a field. */
const refuses = (field: string, read: () => unknown) =>
  expect(read).to.throw(InvalidInputError).with.property('field', field)

describe('the condition in a market account', () => {
  it('has the fields of its type, and no others', () => {
    const timing = 'byExpiry'
    const comparison = 'atMost'
    const read = (metric: number) =>
      decodeStoredCondition(stored({ metric, comparison: 3, timing: 1, targetMantissa: 9_500n }))
    expect(read(0)).to.deep.equal({ type: 'price', feed: FEED, comparison, target: '95000', timing })
    expect(read(1)).to.deep.equal({ type: 'marketCap', feed: FEED, comparison, target: '95000', timing })
    expect(read(2)).to.deep.equal({ type: 'supply', comparison, target: '95000', timing })
    expect(read(3)).to.deep.equal({ type: 'migration', timing })
    const holders = { type: 'holders', comparison, target: '95000', minimumBalance: 7n, timing }
    expect(read(4)).to.deep.equal(holders)
    expect(read(5)).to.deep.equal({ type: 'event', timing })
    const referenceAt = 1_800_000_000n
    const change = { type: 'change', feed: FEED, referenceAt, comparison, bps: -500, timing }
    expect(read(6)).to.deep.equal(change)
  })

  it('has the comparison and the timing of its numbers', () => {
    const read = (fields: Partial<StoredCondition>) => decodeStoredCondition(stored(fields))
    const comparisons = [0, 1, 2, 3].map((comparison) => read({ comparison }))
    expect(comparisons.map((one) => 'comparison' in one && one.comparison)).to.deep.equal([
      'above',
      'atLeast',
      'below',
      'atMost',
    ])
    expect([0, 1].map((timing) => read({ timing }).timing)).to.deep.equal(['atExpiry', 'byExpiry'])
    refuses('condition.metric', () => read({ metric: 7 }))
    refuses('condition.comparison', () => read({ comparison: 4 }))
    refuses('condition.timing', () => read({ timing: 2 }))
  })
})

describe('a condition as the program compares it', () => {
  it('has a target, or asks whether something has happened', () => {
    const one = { mantissa: 1n, exponent: 0 }
    expect(comparedOf(price)).to.deep.equal({ comparison: 'above', target: { mantissa: 25n, exponent: 1 } })
    expect(comparedOf({ type: 'event', timing: 'atExpiry' })).to.deep.equal({
      comparison: 'atLeast',
      target: one,
    })
    const change = {
      type: 'change',
      feed: FEED,
      referenceAt: 5n,
      comparison: 'below',
      timing: 'atExpiry',
    } as const
    expect(comparedOf({ ...change, bps: 25 })).to.deep.equal({
      comparison: 'below',
      target: { mantissa: 10_025n, exponent: -4 },
    })
    expect([toBps(10_025n), toBps(9_975n)]).to.deep.equal([25, -25])
  })

  it('is written and read with the data of its type', () => {
    const holders = {
      type: 'holders',
      comparison: 'below',
      target: '100',
      minimumBalance: 7n,
      timing: 'byExpiry',
    } as const
    const written: ProgramCondition = {
      metric: { holders: { minimumBalance: 7n } },
      comparison: { below: {} },
      target: { mantissa: 1n, exponent: 2 },
      timing: { byExpiry: {} },
    }
    expect(encodeCondition(holders)).to.deep.equal(written)
    expect(decodeCondition(written)).to.deep.equal(holders)
    const event: Condition = { type: 'event', timing: 'atExpiry' }
    expect(encodeCondition(event).metric).to.deep.equal({ event: {} })
    expect(encodeCondition(price).metric).to.deep.equal({ price: { feed: [...Buffer.from(FEED, 'hex')] } })
    refuses('condition.metric', () => decodeCondition({ ...written, metric: {} }))
    refuses('condition.comparison', () => decodeCondition({ ...written, comparison: {} }))
    refuses('condition.timing', () => decodeCondition({ ...written, timing: {} }))
    // What the event lacks is nothing, so that an unknown layout is shown and not hidden.
    expect(decodeCondition({ ...written, metric: { holders: {} } })).to.deep.include({ minimumBalance: 0n })
    expect(decodeCondition({ ...written, metric: { price: {} } })).to.deep.include({ feed: '' })
    expect(decodeCondition({ ...written, metric: { change: {} } })).to.deep.include({ referenceAt: 0n })
  })
})

describe('the limits of a condition', () => {
  it('are those of decimals', () => {
    const text = `1.${'0'.repeat(126)}`
    expect(parseDecimal(text)).to.deep.equal({ mantissa: 1n, exponent: 0 })
    refuses('target', () => parseDecimal(`${text}0`))
    refuses('target', () => parseDecimal(`${2n ** 64n}`))
    for (const none of [250, ['250'], null]) refuses('target', () => parseDecimal(none as unknown as string))
  })

  it('are those of targets and feeds', () => {
    for (const comparison of ['above', 'atMost'] as const)
      validateCondition({ ...price, comparison, target: '0' })
    for (const comparison of ['atLeast', 'below'] as const) {
      validateCondition({ ...price, comparison, target: '0.1' })
      refuses('condition.target', () => validateCondition({ ...price, comparison, target: '0' }))
    }
    for (const feed of [`${FEED}0`, `0${FEED}`, `${FEED}\n`, `${FEED.slice(1)}g`]) {
      refuses('condition.feed', () => validateCondition({ ...price, feed }))
    }
    for (const none of ['price', undefined, null, 5]) {
      refuses('condition', () => validateCondition(none as unknown as Condition))
    }
  })

  it('are those of a change and of a number of holders', () => {
    const change = {
      type: 'change',
      feed: FEED,
      referenceAt: 1n,
      comparison: 'above',
      timing: 'atExpiry',
    } as const
    for (const bps of [-9_999, 0, 1_000_000]) validateCondition({ ...change, bps })
    refuses('condition.comparison', () =>
      validateCondition({ ...change, bps: 0, comparison: 'near' as 'above' }),
    )
    refuses('condition.referenceAt', () => validateCondition({ ...change, bps: 0, referenceAt: -1n }))
    const most = 2n ** 64n - 1n
    const holders = { type: 'holders', comparison: 'above', target: `${most}`, timing: 'atExpiry' } as const
    const context = { tokenAddress: bs58.encode(new Uint8Array(32).fill(1)) }
    for (const minimumBalance of [1n, most]) validateCondition({ ...holders, minimumBalance }, context)
    const counted = { ...holders, minimumBalance: 1n }
    validateCondition({ ...counted, target: '10.0' }, context)
    refuses('condition.target', () => validateCondition({ ...counted, target: '2e3' }, context))
    refuses('condition.target', () =>
      validateCondition({ ...counted, target: `1${'0'.repeat(20)}` }, context),
    )
  })

  it('are those of addresses', () => {
    const address = (...bytes: number[]) => bs58.encode(Uint8Array.from(bytes))
    const check = (tokenAddress: unknown) =>
      validateCondition(price, { tokenAddress: tokenAddress as string | null })
    const rest = new Array<number>(31).fill(7)
    // The first byte may be of one digit, or zero, which is written as a 1; and so may the last character be.
    for (const first of [255, 16, 15, 1, 0]) check(address(first, ...rest))
    check(address(...new Array<number>(31).fill(0), 1))
    const ending = Array.from({ length: 256 }, (_, last) => address(...rest, last)).find((one) =>
      one.endsWith('1'),
    )
    check(ending ?? expect.fail())
    for (const none of [null, undefined]) check(none)
    for (const wrong of [
      address(...rest),
      address(...rest, 1, 1),
      address(...new Array<number>(32).fill(0)),
      `${address(9, ...rest).slice(1)}0`,
      '',
      5,
      [address(9, ...rest)],
    ]) {
      refuses('tokenAddress', () => check(wrong))
    }
    refuses('tokenAddress', () => validateCondition({ type: 'migration', timing: 'byExpiry' }))
  })
})
