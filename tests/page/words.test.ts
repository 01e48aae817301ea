import { expect } from 'chai'
import type { Condition, Market } from '../../web/src/model/types.ts'
import { afterBets } from '../../web/src/parts/time-left.tsx'
import { now } from '../../web/src/state/clock.ts'
import { fromBase64, toBase64 } from '../../web/src/text/bytes.ts'
import {
  chooseLanguage,
  language,
  locale,
  setLanguage,
  startLanguage,
  t,
} from '../../web/src/text/language.ts'
import { languageOf } from '../../web/src/text/languages.ts'
import { describeFact, formatTick, isMet, withUnit } from '../../web/src/text/measured.ts'
import {
  creatorsWords,
  describeDecider,
  describeLateness,
  describeRefund,
  describeTiming,
  titleOf,
} from '../../web/src/text/rules.ts'
import { searchWords } from '../../web/src/text/search.ts'
import { sidesOf } from '../../web/src/text/sides.ts'
import {
  formatAgo,
  formatDay,
  formatMoment,
  formatSecond,
  formatShortDuration,
} from '../../web/src/text/times.ts'
import './english.ts'

describe('page: the words of a market', () => {
  const market = (fields: Partial<Market>) => ({ bettingPeriodSeconds: 90, ...fields }) as Market
  const early = { type: 'price', timing: 'byExpiry' } as Condition
  const { rules } = t().bet

  it('say when it is decided, and which stakes are late', () => {
    const atExpiry = { ...early, timing: 'atExpiry' } as Condition
    expect(describeTiming(market({ condition: early }))).to.equal(rules.early)
    expect(describeTiming(market({ condition: atExpiry }))).to.equal(rules.atExpiry)
    expect(describeLateness(market({ condition: early }))).to.contain('(1 minute 30 seconds)')
    expect(describeLateness(market({ condition: atExpiry }))).to.equal(rules.neverLate)
  })

  it('say why a stake came back', () => {
    const refund = (fields: Partial<Market>) => describeRefund(market(fields))
    expect(refund({ status: 'resolved' })).to.equal(rules.wasLate('1 minute 30 seconds'))
    expect(refund({ status: 'resolved', maxRatio: '1.25' })).to.equal(rules.noOpponent)
    expect(refund({ status: 'void', cancelled: true })).to.equal(rules.takenBack)
    expect(refund({ status: 'void', answer: 'No' })).to.equal(rules.unmatched('No'))
    expect(refund({ status: 'void', answer: null })).to.equal(rules.unproven)
  })

  it('say who decides it, and how many of them', () => {
    const { deciders } = t().bet
    expect(describeDecider('pyth', { threshold: 3, total: 4 })).to.equal(deciders.pyth)
    expect(describeDecider('attestors', null)).to.equal(deciders.attestors)
    expect(describeDecider('attestors', { threshold: 3, total: '4' })).to.deep.equal({
      badge: '3 of 4 attestors',
      about: deciders.quorumAbout('3', '4'),
    })
  })

  it('say that betting is over before they say that a market is being decided', () => {
    const at = (second: number) => new Date(second * 1_000).toISOString()
    const second = Math.floor(now.value)
    expect([second + 1, second].map((end) => afterBets(at(end)))).to.deep.equal(['closed', 'being decided'])
  })

  it('are the question only if it says what the condition says', () => {
    const asked = (questionAgrees: 'yes' | 'no' | 'unread') => ({ question: 'Moon?', questionAgrees })
    expect((['yes', 'no', 'unread'] as const).map((agrees) => titleOf(asked(agrees), 'SOL'))).to.deep.equal([
      'Moon?',
      'SOL',
      'SOL',
    ])
    const { contradicts, unchecked } = t().common.title
    expect(creatorsWords(asked('yes'))).to.equal(null)
    expect(creatorsWords(asked('no'))).to.equal(contradicts('Moon?'))
    expect(creatorsWords(asked('unread'))).to.equal(unchecked('Moon?'))
  })

  it('call the sides Yes and No, but for up or down', () => {
    const { sides, up, down } = t().common
    expect(sidesOf(undefined)).to.equal(sides)
    expect(sidesOf({ type: 'price', comparison: 'below' })).to.equal(sides)
    expect(sidesOf({ type: 'change', bps: 5, comparison: 'below' })).to.equal(sides)
    const change = (comparison: 'above' | 'below') => sidesOf({ type: 'change', bps: 0, comparison })
    expect([change('above'), change('below')]).to.deep.equal([
      { Yes: up, No: down },
      { Yes: down, No: up },
    ])
  })

  it('say whether a value meets its condition, at the target too', () => {
    const met = (condition: Pick<Condition, 'comparison'>) =>
      ['4', '5', '6'].map((currentCount) => isMet(condition, { currentCount, target: '5', unit: '' }))
    expect(met({ comparison: 'above' })).to.deep.equal([false, false, true])
    expect(met({ comparison: 'atLeast' })).to.deep.equal([false, true, true])
    expect(met({ comparison: 'below' })).to.deep.equal([true, false, false])
    expect(met({ comparison: 'atMost' })).to.deep.equal([true, true, false])
    expect(met({})).to.deep.equal([false, true, true])
  })

  it('say whether a fact is so, and a value with its unit', () => {
    const fact = (currentCount: string) =>
      describeFact({ type: 'migration' } as Condition, { currentCount, target: '1', unit: '' })
    expect([fact('0'), fact('1')]).to.deep.equal(t().kinds.migration.fact)
    expect(
      describeFact({ type: 'price' } as Condition, { currentCount: '1', target: '1', unit: '' }),
    ).to.equal(null)
    expect([withUnit('5', 'USD'), withUnit('5', 'frogs')]).to.deep.equal(['$5', '5 frogs'])
    expect(formatTick(5, 4, 'holders')).to.equal('5')
    expect(formatTick(1, 1e-20, 'USD')).to.equal('$1')
  })

  it('are found by what people call an asset', () => {
    expect(searchWords('ethereum Ether SOLANA jupiter dogwifhat frog')).to.equal('ETH ETH SOL JUP WIF frog')
  })
})

