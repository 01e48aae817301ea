import { readFileSync } from 'node:fs'
import { type Condition, describeCondition } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import {
  parseQuestion,
  type QuestionContext,
  type QuestionResult,
  questionAgrees,
} from '@prediction-market/sdk/question'
import { expect } from 'chai'
import fc from 'fast-check'
import { SHARE, tenthOf } from '../helpers/sdk/tenth.ts'

interface Entry {
  group: string
  question: string
  tokenAddress?: string
  expireAt?: string
  now?: string
  currentValue?: string
  /** What it means, with the pair of the feed, and all numbers as decimals. */
  condition?: Record<string, string>
  /** Words of the answer, or of an alternative in it. */
  askedBack?: string
  /** Attestors can decide it. */
  event?: true
  /** The expiry that the words name, if it is not the market's: an alternative has it. */
  meantAt?: string
  /** Alternatives that the answer has. */
  readings?: { condition: Record<string, string>; expireAt?: string }[]
}

const { context, questions } = JSON.parse(
  readFileSync(new URL('../vectors/questions.json', import.meta.url), 'utf8'),
) as { context: { expireAt: string; now: string }; questions: Entry[] }

function contextOf({ tokenAddress, expireAt, now, currentValue }: Entry): QuestionContext {
  return {
    tokenAddress: tokenAddress ?? null,
    expireAt: new Date(expireAt ?? context.expireAt),
    now: new Date(now ?? context.now),
    ...(currentValue !== undefined && { currentValue }),
  }
}

function conditionOf({ feed, minimumBalance, referenceAt, bps, ...rest }: Record<string, string>): Condition {
  return {
    ...rest,
    ...(referenceAt !== undefined && { referenceAt: BigInt(referenceAt) }),
    ...(bps !== undefined && { bps: Number(bps) }),
    ...(feed !== undefined && { feed: findFeed(feed)?.id ?? expect.fail(`no feed for ${feed}`) }),
    ...(minimumBalance !== undefined && { minimumBalance: BigInt(minimumBalance) }),
  } as Condition
}

const ask = (entry: Entry, question = entry.question) => parseQuestion(question, contextOf(entry))

const VERDICTS = ['understood', 'answered', 'missed', 'asked back', 'wrong'] as const

type Verdict = (typeof VERDICTS)[number]

/** Whether a question was understood or answered with what it means. */
function verdictOf(entry: Entry, result: QuestionResult): Verdict {
  const { condition, event, meantAt, readings, expireAt = context.expireAt } = entry
  if (result.ok) {
    const isMeant = condition && !meantAt && isSame(conditionOf(condition), result.condition)
    return isMeant ? 'understood' : 'wrong'
  }
  if (result.event && !result.event.namesAsset) return event && !meantAt ? 'understood' : 'wrong'
  const one = condition ?? (event && { type: 'event' })
  const meant = readings ?? (one && [{ condition: one, expireAt: meantAt ?? expireAt }])
  if (!meant) return 'asked back'
  const isOffered = meant.every((reading) => {
    const at = new Date(reading.expireAt ?? expireAt).getTime()
    // The market's own expiry, if it is in the last minute before.
    const isThen = (moment: Date) => at - 60_000 <= moment.getTime() && moment.getTime() <= at
    return result.alternatives.some(
      (offered) => isThen(offered.expireAt) && isMeaning(reading.condition, offered.condition),
    )
  })
  return isOffered ? 'answered' : 'missed'
}

/** Whether a condition is the one that is meant; the timing of an event is not named. */
function isMeaning(meant: Record<string, string>, { type, ...rest }: Condition): boolean {
  if (meant.type === 'event') return type === 'event'
  return isSame(conditionOf(meant), { type, ...rest } as Condition)
}

function isSame(one: Condition, other: Condition): boolean {
  const print = (condition: Condition) => JSON.stringify(Object.entries(condition).map(String).sort())
  return print(one) === print(other)
}

const results = questions.map((entry) => {
  const result = ask(entry)
  return { entry, result, verdict: verdictOf(entry, result) }
})

