import { expect } from 'chai'
import {
  feedOf,
  flatText,
  matchesSearch,
  normalize,
  searchTerms,
  volumesOf,
} from '../../app/src/book/listed.ts'

/** Whether a search finds a question. */
const finds = (search: string, question: string) => matchesSearch({ question }, searchTerms(search))

describe('a search', () => {
  it('has the words of its text, whatever is between them', () => {
    expect(searchTerms('rain')).to.deep.equal(['rain'])
    expect(searchTerms('  Rain \t or\n\nSNOW ')).to.deep.equal(['rain', 'or', 'snow'])
    expect(searchTerms('rain\u3000snow')).to.deep.equal(['rain', 'snow'])
  })

  it('has no words if it is blank, and finds everything', () => {
    for (const blank of ['', ' ', '\t\n', '\u3000']) {
      expect(searchTerms(blank)).to.deep.equal([])
      expect(finds(blank, 'Will it rain?')).to.equal(true)
    }
  })

  it('finds all words in any order, also inside of others', () => {
    expect(finds('rain', 'Will it rain?')).to.equal(true)
    expect(finds('it will', 'Will it rain?')).to.equal(true)
    expect(finds('ai il', 'Will it rain?')).to.equal(true)
    expect(finds('rain snow', 'Will it rain?')).to.equal(false)
    expect(finds('snow rain', 'Will it rain?')).to.equal(false)
    expect(finds('will rain', 'Will it rain?')).to.equal(true)
    expect(finds('itrain', 'Will it rain?')).to.equal(false)
  })

  it('takes % and _ as they are, not for any letters', () => {
    expect(finds('%', 'Above 5 percent?')).to.equal(false)
    expect(finds('5%', 'Above 5% this year?')).to.equal(true)
    expect(finds('a%e', 'Above?')).to.equal(false)
    expect(finds('_', 'Above?')).to.equal(false)
    expect(finds('A_b', 'Is a_B listed?')).to.equal(true)
    expect(finds('a_b', 'Is aXb listed?')).to.equal(false)
  })

  it('ignores the case of letters, also of others than ASCII', () => {
    expect(finds('BTC', 'btc above 1?')).to.equal(true)
    expect(finds('btc', 'BTC above 1?')).to.equal(true)
    expect(finds('ÖL', 'Wird öl teurer?')).to.equal(true)
    expect(finds('öl', 'Wird ÖL teurer?')).to.equal(true)
  })

  it('ignores the width of letters, and in how many characters one is written', () => {
    expect(finds('ＢＴＣ', 'btc above 1?')).to.equal(true)
    expect(finds('btc', 'ＢＴＣ above １?')).to.equal(true)
    expect(finds('1', 'ＢＴＣ above １?')).to.equal(true)
    expect(finds('cafe\u0301', 'Caf\u00e9?')).to.equal(true)
    expect(finds('caf\u00e9', 'Cafe\u0301?')).to.equal(true)
  })

  it('keeps the normalized question, and does not read the question again', () => {
    const market: { question: string; searchText?: string } = { question: 'Ｒain?' }
    expect(matchesSearch(market, ['rain'])).to.equal(true)
    expect(market.searchText).to.equal('rain?')
    market.searchText = 'snow?'
    expect(matchesSearch(market, ['rain'])).to.equal(false)
  })
})

describe('a text as searches compare it', () => {
  it('is in lower case and of normal width', () => {
    expect(normalize('A_b 1%?')).to.equal('a_b 1%?')
    expect(normalize('ＡＢ')).to.equal('ab')
    expect(normalize('a\u0301B')).to.equal('\u00e1b')
    expect(normalize('B\u00c1')).to.equal('b\u00e1')
    expect(normalize('\u00c1\uff22')).to.equal('\u00e1b')
    expect(normalize('\uff22a')).to.equal('ba')
    expect(normalize('')).to.equal('')
  })
})

const SOL_USD = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'

describe('the volumes of markets', () => {
  it('are all stakes and the smaller pool, at 24 decimals', () => {
    const pools = { Yes: 5n, No: 3n }
    expect(volumesOf(pools, 9)).to.deep.equal({ volume: 8n * 10n ** 15n, matched: 3n * 10n ** 15n })
    expect(volumesOf(pools, 6)).to.deep.equal({ volume: 8n * 10n ** 18n, matched: 3n * 10n ** 18n })
    expect(volumesOf(pools, 0)).to.deep.equal({ volume: 8n * 10n ** 24n, matched: 3n * 10n ** 24n })
    expect(volumesOf({ Yes: 3n, No: 5n }, 23)).to.deep.equal({ volume: 80n, matched: 30n })
    expect(volumesOf({ Yes: 0n, No: 5n }, 23)).to.deep.equal({ volume: 50n, matched: 0n })
  })

  it('are base units at 24 decimals and more', () => {
    for (const decimals of [24, 25, 255]) {
      expect(volumesOf({ Yes: 5n, No: 3n }, decimals)).to.deep.equal({ volume: 8n, matched: 3n })
    }
  })
})

describe('the feed of a condition', () => {
  it('is its id, of a known feed and of any other; null if it reads none', () => {
    expect(feedOf({ type: 'price', feed: SOL_USD })).to.equal(SOL_USD)
    expect(feedOf({ type: 'price', feed: 'a'.repeat(64) })).to.equal('a'.repeat(64))
    expect(feedOf({ type: 'event' })).to.equal(null)
  })
})

describe('a text in one piece', () => {
  it('is the same text', () => {
    expect(['', 'a', SOL_USD].map(flatText)).to.deep.equal(['', 'a', SOL_USD])
  })
})
