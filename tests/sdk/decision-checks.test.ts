import type { Market } from '@prediction-market/sdk/accounts'
import type { DecisionProof, MarketDecision } from '@prediction-market/sdk/proof'
import { expect } from 'chai'
import { agrees, differences } from '../../sdk/src/core/proof/compare.ts'
import { madeAccount, madeDecision, OBSERVED, RECORD } from '../helpers/sdk/made-decision.ts'
import { CREATED, EXPIRES } from '../helpers/sdk/market.ts'

const iso = (second: bigint) => new Date(Number(second) * 1_000).toISOString()

describe('the account of a decided market', () => {
  it('agrees with its decision, in whatever order its fields are', () => {
    expect(agrees(madeAccount(), madeDecision())).to.equal(true)
    const reversed = (fields: object) => Object.fromEntries(Object.entries(fields).reverse()) as never
    const { observation, terms, condition, pools } = madeAccount()
    const account = {
      observation: reversed(observation ?? expect.fail()),
      terms: reversed(terms),
      condition: reversed(condition),
      pools: reversed(pools),
    }
    expect(agrees(madeAccount(account), madeDecision())).to.equal(true)
    expect(agrees(madeAccount({ observation: null }), madeDecision({ observation: null }))).to.equal(true)
  })

  const account = madeAccount()
  const changes: Partial<Market>[] = [
    { condition: { ...account.condition, timing: 'byExpiry' } as Market['condition'] },
    { terms: { ...account.terms, burnBps: 501 } },
    { outcome: 'No' },
    { answer: 'No' },
    { latePeriod: 1n },
    { unmatched: 1n },
    { expireAt: EXPIRES + 1n },
    { closeAt: EXPIRES },
    { createdAt: CREATED + 1n },
    { resolvedAt: EXPIRES + 6n },
    { late: { Yes: 1n, No: 0n } },
    { pools: { ...account.pools, No: 1n } },
    { observation: { ...OBSERVED, isMet: false } },
    { observation: null },
  ]
  for (const change of changes) {
    it(`does not agree if it has another ${Object.keys(change)}`, () => {
      expect(agrees(madeAccount(change), madeDecision())).to.equal(false)
    })
  }
})

describe('the answer of a gateway', () => {
  const { outcome, answer, decidedAt } = madeDecision()
  const observation = { value: '25000000000', exponent: -8, observedAt: iso(EXPIRES), met: true }
  const proof: DecisionProof = {
    marketId: 'market_',
    winningOutcome: outcome,
    answer,
    resolvedAt: iso(decidedAt),
    observation,
    transactions: { created: { transactionId: '' }, recorded: null, decided: { transactionId: '' } },
  }
  const differ = (change: Partial<DecisionProof>, decision: Partial<MarketDecision> = {}) =>
    differences({ ...proof, ...change }, madeDecision(decision))

  it('is what the chain says', () => {
    expect(differ({})).to.deep.equal([])
    expect(differ({ resolvedAt: iso(decidedAt).replace('.000Z', '.999Z') })).to.deep.equal([])
    expect(differ({ observation: null }, { observation: null })).to.deep.equal([])
    const unread = { ...OBSERVED, value: 0n, hasValue: false }
    expect(differ({ observation: { ...observation, value: null } }, { observation: unread })).to.deep.equal(
      [],
    )
  })

  it('differs in each field that is otherwise', () => {
    expect(differ({ winningOutcome: 'No' })).to.deep.equal(['the winning outcome is Yes'])
    expect(differ({ answer: null })).to.deep.equal(['the answer is Yes'])
    expect(differ({ resolvedAt: iso(decidedAt + 1n) })).to.deep.equal([
      `the market was decided at ${decidedAt}`,
    ])
    for (const change of [
      { value: '1' },
      { value: null },
      { exponent: 8 },
      { observedAt: iso(1n) },
      { met: false },
    ]) {
      expect(differ({ observation: { ...observation, ...change } })).to.deep.equal([
        'the observation differs',
      ])
    }
    expect(differ({ observation: null })).to.deep.equal(['the observation differs'])
    expect(differ({}, { observation: null })).to.deep.equal(['the observation differs'])
  })

  it('has the reference price of a change, and no other record', () => {
    const recorded = { ...RECORD, kind: 'reference' } as const
    const reference = { value: '15000000000', exponent: -8, observedAt: iso(EXPIRES) }
    expect(differ({ reference }, { recorded })).to.deep.equal([])
    expect(differ({ reference: null }, { recorded: RECORD })).to.deep.equal([])
    expect(differ({ reference: null })).to.deep.equal([])
    const objection = ['the reference differs']
    expect(differ({ reference: { ...reference, value: '1' } }, { recorded })).to.deep.equal(objection)
    expect(differ({}, { recorded })).to.deep.equal(objection)
    expect(differ({ reference })).to.deep.equal(objection)
    expect(differ({ reference }, { recorded: RECORD })).to.deep.equal(objection)
  })
})