/** Questions that show how to ask, which are not what anybody meant. */
const EXAMPLES = ['Will SOL be above $250?', 'Will USDC fall below $0.99?']

/** Questions that are not understood, with the answer. */
const answers = results.flatMap(({ entry, result }) => (result.ok ? [] : [{ entry, result }]))

describe('the corpus of questions', () => {
  after('prints a table of the verdicts by group', () => {
    const counts = (group?: string) => {
      const those = results.filter(({ entry }) => group === undefined || entry.group === group)
      const verdicts = VERDICTS.map((wanted) => [
        wanted,
        those.filter(({ verdict }) => verdict === wanted).length,
      ])
      return { ...Object.fromEntries(verdicts), questions: those.length }
    }
    const groups = [...new Set(questions.map(({ group }) => group))]
    console.table({ ...Object.fromEntries(groups.map((group) => [group, counts(group)])), all: counts() })
  })

  it('has at least 400 questions, each of them once', () => {
    expect(questions).to.have.length.of.at.least(400)
    const keys = questions.map((entry) => JSON.stringify([entry.question, contextOf(entry)]))
    expect(new Set(keys).size).to.equal(keys.length)
  })

  it('is never understood wrongly', () => {
    const wrong = results.filter(({ verdict }) => verdict === 'wrong')
    expect(wrong.map(({ entry, result }) => `${entry.question} → ${result.ok && result.description}`)).to.eql(
      [],
    )
  })

  it('is understood, or answered with what it means, in at least 95 of 100 questions that have a meaning', () => {
    for (const group of [undefined, 'written first', 'written second', 'written third']) {
      const those = results.filter(({ entry }) => group === undefined || entry.group === group)
      const missed = those.filter(({ verdict }) => verdict === 'missed')
      const read = those.filter(({ verdict }) => verdict === 'understood' || verdict === 'answered')
      const share = read.length / (read.length + missed.length)
      expect(share, missed.map(({ entry }) => entry.question).join('\n')).to.be.at.least(0.95)
    }
  })

  it('means what its descriptions mean', () => {
    for (const { entry, result } of results) {
      if (result.ok) expect(ask(entry, result.description), entry.question).to.deep.equal(result)
    }
  })

  it('is asked back with what to say instead, in plain words', () => {
    for (const { entry, result } of answers) {
      expect(result.reason, entry.question).to.match(
        /: .*\b(?:say|ask|write|give|name|change|leave|choose|did you mean)\b/i,
      )
      expect(result.reason, entry.question).not.to.match(
        /tokenAddress|expireAt|currentValue|condition of type/,
      )
      const said = result.reason + result.alternatives.map(({ question }) => question).join()
      expect(said, entry.question).to.include(entry.askedBack ?? '')
    }
  })

  it('is asked back with alternatives that can be sent as they are', () => {
    const alternatives = answers.flatMap(({ result }) => result.alternatives)
    expect(alternatives.length).to.be.at.least(150)
    for (const { entry, result } of answers) {
      for (const { question, tokenAddress, expireAt, condition, description } of result.alternatives) {
        const market = { tokenAddress, expireAt, now: new Date(entry.now ?? context.now) }
        expect(questionAgrees(question, condition, market), `${entry.question} → ${question}`).to.equal('yes')
        expect(describeCondition(condition, market)).to.equal(description)
        expect(expireAt.getTime(), question).to.be.above(market.now.getTime())
        if (!/250|0\.99|peg/.test(entry.question)) expect(EXAMPLES).not.to.include(question)
      }
    }
  })

  it('leaves to attestors what is about no asset and nothing measured, if its dates are the expiry', () => {
    for (const { entry, result } of answers) {
      const isEvent = result.event !== undefined && !result.event.namesAsset
      expect(isEvent, entry.question).to.equal(entry.event === true && entry.meantAt === undefined)
    }
  })
})

