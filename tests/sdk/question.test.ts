import {
  type Condition,
  describeCondition,
  InvalidInputError,
  validateCondition,
} from '@prediction-market/sdk'
import { findFeed, PRICE_FEEDS } from '@prediction-market/sdk/feeds'
import {
  findContradiction,
  parseQuestion,
  QUESTION_EXAMPLES,
  type QuestionContext,
  questionAgrees,
  questionMeasures,
} from '@prediction-market/sdk/question'
import { expect } from 'chai'
import fc from 'fast-check'
import { isHarmlessName, isOrdinaryWord } from '../../sdk/src/core/feeds/lookup.ts'
import { SHARE } from '../helpers/sdk/tenth.ts'

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const FROG = 'FroG1111111111111111111111111111111111111111'
const EXPIRY = new Date('2026-12-01T00:00:00Z')
const NOW = new Date('2026-11-16T12:00:00Z')

function ask(question: string, overrides: Partial<QuestionContext> = {}) {
  return parseQuestion(question, { tokenAddress: null, expireAt: EXPIRY, now: NOW, ...overrides })
}

function solAbove(target: string, timing: Condition['timing'] = 'atExpiry'): Condition {
  return { type: 'price', feed: findFeed('SOL')?.id ?? '', comparison: 'above', target, timing }
}

/** Refusals whose way of asking is rarer than those of the vectors. */
const refused: [question: string, reason: string, overrides?: Partial<QuestionContext>][] = [
  ['', 'empty'],
  ['?', 'says nothing'],
  ['Will SOL do well?', 'names no value'],
  ['Will SOL?', 'says nothing'],
  ['Will SOL above $250?', 'has no verb'],
  ['Will SOL be above $250 or $300?', 'second question'],
  ['Will SOL be above $250 and below $300?', 'in two ways'],
  ['Will SOL rise to $200 $300?', 'two values'],
  ['Will SOL ETH rise to $5k?', 'more than one asset'],
  ['Will SOL/EUR be above 200?', 'no price feed is known for "SOL/EUR"'],
  ['Will the price be above $1?', 'has a price feed', { tokenAddress: FROG }],
  ['Will FROGGO reach a $1m market cap?', 'has a price feed', { tokenAddress: FROG }],
  ['Will SOL rise by 10 percent?', 'names no value'],
  ['Will SOL never hit $250?', 'bet on No'],
  ['Will SOL fail to hit $250?', 'bet on No'],
  ['Will SOL never be above $250?', 'bet on No'],
  ['Will SOL be at $250 at expiry?', 'exact value'],
  ['Will SOL close above $250 before expiry?', 'leaves open'],
  ['Will SOL ever rise to $250?', 'by December 1, 2026'],
  ['Will this token ever migrate?', 'migrate by December 1, 2026', { tokenAddress: FROG }],
  ['Will SOL rise to $250 at expiry?', 'but the question names one moment'],
  ['Will SOL be above $250 at any time at expiry?', 'one moment and any time'],
  ['Will SOL break $250?', 'in which direction'],
  ['Will SOL exceed $250 or less?', 'in two ways'],
  ['Will SOL fall below over $250?', 'in two ways'],
  ['Will SOL stay above $200 at any time?', 'is about a span of time'],
  ['Will SOL rise to $250 in December?', 'means December 31, 2026'],
  ['Will SOL be above $250 in December?', 'once is enough', { expireAt: new Date('2027-01-01T00:00:00Z') }],
  ['Will SOL be above $250 by December 1, 2025?', 'name the date that it expires, December 1, 2026'],
  ['Will SOL be above 2/3?', 'write it with decimals'],
  [
    "Will this token's supply be above 1 billion at expiry?",
    'can be minted',
    { tokenAddress: FROG, canMint: true },
  ],
  ['Will SOL rise to $250 by 2027?', 'but the market expires at'],
  [
    'Will SOL rise to $250 by November 2026?',
    'but the market expires at',
    { expireAt: new Date('2026-11-18T00:00:00Z') },
  ],
  [
    'Will SOL rise to $250 before December 2?',
    'but the market expires at',
    { expireAt: new Date('2026-12-02T12:00:00Z') },
  ],
  ['Will SOL rise to $250 by December 1, 2025?', 'but the market expires at'],
  ['Will SOL be above $250 on 2026-11-29?', 'but the market expires at'],
  ['Will SOL be above $250 at 12:00 UTC on December 1?', 'but the market expires at'],
  [
    'Will SOL be above $250 on 2026-12-01T00:00:01Z?',
    'means 2026-12-01 00:00:01 UTC, but the market expires at',
  ],
  ['Will SOL rise to $250 before 2026-12-01T12:00:00Z?', 'but the market expires at'],
  ['Will SOL be above $250 at 00:00?', 'time zone'],
  ['Will SOL be above $250 at 00:00 EST?', 'but the market expires at'],
  ['Will SOL be above $250 on December?', 'not one moment'],
  ['Will SOL be above $250 on February 30?', 'no day 30'],
  ['Will SOL be above $250 on 2026-02-30?', 'not a date'],
  ['Will SOL reach $250 this week?', 'means November 22, 2026'],
  ['Will SOL hit $250 if BTC hits 100k?', 'depends on something else'],
  ['Will BTC rise to 1,00,000?', 'write 100,000'],
  ['Will BTC rise to 150k million?', '"million" is not understood'],
  ['Will BTC fall to -5?', 'sign -'],
  [`Will BTC rise to ${'9'.repeat(40)}?`, 'too many digits'],
  ['Will the price of BTC be below $0?', 'nothing is below zero'],
  ['Will SOL be above 5 tokens?', 'a price is in dollars'],
  ["Will this token's supply reach 1,000 holders?", 'two things', { tokenAddress: FROG }],
  ['Will this token reach 1,000 holders of BONK?', 'more than one asset', { tokenAddress: FROG }],
  [`Will ${BONK} reach 1k holders?`, 'another token', { tokenAddress: FROG }],
  ['Will SOL hit $250 three times?', '"three times" is not understood'],
  ['Will the price of SOL migrate?', 'only a token migrates', { tokenAddress: FROG }],
  ['Will the number of holders exceed 500 for December?', 'leaves the day open', { tokenAddress: FROG }],
  ['Will there be more than 1,000?', 'does not say of what', { tokenAddress: BONK }],
  ['Will SOL be above $250? I think so', 'after the sign ?'],
  ['x'.repeat(2_000), 'too long'],
]

