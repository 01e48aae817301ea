import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Condition } from '../../sdk/src/condition/types.ts'
import { findFeed } from '../../sdk/src/feeds/lookup.ts'
import { parseQuestion, type QuestionContext } from '../../sdk/src/question/parse.ts'

interface Vector {
  question: string
  tokenAddress?: string
  expireAt?: string
  now?: string
  currentValue?: string
  about: 'price' | 'marketCap' | 'holders' | 'supply' | 'migration' | 'world' | 'other'
  /** With the pair of the feed, and the minimum balance as a decimal. */
  condition?: Record<string, string>
  refusal?: string
  event?: boolean
}

const { context, vectors } = JSON.parse(
  readFileSync(new URL('../vectors/questions.json', import.meta.url), 'utf8'),
) as { context: { expireAt: string; now: string }; vectors: Vector[] }

const MEASURED = new Set(['price', 'marketCap', 'holders', 'supply', 'migration'])

function contextOf({ tokenAddress, expireAt, now, currentValue }: Vector): QuestionContext {
  return {
    tokenAddress: tokenAddress ?? null,
    expireAt: new Date(expireAt ?? context.expireAt),
    now: new Date(now ?? context.now),
    ...(currentValue !== undefined && { currentValue }),
  }
}

function conditionOf({ feed, minimumBalance, ...rest }: Record<string, string>): Condition {
  return {
    ...rest,
    ...(feed !== undefined && { feed: findFeed(feed)?.id ?? expect.fail(`no feed for ${feed}`) }),
    ...(minimumBalance !== undefined && { minimumBalance: BigInt(minimumBalance) }),
  } as Condition
}

const refusals = vectors.filter(({ refusal }) => refusal !== undefined)

function reasonOf(vector: Vector): string {
  const result = parseQuestion(vector.question, contextOf(vector))
  return result.ok ? expect.fail(`${vector.question} is understood`) : result.reason
}

describe('question vectors', () => {
  for (const vector of vectors) {
    const { question, condition, refusal = '', event = false } = vector
    it(`${condition ? 'derives' : 'refuses'}: ${JSON.stringify(question).slice(1, -1)}`, () => {
      const result = parseQuestion(question, contextOf(vector))
      if (condition) {
        expect(result).to.have.property('ok', true)
        expect(result).to.have.property('condition').that.deep.equals(conditionOf(condition))
        const { description } = result as { description: string }
        expect(parseQuestion(description, contextOf(vector)), 'its description').to.deep.equal(result)
        return
      }
      expect(result).to.have.property('reason').that.includes(refusal)
      expect('event' in result, 'offers an event').to.equal(event)
    })
  }

  it('are at least 400, each of them once', () => {
    expect(vectors).to.have.length.of.at.least(400)
    const keys = vectors.map(({ question, ...rest }) =>
      JSON.stringify([question, contextOf({ question, ...rest })]),
    )
    expect(new Set(keys).size).to.equal(keys.length)
  })

  it('become conditions in at least 60 % of what the program measures', () => {
    const measured = vectors.filter(({ about }) => MEASURED.has(about))
    const derived = measured.filter((vector) => parseQuestion(vector.question, contextOf(vector)).ok)
    expect(derived.length / measured.length).to.be.at.least(0.6)
  })

  it('tell in every refusal what to say instead', () => {
    for (const vector of refusals) {
      expect(reasonOf(vector), vector.question).to.match(
        /: .*\b(?:say|ask|write|give|name|change|leave|did you mean)\b/i,
      )
    }
  })

  it('are refused with questions to ask instead that are understood', () => {
    const isAsked = new Map(
      refusals.flatMap((vector) => {
        // An example after "as in" shows a way of asking, not what this question should have been.
        const [advice = ''] = reasonOf(vector).split(/, as in |ask like |attestors will be asked/)
        return [...advice.matchAll(/"(Will [^"…]+\?)"/g)].map(([, question = '']) => [question, vector])
      }),
    )
    expect(isAsked.size).to.be.at.least(50)
    for (const [question, vector] of isAsked) {
      expect(parseQuestion(question, contextOf(vector)), `${vector.question} → ${question}`).to.have.property(
        'ok',
        true,
      )
    }
  })
})
