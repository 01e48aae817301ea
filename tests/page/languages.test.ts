import { expect } from 'chai'
import { formatMoney, formatShare, formatUnits, readTyped } from '../../web/src/money/amounts.ts'
import { language, locale, setLanguage, t } from '../../web/src/text/language.ts'
import { LANGUAGES } from '../../web/src/text/languages.ts'
import { formatMeasured, formatTarget } from '../../web/src/text/measured.ts'
import { formatDecimal, formatList } from '../../web/src/text/numbers.ts'
import * as en from '../../web/src/text/strings/en/index.ts'
import { verify as verifyEn } from '../../web/src/text/strings/en/verify.ts'
import * as es from '../../web/src/text/strings/es/index.ts'
import { verify as verifyEs } from '../../web/src/text/strings/es/verify.ts'
import { counterOf } from '../../web/src/text/strings/parts.ts'
import {
  formatAgo,
  formatDuration,
  formatIn,
  formatShortDuration,
  formatTime,
} from '../../web/src/text/times.ts'

type Text = (...values: unknown[]) => unknown

/** Every string and function of a language, by the path of its keys. */
function leaves(value: unknown, path = ''): [path: string, leaf: string | Text][] {
  if (typeof value === 'string' || typeof value === 'function') return [[path, value as string | Text]]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key))
}

/** A value that a sentence prints as this number, counts with, or calls to put text into an element. */
function printing(number: number): unknown {
  const element = (text: string) => [number, text]
  return Object.assign(element, { [Symbol.toPrimitive]: () => number })
}

/** A sentence as people read it. */
function printed(sentence: unknown): string {
  return Array.isArray(sentence) ? sentence.map(printed).join('') : String(sentence)
}

const ALL = { en, es }

