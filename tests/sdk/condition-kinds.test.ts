import { expect } from 'chai'
import {
  CONDITION_KINDS,
  type Comparison,
  type Condition,
  type ConditionKind,
  canBeEarly,
  canBeEarlyNo,
  describeCondition,
  isAttested,
  isDated,
  kindOf,
  measures,
  readsAccount,
  stateReadings,
} from '../../sdk/src/core/condition/index.ts'
import { InvalidInputError } from '../../sdk/src/core/errors.ts'

type Facts = Omit<ConditionKind<Condition>, 'type' | 'validate' | 'describe' | 'grammar'>

/** What follows from each type, in the program's order. */
const FACTS: Record<Condition['type'], Facts> = {
  price: {
    fields: ['feed', 'comparison', 'target'],
    needsToken: false,
    proof: 'pyth',
    reads: ['price'],
    unit: 'USD',
    accounts: { creation: [], bet: [], decision: ['price'] },
  },
  marketCap: {
    fields: ['feed', 'comparison', 'target'],
    needsToken: true,
    proof: 'pyth',
    reads: ['price', 'mintSupply'],
    unit: 'USD',
    accounts: { creation: ['mint'], bet: [], decision: ['price', 'mint'] },
  },
  supply: {
    fields: ['comparison', 'target'],
    needsToken: true,
    proof: 'accounts',
    reads: ['mintSupply'],
    unit: 'tokens',
    accounts: { creation: ['mint'], bet: ['mint'], decision: ['mint'] },
  },
  migration: {
    fields: [],
    needsToken: true,
    proof: 'accounts',
    reads: ['hasMigrated'],
    unit: 'migrations',
    accounts: {
      creation: ['bondingCurve'],
      bet: ['bondingCurve'],
      decision: ['bondingCurve', 'migrationPool'],
    },
  },
  holders: {
    fields: ['comparison', 'target', 'minimumBalance'],
    needsToken: true,
    proof: 'attestors',
    reads: ['attestation'],
    unit: 'holders',
    accounts: { creation: ['mint'], bet: [], decision: ['instructions'] },
  },
  event: {
    fields: [],
    needsToken: false,
    proof: 'attestors',
    isInWords: true,
    reads: ['attestation'],
    unit: 'events',
    accounts: { creation: [], bet: [], decision: ['instructions'] },
  },
  change: {
    fields: ['feed', 'referenceAt', 'comparison', 'bps'],
    needsToken: false,
    proof: 'pyth',
    hidesDecided: true,
    reads: ['price'],
    unit: 'USD',
    accounts: { creation: [], bet: [], decision: ['prices'] },
  },
}

const TYPES = Object.keys(FACTS) as Condition['type'][]

/** The types of which something is so. */
const those = (is: (condition: { type: Condition['type'] }) => boolean) =>
  TYPES.filter((type) => is({ type }))

describe('types of conditions', () => {
  it('are in the order of the program', () => {
    expect(CONDITION_KINDS.map(({ type }) => type)).to.deep.equal(TYPES)
  })

  for (const type of TYPES) {
    it(`say what a condition of type ${type} reads, needs and is proven by`, () => {
      const { validate, describe, grammar, ...facts } = kindOf({ type })
      expect(facts).to.deep.equal({ type, ...FACTS[type] })
    })
  }

  it('are known by their names only', () => {
    for (const type of ['weather', 'constructor', '']) {
      expect(() => kindOf({ type: type as 'price' }))
        .to.throw(InvalidInputError)
        .with.property('field', 'type')
    }
  })

  it('differ in what proves them, and when', () => {
    expect(those(isDated)).to.deep.equal(['price', 'marketCap', 'holders', 'event', 'change'])
    expect(those(isAttested)).to.deep.equal(['holders', 'event'])
    expect(those(readsAccount)).to.deep.equal(['marketCap', 'supply', 'migration'])
    expect(those((one) => measures(one, 'mintSupply'))).to.deep.equal(['marketCap', 'supply'])
    expect(stateReadings({ type: 'marketCap' })).to.deep.equal(['mintSupply'])
    expect(stateReadings({ type: 'event' })).to.deep.equal([])
    expect(those(canBeEarlyNo)).to.deep.equal(['event'])
    expect(those((one) => canBeEarly({ ...one, timing: 'atExpiry' }))).to.deep.equal(['event'])
    expect(those((one) => canBeEarly({ ...one, timing: 'byExpiry' }))).to.deep.equal(TYPES)
  })
})