describe('questions', () => {
  for (const [question, reason, overrides] of refused) {
    it(`refuses: ${question.slice(0, 80)}`, () => {
      const result = ask(question, overrides)
      expect(result).to.have.property('ok', false)
      expect(result).to.have.property('reason').that.includes(reason)
    })
  }

  it('need a token address where they read the token', () => {
    for (const question of [
      'Will this token reach 1,000 holders?',
      'Will this token migrate?',
      'Will the supply be above 1 billion?',
      'Will BONK reach a $3b market cap?',
    ]) {
      expect(ask(question)).to.have.property('reason').that.includes('needs a token:')
    }
    expect(ask('Will this token migrate?', { tokenAddress: 'BONK' }))
      .to.have.property('reason')
      .that.includes('the token ')
  })

  it('name every asset of the feed table', () => {
    for (const feed of PRICE_FEEDS) {
      const target = feed.typicalPrice
      for (const word of [feed.symbol, `$${feed.symbol}`, feed.name, ...feed.aliases]) {
        const condition = { type: 'price', feed: feed.id, comparison: 'above', target, timing: 'atExpiry' }
        const isOnlyAsset = word === feed.symbol || !isOrdinaryWord(word) || isHarmlessName(word)
        const question = `Will ${isOnlyAsset ? word : `the ${word} token`} be above $${target}?`
        if (!isOnlyAsset) expect(ask(`Will ${word} be above $${target}?`), word).to.have.property('ok', false)
        expect(ask(question), word).to.deep.include({ ok: true, condition })
        expect(ask(question, { tokenAddress: feed.mint }), word).to.deep.include({ ok: true, condition })
        expect(ask(question, { tokenAddress: FROG }), word).to.have.property('ok', false)
      }
    }
  })

  it('name the token of the market by its address', () => {
    const question = `Will ${FROG} migrate?`
    const condition: Condition = { type: 'migration', timing: 'byExpiry' }
    expect(ask(question, { tokenAddress: FROG })).to.deep.include({ ok: true, condition })
    expect(ask(question, { tokenAddress: BONK }))
      .to.have.property('reason')
      .that.includes('another token')
  })

  it('have examples that are understood', () => {
    for (const example of QUESTION_EXAMPLES) {
      const tokenAddress = /BONK|token/.test(example) ? BONK : null
      expect(ask(example, { tokenAddress }), example).to.have.property('ok', true)
    }
  })

  it('are answered with the description of their condition', () => {
    const result = ask('Will SOL be above $250?')
    expect(result).to.deep.equal({
      ok: true,
      condition: solAbove('250'),
      description: describeCondition(solAbove('250'), { expireAt: EXPIRY }),
    })
  })

  it('about the world are offered to attestors, with the sentence they are asked', () => {
    const result = ask('Will the Fed cut rates by November 30?')
    const condition: Condition = { type: 'event', timing: 'byExpiry' }
    expect(result).to.have.property('ok', false)
    expect(result).to.have.deep.property('event', {
      condition,
      description: describeCondition(condition, { expireAt: EXPIRY }),
      asks: '"Will the Fed cut rates by November 30?", as of 2026-12-01 00:00:00 UTC',
      namesAsset: false,
    })
  })

  it('about another time are first refused for anything else that is wrong', () => {
    const result = ask('Will SOL be above €200 by Friday?')
    expect(result).to.have.property('reason').that.includes('another currency')
    const [alternative] = result.ok ? [] : result.alternatives
    expect(alternative).to.deep.include({
      question: 'Will SOL be above US$200 by Friday?',
      expireAt: new Date('2026-11-21T00:00:00Z'),
    })
  })

  it('name what they measure, even if they are not understood in full', () => {
    const measures = (question: string, tokenAddress: string | null = null) =>
      questionMeasures(question, { tokenAddress, expireAt: EXPIRY, now: NOW })
    const feed = findFeed('SOL')?.id
    expect(measures('Will SOL hit $90?')).to.deep.equal({ type: 'price', feed })
    expect(measures('Will SOL hit $90 by Friday?'), 'by another time').to.deep.equal({ type: 'price', feed })
    expect(measures('Will this token hit a $2 billion market cap?', BONK)).to.deep.equal({
      type: 'marketCap',
      feed: findFeed('BONK')?.id,
    })
    expect(measures('Will this token reach 1,000 holders?', FROG)).to.deep.equal({ type: 'holders' })
    expect(measures('Will the supply cross 1 billion?', FROG)).to.deep.equal({ type: 'supply' })
    expect(measures('Will it graduate?', FROG)).to.deep.equal({ type: 'migration' })
    expect(measures(describeCondition(solAbove('250'), { expireAt: EXPIRY }))).to.deep.equal({
      type: 'price',
      feed,
    })
    expect(measures('Will it rain in London?')).to.equal(undefined)
  })

  it('throw only for a context that makes no sense', () => {
    const question = 'Will SOL be above $250?'
    expect(() => ask(question, { expireAt: new Date('never') })).to.throw(InvalidInputError, 'expireAt')
    expect(() => ask(question, { now: new Date('never') })).to.throw(InvalidInputError, 'now')
    expect(() => ask(question, { currentValue: '1e3' })).to.throw(InvalidInputError, 'currentValue')
    expect(parseQuestion(42 as unknown as string, { expireAt: 0n })).to.have.property('ok', false)
  })
})

