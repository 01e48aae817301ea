import type { Condition } from '@prediction-market/sdk'
import {
  type Agreement,
  deceivingCharacters,
  questionAgrees,
  visibleText,
} from '@prediction-market/sdk/question'
import { expect } from 'chai'

const SOL = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const above: Condition = { type: 'price', feed: SOL, comparison: 'above', target: '150', timing: 'atExpiry' }
const event: Condition = { type: 'event', timing: 'byExpiry' }
const context = { tokenAddress: null, now: 1_799_000_000n, expireAt: 1_800_000_000n }

describe('whether a question says what its condition says', () => {
  const cases: [question: string, condition: Condition, agrees: Agreement][] = [
    ['Will SOL be above $150?', above, 'yes'],
    ['Will SOL be above $150?', { ...above, comparison: 'below' }, 'no'],
    ['Will SOL be above $150?', { ...above, target: '15' }, 'no'],
    ['Will SOL be above $150?', { ...above, timing: 'byExpiry' }, 'no'],
    ['Will BTC be above $150,000?', { ...above, target: '150000' }, 'no'],
    ['Will SOL be above $150 on 1 January 2020?', above, 'no'],
    ['Is everybody sure that SOL makes it over $150?', { ...above, comparison: 'below' }, 'unread'],
    ['Will SOL hit $150?', { ...above, comparison: 'below', timing: 'byExpiry' }, 'unread'],
    ['Will SОL be above $150?', { ...above, comparison: 'below' }, 'unread'],
    ['Will S\u200bOL be above $150?', { ...above, comparison: 'below' }, 'unread'],
    ['Will SOL be \u202eabove\u202c $150?', above, 'unread'],
    ['', above, 'unread'],
    ['Will it rain in Lisbon tomorrow?', event, 'yes'],
    ['Will it rain in Lisbon \u202etomorrow?', event, 'unread'],
  ]
  for (const [question, condition, agrees] of cases) {
    const kind = condition.type === 'price' ? `${condition.comparison} ${condition.target}` : condition.type
    it(`attack 79: is ${agrees} of "${visibleText(question)}" with ${kind}, ${condition.timing}`, () => {
      expect(questionAgrees(question, condition, context)).to.equal(agrees)
    })
  }
})

describe('characters that deceive', () => {
  for (const [text, reason] of [
    ['SOL\u202e above', 'U+202E'],
    ['SO\u200bL', 'U+200B'],
    ['SO\u00adL', 'U+00AD'],
    ['SOL\nabove', 'U+000A'],
    ['BОNK above', 'mixes letters of two alphabets'],
    ['Will ВТС be above $150k?', 'look like Latin ones'],
    ['Will ΒΤΕ be above $150k?', 'look like Latin ones'],
  ] as const) {
    it(`attack 79: are found in ${visibleText(text)}`, () => {
      expect(deceivingCharacters(text)).to.contain(reason)
    })
  }

  for (const text of [
    'Will SOL be above $150?',
    'Пойдёт ли дождь в Москве?',
    'Läuft es? 😀',
    'BTC вырастет?',
    '雨が降る？',
  ]) {
    it(`are not in ${text}`, () => expect(deceivingCharacters(text)).to.equal(null))
  }

  it('are shown as what they are', () => {
    expect(visibleText('a\u202eb\u200bc')).to.equal('a<U+202E>b<U+200B>c')
    expect(visibleText('Will SOL be above $150?')).to.equal('Will SOL be above $150?')
  })
})