describe('the words of questions', () => {
  const asked = { symbol: 'SOL', words: '1 million tokens', digits: '1,000,000', isNamed: false }
  const words: [
    type: Condition['type'],
    name: string,
    nouns: string[],
    wrong: string[],
    phrase: { subject: string; value: string },
  ][] = [
    ['price', 'a price', ['price', 'pyth price'], ['tokens'], { subject: 'SOL', value: '$1,000,000' }],
    [
      'marketCap',
      'a market cap',
      ['market cap', 'fdv', 'fully diluted value'],
      ['tokens'],
      { subject: "SOL's market cap", value: '$1,000,000' },
    ],
    [
      'supply',
      'a supply',
      ['supply', 'number of tokens'],
      ['dollars'],
      { subject: "this token's supply", value: '1 million tokens' },
    ],
    [
      'holders',
      'a holder count',
      ['holders', 'hodlers'],
      ['dollars', 'tokens'],
      { subject: 'this token', value: '1,000,000 holders' },
    ],
  ]

  for (const [type, name, nouns, wrong, phrase] of words) {
    it(`name ${name} and a value of it`, () => {
      const grammar = kindOf({ type }).grammar ?? expect.fail()
      expect(grammar.name).to.equal(name)
      expect(grammar.nouns.split('|')).to.include.members(nouns)
      expect(grammar.nouns.split('|').every((noun) => /^[a-z]+( [a-z]+)*$/.test(noun))).to.equal(true)
      expect(grammar.isCounted).to.equal(type === 'holders')
      expect(Object.keys(grammar.wrongUnits)).to.deep.equal(wrong)
      for (const said of Object.values(grammar.wrongUnits)) {
        expect(said).to.have.length(2)
        for (const part of said) expect(part).not.to.equal('')
      }
      expect(grammar.phrase(asked)).to.deep.equal(phrase)
    })
  }

  it('name a price if the question does', () => {
    const { subject } =
      kindOf({ type: 'price' }).grammar?.phrase({ ...asked, isNamed: true }) ?? expect.fail()
    expect(subject).to.equal('the price of SOL')
  })
})

describe('a description', () => {
  const expireAt = 1_796_083_200n

  it('says the share of a change to the last basis point', () => {
    const shares: [bps: number, text: string][] = [
      [1, 'above 100.01 % of its price'],
      [10_000, 'above 200 % of its price'],
      [-9_000, 'above 10 % of its price'],
      [50, 'above 100.5 % of its price'],
      [0, 'above its price'],
    ]
    for (const [bps, text] of shares) {
      const change = {
        type: 'change',
        feed: 'ab'.repeat(32),
        referenceAt: 5n,
        comparison: 'above',
        bps,
      } as const
      expect(describeCondition({ ...change, timing: 'atExpiry' }, { expireAt })).to.include(text)
    }
  })

  it('counts holders, and base units where the decimals are unknown', () => {
    const text = (
      target: string,
      minimumBalance: bigint,
      tokenDecimals?: number,
      comparison: Comparison = 'atMost',
    ) =>
      describeCondition(
        { type: 'holders', comparison, target, minimumBalance, timing: 'atExpiry' },
        { expireAt, tokenDecimals },
      )
    expect(text('1', 1n)).to.include('has at most 1 holder of at least 1 base unit each at')
    expect(text('2', 2n)).to.include('has at most 2 holders of at least 2 base units each at')
    expect(text('2', 2n, 0, 'above')).to.include('has more than 2 holders of at least 2 tokens each at')
    expect(text('2', 10n, 1)).to.include('of at least 1 token each')
    expect(text('2', 5n, 1)).to.include('of at least 0.5 tokens each')
    expect(text('2', 5n, 0)).to.include('of at least 5 tokens each')
  })
})