describe('a condition beside a question', () => {
  const contradiction = (question: string, condition: Condition, overrides: Partial<QuestionContext> = {}) =>
    findContradiction(question, condition, { expireAt: EXPIRY, now: NOW, ...overrides })

  it('agrees with a question that says the same', () => {
    expect(contradiction('Will SOL be above $250?', solAbove('250.00'))).to.equal(undefined)
    expect(
      contradiction('Will SOL exceed $100?', solAbove('100', 'byExpiry'), { currentValue: '150' }),
    ).to.equal(undefined)
  })

  it('contradicts one that says otherwise, and both are shown', () => {
    for (const given of [
      solAbove('200'),
      solAbove('250', 'byExpiry'),
      { ...solAbove('250'), comparison: 'below' },
    ]) {
      expect(contradiction('Will SOL be above $250?', given as Condition)).to.deep.equal({
        question: describeCondition(solAbove('250'), { expireAt: EXPIRY }),
        condition: describeCondition(given as Condition, { expireAt: EXPIRY }),
      })
    }
  })

  it('holds all of a change against a question about one', () => {
    const question =
      'Will SOL be higher on December 1, 2026 at 00:00 UTC than on November 30, 2026 at 00:00 UTC?'
    const read = parseQuestion(question, { expireAt: EXPIRY, now: NOW })
    if (!read.ok || read.condition.type !== 'change') return expect.fail('not understood as a change')
    const { condition } = read
    expect(contradiction(question, condition)).to.equal(undefined)
    for (const other of [
      { ...condition, referenceAt: condition.referenceAt - 60n },
      { ...condition, bps: 1 },
      { ...condition, comparison: 'atLeast' as const },
      solAbove('250'),
    ]) {
      expect(contradiction(question, other), JSON.stringify(Object.values(other).map(String))).not.to.equal(
        undefined,
      )
    }
  })

  it('contradicts one that names another time', () => {
    const found = contradiction('Will SOL be above $250 on December 24?', solAbove('250'))
    expect(found).to.have.property('question').that.includes('December 24, 2026')
  })

  it('may be more specific than a question that is not understood or is left to attestors', () => {
    expect(contradiction('Will SOL moon?', solAbove('250'))).to.equal(undefined)
    expect(contradiction('Will Coinbase list BONK?', { type: 'event', timing: 'atExpiry' })).to.equal(
      undefined,
    )
    const holders: Condition = {
      type: 'holders',
      comparison: 'atLeast',
      target: '1000',
      minimumBalance: 5n,
      timing: 'byExpiry',
    }
    expect(contradiction('Will this token reach 1,000 holders?', holders, { tokenAddress: FROG })).to.equal(
      undefined,
    )
  })
})