describe('page: languages', () => {
  afterEach(() => setLanguage('en'))

  it('have a text for each that can be chosen', async () => {
    expect(Object.keys(LANGUAGES)).to.have.members(Object.keys(ALL))
    for (const [id, strings] of Object.entries(ALL)) {
      await setLanguage(id as keyof typeof ALL)
      expect(language()).to.equal(id)
      expect(t()).to.equal(strings)
    }
  })

  it('are the one that was chosen last, whichever is loaded first', async () => {
    await Promise.all([setLanguage('es'), setLanguage('en')])
    expect(language()).to.equal('en')
    await Promise.all([setLanguage('en'), setLanguage('es')])
    expect(t()).to.equal(es)
  })

  it('have the same keys, and so has the page that checks a decision', () => {
    const keys = leaves(en).map(([path]) => path)
    expect(keys.length).to.be.above(300)
    expect(leaves(es).map(([path]) => path)).to.have.members(keys)
    const [english, spanish] = [verifyEn, verifyEs].map((words) => new Map(leaves(words)))
    expect([...(spanish?.keys() ?? [])]).to.have.members([...(english?.keys() ?? [])])
    for (const [path, leaf] of spanish ?? []) {
      if (String(leaf).includes(' ')) expect(leaf, path).not.to.equal(english?.get(path))
    }
  })

  for (const [id, strings] of Object.entries(ALL)) {
    it(`have no empty string: ${id}`, () => {
      for (const [path, leaf] of leaves(strings)) {
        if (typeof leaf !== 'string') continue
        expect(leaf.trim(), path).to.equal(leaf).and.not.to.equal('')
      }
    })

    it(`have sentences that say every value they are given: ${id}`, () => {
      const sentences = leaves(strings).filter(([, leaf]) => typeof leaf === 'function')
      expect(sentences.length).to.be.above(80)
      const english = new Map(leaves(en))
      for (const [path, leaf] of sentences) {
        // As many values as the English sentence has: Spanish could leave one out.
        const values = Array.from(
          { length: (english.get(path) as Text).length },
          (_, index) => 21 + 11 * index,
        )
        const text = printed((leaf as Text)(...values.map(printing)))
        for (const value of values) expect(text, path).to.contain(String(value))
        expect(text, path).not.to.match(/undefined|NaN|\[object|=>/)
      }
    })
  }

  it('are not English with another name', () => {
    const english = new Map(leaves(en))
    const long = leaves(es).filter(([, leaf]) => typeof leaf === 'string' && leaf.split(' ').length > 3)
    expect(long.length).to.be.above(100)
    expect(long.filter(([path, leaf]) => english.get(path) === leaf)).to.deep.equal([])
  })

  it('count with the plural forms of the language', () => {
    expect([0, 1, 2, 1_000_000].map((bets) => en.common.bets(bets))).to.deep.equal([
      '0 bets',
      '1 bet',
      '2 bets',
      '1,000,000 bets',
    ])
    expect([0, 1, 2, 1_000_000].map((bets) => es.common.bets(bets))).to.deep.equal([
      '0 apuestas',
      '1 apuesta',
      '2 apuestas',
      '1.000.000 de apuestas',
    ])
    expect(es.people.creator.contradict(1)).to.equal('1 lo contradice')
    // A language whose rules have more forms needs no other code.
    const count = counterOf('pl')
    const forms = { one: 'zakład', few: 'zakłady', many: 'zakładów', other: 'zakładu' }
    expect([1, 3, 5, 1.5].map((bets) => count(bets, forms))).to.deep.equal([
      '1 zakład',
      '3 zakłady',
      '5 zakładów',
      '1,5 zakładu',
    ])
  })
})

describe('page: numbers and times in Spanish', () => {
  beforeEach(() => setLanguage('es'))
  afterEach(() => setLanguage('en'))

  /** Intl separates numbers and units by spaces that do not break. */
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')

  it('have the separators of the language, and all their digits', () => {
    expect(formatUnits(12_500_250_000_001n, 'SOL')).to.equal('12.500,250000001')
    expect(formatMoney('1000.5', 'SOL')).to.equal('1000,5 SOL')
    expect(formatDecimal('-12345678901234567890.123456789012345678')).to.equal(
      '-12.345.678.901.234.567.890,123456789012345678',
    )
    expect(formatDecimal('12500.25')).to.equal('12.500,25')
    expect(['0.643', '1', '0.0001', '0.99999'].map((share) => plain(formatShare(share)))).to.deep.equal([
      '64,3 %',
      '100 %',
      '<0,1 %',
      '>99,9 %',
    ])
    expect(plain(formatMeasured('1794123456.12', 'USD'))).to.equal('$1790 M')
    expect(formatMeasured('12345', 'holders')).to.equal('12.345 titulares')
    expect(formatTarget('95123.45', 'USD')).to.equal('$95.123,45')
    expect(formatList(['10 SOL', '1000 UTILITY'])).to.equal('10 SOL y 1000 UTILITY')
  })

  it('are read by the same rules as in English: a stake does not depend on the language', async () => {
    const typed = [
      '1.5',
      '1,5',
      '0,001',
      '1000,25',
      '12,500.25',
      '1.000',
      '1,000',
      '1.000,5',
      '1e3',
      '.5',
      '01',
    ]
    const read = () => typed.map((text) => readTyped(text, 'SOL')).map(({ units, text }) => [units, text])
    const inSpanish = read()
    expect(readTyped('1,000', 'SOL').error).to.contain('dos maneras: escribe 1000 o 1.000')
    expect(readTyped('1e3', 'SOL').error).to.contain('número decimal')
    expect(readTyped('0.0000000001', 'SOL').error).to.contain('máximo 9 decimales')
    await setLanguage('en')
    expect(read()).to.deep.equal(inSpanish)
    expect(readTyped('0.0000000001', 'SOL').error).to.contain('at most 9 decimals')
  })

  it('are durations, distances in time and dates of the language', () => {
    expect(formatShortDuration(12_000)).to.equal('3h 20min')
    expect(formatDuration(12_060)).to.equal('3 horas 21 minutos')
    expect(formatDuration(0)).to.equal('0 segundos')
    const now = Date.parse('2026-12-01T12:00:00Z') / 1_000
    expect(formatAgo('2026-12-01T11:55:00Z', now)).to.equal('hace 5 min')
    expect(formatAgo('2026-12-01T11:59:59Z', now)).to.equal('ahora mismo')
    expect(formatIn(1, 'week')).to.equal('dentro de 1 semana')
    expect(formatTime('2026-12-01T12:00:00Z')).to.contain('dic').and.to.contain('2026')
    expect(locale()).to.match(/^es/)
  })

  it('are those of English again after it is chosen', async () => {
    await setLanguage('en')
    expect(formatMoney('12500.25', 'SOL')).to.equal('12,500.25 SOL')
    expect(formatShortDuration(12_000)).to.equal('3h 20m')
    expect(formatDuration(3_601)).to.equal('1 hour 1 second')
  })
})