/** Ways of writing the same: none of them may give a question another meaning. */
const MANGLED: Record<string, (question: string) => string> = {
  'in capital letters': (question) => question.toUpperCase(),
  'in small letters': (question) => question.toLowerCase(),
  'with spaces around and twice as many between': (question) => `  ${question.replaceAll(' ', '  ')}  `,
  'with no-break spaces': (question) => question.replaceAll(' ', '\u00a0'),
  'with full-width digits': (question) =>
    question.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  'without its question mark': (question) => question.replace(/\?$/, ''),
  'with three question marks': (question) => `${question}??`,
  'with a rocket': (question) => `${question} 🚀`,
  'without commas': (question) => question.replaceAll(',', ''),
  'with a comma before the time': (question) => question.replace(/ (by|on|before|at) /, ', $1 '),
  'without apostrophes': (question) => question.replaceAll("'", ''),
  'with typographic apostrophes': (question) => question.replaceAll("'", '’'),
  'in quotes': (question) => `"${question}"`,
  'with bold letters': (question) =>
    question.replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x1d400 + letter.charCodeAt(0) - 65)),
  'with short months': (question) => question.replace(/(November|December)/g, (month) => month.slice(0, 3)),
  'with the day before the month': (question) =>
    question.replace(/(November|December) (\d+)(?!\d)/g, '$2 $1'),
  'with another day': (question) => question.replace(/(November|December) (\d+)(?!\d)/g, '$1 15'),
  'with another month': (question) => question.replace(/November|December/g, 'February'),
  'with another year': (question) => question.replaceAll('2026', '2028'),
  'with another currency': (question) => question.replace('$', 'C$'),
  'a word short': (question) => question.replace(/ \p{L}+(?= )/u, ''),
}

/** Mangled in these ways a question may say something else, which may be understood as that. */
const CHANGED = new Set(['a word short', 'with another day', 'with another month', 'with another year'])

describe('questions of the corpus, mangled', () => {
  const understood = results.filter(({ verdict }) => verdict === 'understood')

  for (const [turn, [name, mangle]] of Object.entries(MANGLED).entries()) {
    if (CHANGED.has(name)) continue
    it(`${name}, mean the same or are asked back`, () => {
      for (const { entry, result } of tenthOf(understood, turn)) {
        const again = ask(entry, mangle(entry.question))
        if (again.ok && result.ok)
          expect(again.condition, mangle(entry.question)).to.deep.equal(result.condition)
      }
    })
  }

  it('by several ways at once, mean the same or are asked back', () => {
    const ways = fc.uniqueArray(
      fc.constantFrom(...Object.entries(MANGLED).filter(([way]) => !CHANGED.has(way))),
      { minLength: 2, maxLength: 4, selector: ([way]) => way },
    )
    fc.assert(
      fc.property(fc.constantFrom(...understood), ways, ({ entry, result }, chosen) => {
        const mangled = chosen.reduce((question, [, mangle]) => mangle(question), entry.question)
        const again = ask(entry, mangled)
        if (again.ok && result.ok) expect(again.condition, mangled).to.deep.equal(result.condition)
      }),
      { numRuns: 2_000 * SHARE },
    )
  })

  it('with another date, are asked back', () => {
    for (const way of ['with another day', 'with another month', 'with another year']) {
      for (const { entry } of tenthOf(understood)) {
        const mangled = MANGLED[way]?.(entry.question) ?? ''
        const isNamed = mangled !== entry.question && !/mid|15|Q\d/.test(entry.question)
        if (isNamed) expect(ask(entry, mangled), mangled).to.have.property('ok', false)
      }
    }
  })

  it('with one letter lost, mean the same or are asked back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...understood), fc.nat(), ({ entry, result }, seed) => {
        // Digits and signs carry the value; what a lost one leaves is another question.
        const letters = [...entry.question.matchAll(/(?<=\p{Ll})\p{Ll}(?=\p{Ll})/gu)].map(
          ({ index }) => index,
        )
        fc.pre(letters.length > 0)
        const at = letters[seed % letters.length] ?? 0
        const mangled = entry.question.slice(0, at) + entry.question.slice(at + 1)
        const again = ask(entry, mangled)
        if (again.ok && result.ok) expect(again.condition, mangled).to.deep.equal(result.condition)
      }),
      { numRuns: 3_000 * SHARE },
    )
  })
})