describe('an event beside a question', () => {
  const event: Condition = { type: 'event', timing: 'byExpiry' }
  for (const [question, reason] of [
    ['Will SOL be above $250?', 'Yes if the Pyth price of SOL/USD is above $250'],
    ['Will SOL moon?', 'names no value'],
    ['Will SOL hit $250?', 'in which direction'],
    ['Will Trump win the 2028 election?', '"2028" ends at 2029-01-01 00:00:00 UTC'],
    ['Will the 2027 budget be passed by November 30?', 'name one date'],
    ['Will Arsenal win the cup by December 31, 2026?', 'ends at 2027-01-01 00:00:00 UTC'],
  ] as const) {
    it(`attack 104: contradicts "${question}"`, () => {
      const found = findContradiction(question, event, { expireAt: EXPIRY, now: NOW })
      expect(found).to.have.property('question').that.includes(reason)
    })
  }
})

const WORDS = fc.constantFrom(
  ...'Will Is Does SOL BTC bonk Trump this token the of price market cap holders supply be hit reach have'.split(
    ' ',
  ),
  ...'migrate above below at least most or and by before on any time expiry December 1 2026 $250 150k 1,000'.split(
    ' ',
  ),
  ...'million ever to stay not never close gain a Friday Christmas cents dollars between flip double'.split(
    ' ',
  ),
  ...[
    "'s",
    '%',
    '0',
    '-',
    '2026-12-01',
    '00:00',
    'UTC',
    '€',
    '?',
    'graduate',
    'fall',
    '$TRUMP',
    '(',
    ')',
    '300$',
  ],
)

const CONTEXTS = fc.record(
  {
    tokenAddress: fc.constantFrom(null, BONK, FROG),
    currentValue: fc.constantFrom('0', '1', '0.00002', '150', '95000', '2000000000'),
  },
  { requiredKeys: ['tokenAddress'] },
)

describe('texts that are longer than a question', () => {
  const event: Condition = { type: 'event', timing: 'byExpiry' }
  const market = { tokenAddress: null, expireAt: EXPIRY, now: NOW, currentValue: '150' }

  for (const unit of ['10x ', 'Will SOL double? ', '\ufdfa', 'between 1 and 2 ']) {
    it(`attack 104: are read by nothing: ${JSON.stringify(unit)}, 480 KB of it`, () => {
      const text = unit.repeat(480_000 / unit.length)
      expect(parseQuestion(text, market)).to.deep.include({ ok: false, alternatives: [] })
      expect(questionMeasures(text, market)).to.equal(undefined)
      expect(questionAgrees(text, event, market)).to.equal('unread')
      expect(findContradiction(text, event, market)?.question).to.include('too long')
    })
  }

  it('attack 104: hold one multiple at most', () => {
    expect(questionMeasures('Will SOL 2x?', market)).to.have.property('type', 'price')
    expect(questionMeasures(`Will SOL ${'2x '.repeat(80)}?`, market)).to.equal(undefined)
  })
})

