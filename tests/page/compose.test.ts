import { parseQuestion } from '@prediction-market/sdk/question'
import { expect } from 'chai'
import type { Asset } from '../../web/src/model/types.ts'
import { composeQuestion } from '../../web/src/pages/new-market/compose.ts'
import { type Draft, emptyDraft, fromMeant, tokenOf } from '../../web/src/pages/new-market/draft.ts'
import { roundValue } from '../../web/src/pages/new-market/fixes.ts'
import { closeOf } from '../../web/src/pages/new-market/local-time.ts'
import { MOVES, type MoveName } from '../../web/src/pages/new-market/moves.ts'

const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const feed = (digit: string) => digit.repeat(64)
const ASSETS: readonly Asset[] = [
  { symbol: 'SOL', name: 'Solana', feed: feed('1'), tokenAddress: null, price: null },
  {
    symbol: 'BONK',
    name: 'Bonk',
    feed: '72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419',
    tokenAddress: BONK,
    price: null,
  },
]

describe('page: the builder of questions', () => {
  const draft = (fields: Partial<Draft> = {}): Draft => ({
    ...emptyDraft(),
    asset: 'BONK',
    token: BONK,
    ...fields,
  })

  /** What the gateway reads of the question in a builder. */
  const read = (asked: Draft) => {
    const question = composeQuestion(asked, ASSETS)
    const context = {
      tokenAddress: tokenOf(asked, ASSETS),
      expireAt: new Date(asked.expiry),
      now: new Date(),
    }
    const result = parseQuestion(question, context)
    if (!result.ok) return expect.fail(`${question}: ${result.reason}`)
    return { question, ...context, condition: result.condition }
  }

  it('writes questions that are understood, of every topic and move, and that fill it in again', () => {
    const moves = Object.keys(MOVES) as MoveName[]
    for (const topic of ['price', 'marketCap', 'supply', 'holders'] as const) {
      for (const move of moves) {
        // A supply is not asked for one moment.
        if (topic === 'supply' && MOVES[move].timing === 'atExpiry') continue
        const target = topic === 'price' ? '0.000025' : '1234567890'
        const asked = draft({ topic, move, target })
        const { condition, tokenAddress, expireAt, question } = read(asked)
        const { comparison, timing } = MOVES[move]
        expect(condition).to.include({ type: topic, comparison, timing, target })
        const meant = {
          question,
          tokenAddress,
          expireAt: expireAt.toISOString(),
          condition: sendable(condition),
        }
        expect({ ...asked, ...fromMeant(meant, ASSETS) }).to.deep.equal(asked)
      }
    }
  })

  it('writes questions about changes and migrations', () => {
    expect(read(draft({ topic: 'change' })).condition).to.include({ comparison: 'above', bps: 0 })
    const loss = draft({ topic: 'change', direction: 'down', percent: '2.5' })
    const { condition, expireAt, question } = read(loss)
    expect(condition).to.include({ comparison: 'atMost', bps: -250 })
    const meant = {
      question,
      tokenAddress: null,
      expireAt: expireAt.toISOString(),
      condition: sendable(condition),
    }
    expect({ ...loss, ...fromMeant(meant, ASSETS) }).to.deep.equal(loss)
    expect(read(draft({ topic: 'migration' })).condition).to.deep.equal({
      type: 'migration',
      timing: 'byExpiry',
    })
  })

  it('leaves a gap where something is missing', () => {
    expect(composeQuestion(draft({ expiry: '' }), ASSETS)).to.equal('Will BONK rise above $… by …?')
    expect(composeQuestion(draft({ topic: 'event' }), ASSETS)).to.equal('…')
  })

  it('proposes half time, and no time of its own for a change', () => {
    const now = Date.parse('2026-11-17T08:00:00Z')
    const times = { topic: 'price', expiry: '2026-11-17T10:00:00Z', close: '2026-11-17T08:30:00Z' } as const
    expect(closeOf({ ...times, closing: 'half' }, now)).to.equal('2026-11-17T09:00:00.000Z')
    expect(closeOf({ ...times, closing: 'own' }, now)).to.equal('2026-11-17T08:30:00.000Z')
    expect(closeOf({ ...times, closing: 'latest' }, now)).to.equal(null)
    expect(closeOf({ ...times, topic: 'change', closing: 'half' }, now)).to.equal(null)
  })

  it('rounds proposed values to what people would type', () => {
    const rounded = [157.4213, 95_123.4, 0.0000219431, 1, 3_412.9, 0.85312].map(roundValue)
    expect(rounded).to.deep.equal(['157', '95120', '0.0000219', '1', '3413', '0.853'])
  })

  /** A condition as the gateway answers it. */
  function sendable(condition: object) {
    const fields = Object.entries(condition).map(([name, value]) => [
      name,
      name === 'referenceAt' ? new Date(Number(value) * 1_000).toISOString() : value,
    ])
    return Object.fromEntries(fields)
  }
})