describe('page: moments', () => {
  const now = Date.parse('2026-12-01T12:00:00Z') / 1_000
  const iso = (seconds: number) => new Date((now + seconds) * 1_000).toISOString()

  it('have a time of day within two days', () => {
    expect(formatDay(iso(172_799), now)).to.match(/^Dec \d, \d+:\d\d/)
    expect(formatDay(iso(172_800), now)).to.match(/^Dec \d$/)
  })

  it('are as exact as the span of a chart needs', () => {
    const shown = [1_199, 1_200, 86_399, 86_400, 863_999, 864_000].map((span) => formatMoment(now, span))
    const [seconds, minutes, day] = [/^\d+:\d\d:00/, /^\d+:\d\d [AP]M$/, /^Dec \d$/]
    const dayAndMinutes = /^Dec \d, \d+:\d\d [AP]M$/
    for (const [index, form] of [seconds, minutes, minutes, dayAndMinutes, dayAndMinutes, day].entries()) {
      expect(shown[index]).to.match(form as RegExp)
    }
    expect(formatSecond(now + 7)).to.match(/^\d+:\d\d:07/)
  })

  it('are just now for five seconds, then so long ago', () => {
    expect(formatAgo(iso(-4), now)).to.equal('just now')
    expect(formatAgo(iso(-5), now)).to.equal('5s ago')
    expect(formatAgo(iso(-2 * 86_400), now)).to.equal('2d ago')
    expect(formatShortDuration(2 * 86_400 + 3_600 + 60)).to.equal('2d 1h')
  })
})

describe('page: the language of a browser', () => {
  const before = new Map<string, PropertyDescriptor | undefined>()
  const given = (name: string, property: PropertyDescriptor) => {
    if (!before.has(name)) before.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
    Object.defineProperty(globalThis, name, { ...property, configurable: true })
  }

  afterEach(async () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
    before.clear()
    await setLanguage('en')
  })

  /** A browser in a language, with what it has stored; null if it refuses its storage. */
  function browser(own: string, stored: Map<string, string> | null) {
    given('navigator', { value: { language: own, languages: ['fr', own, 'en-GB'] } })
    given('document', { value: { documentElement: { lang: '' } } })
    given('localStorage', {
      get: () => {
        if (!stored) throw new Error('refused')
        return {
          getItem: (key: string) => stored.get(key) ?? null,
          setItem: (key: string, value: string) => stored.set(key, value),
        }
      },
    })
  }

  it('is known by its tag', () => {
    expect(['es-MX', 'ES', 'en', 'fr', '', null].map(languageOf)).to.deep.equal([
      'es',
      'es',
      'en',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is the one that was chosen, or else its own, or else English', async () => {
    const stored = new Map<string, string>()
    browser('es-MX', stored)
    await startLanguage()
    expect([language(), locale(), document.documentElement.lang]).to.deep.equal(['es', 'es-MX', 'es'])
    await chooseLanguage('en')
    expect([language(), locale()]).to.deep.equal(['en', 'en-GB'])
    expect([...stored]).to.deep.equal([['language', 'en']])
    await startLanguage()
    expect(language()).to.equal('en')
    browser('fr', new Map())
    await setLanguage('es')
    await startLanguage()
    expect(language()).to.equal('en')
  })

  it('lasts as long as the page where nothing can be stored', async () => {
    browser('es', null)
    await startLanguage()
    expect(language()).to.equal('es')
    await chooseLanguage('en')
    expect(language()).to.equal('en')
  })
})

describe('page: bytes', () => {
  it('are base64 and back', () => {
    expect(toBase64(Uint8Array.of(0, 127, 255))).to.equal('AH//')
    expect(fromBase64('AH//')).to.deep.equal(Uint8Array.of(0, 127, 255))
  })
})