describe('questions, whatever is asked,', () => {
  it('are never understood in a way that the program would refuse, or refused without a word', () => {
    const sentences = fc.array(WORDS, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.oneof(sentences, fc.string({ unit: 'binary' })), CONTEXTS, (question, context) => {
        const result = ask(question, context)
        if (result.ok) {
          validateCondition(result.condition, context)
          expect(ask(result.description, context)).to.deep.equal(result)
        } else expect(result.reason).to.include(': ')
      }),
      { numRuns: 3_000 * SHARE },
    )
  })

  it('become conditions whose descriptions, asked again, become the same', () => {
    fc.assert(
      fc.property(derivable(), ({ question, context }) => {
        const result = ask(question, context)
        if (!result.ok) expect.fail(`${question}: ${result.reason}`)
        expect(ask(result.description, context)).to.deep.equal(result)
      }),
      { numRuns: 1_000 * SHARE },
    )
  })

  it('are not taken for descriptions that belong to another market', () => {
    const { description } = ask('Will BONK reach a $3b market cap?', { tokenAddress: BONK }) as {
      description: string
    }
    expect(ask(description, { tokenAddress: BONK })).to.have.property('ok', true)
    expect(ask(description, { tokenAddress: FROG })).to.have.property('ok', false)
    expect(ask(description, { tokenAddress: BONK, expireAt: 1_800_000_000n })).to.have.property('ok', false)
    expect(ask(`${description} `, { tokenAddress: BONK })).to.have.property('ok', true)
    expect(ask(description.replace('otherwise', 'else'), { tokenAddress: BONK })).to.have.property(
      'ok',
      false,
    )
  })
})

/** Questions of every kind that must be understood, with the context they need. */
function derivable(): fc.Arbitrary<{ question: string; context: Partial<QuestionContext> }> {
  const opener = fc.constantFrom('Will', 'Does', 'Can')
  const change = fc.constantFrom('exceed', 'reach', 'fall below', 'drop to', 'rise above', 'surge past')
  const state = fc.constantFrom('above', 'at least', 'below', 'at most', 'no more than', 'over')
  const when = fc.constantFrom('', ' at expiry', ' on December 1', ' on 2026-12-01')
  const by = fc.constantFrom(
    '',
    ' by December 1',
    ' before expiry',
    ' at any time',
    ' by the end of November',
  )
  const factor = fc.integer({ min: 50, max: 5_000 })
  const count = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((value) => value.toLocaleString('en-US'))
  const token = fc.constantFrom(BONK, FROG)

  const prices = fc
    .tuple(opener, fc.constantFrom(...PRICE_FEEDS), factor, change, state, when, by, fc.boolean())
    .map(([will, feed, percent, verb, comparison, at, until, isChange]) => {
      const dollars = ((Number(feed.typicalPrice) * percent) / 100).toFixed(9)
      const claim = isChange ? `${verb} $${dollars}${until}` : `be ${comparison} $${dollars}${at}`
      return {
        question: `${will} the price of ${feed.symbol} ${claim}?`,
        context: { tokenAddress: feed.mint },
      }
    })
  const marketCaps = fc
    .tuple(opener, fc.constantFrom(...PRICE_FEEDS.filter(({ mint }) => mint !== null)), factor, change, by)
    .map(([will, feed, millions, verb, until]) => ({
      question: `${will} ${feed.symbol}'s market cap ${verb} $${millions} million${until}?`,
      context: { tokenAddress: feed.mint },
    }))
  const counts = fc
    .tuple(opener, count, token, change, by, fc.boolean())
    .map(([will, value, tokenAddress, verb, until, isSupply]) => ({
      question: isSupply
        ? `${will} this token's supply ${verb} ${value}${until}?`
        : `${will} this token ${verb} ${value} holders${until}?`,
      context: { tokenAddress },
    }))
  const holders = fc.tuple(state, count, token, when).map(([comparison, value, tokenAddress, at]) => ({
    question: `Will this token have ${comparison} ${value} holders${at}?`,
    context: { tokenAddress },
  }))
  const migrations = fc.tuple(opener, token, by).map(([will, tokenAddress, until]) => ({
    question: `${will} this token migrate${until}?`,
    context: { tokenAddress },
  }))
  return fc.oneof(prices, marketCaps, counts, holders, migrations)
}
