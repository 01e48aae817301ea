import { expect } from 'chai'
import { matchesSearch, normalize, searchTerms } from '../../app/src/book/listed.ts'

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
