import { resolveMarket } from '@prediction-market/sdk/instructions'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { DecisionReader, ProofMissingError } from '../../sdk/src/core/proof/decision.ts'
import { addressOf } from '../helpers/history/encode.ts'
import {
  BET,
  CHANGE,
  CLOSING,
  CREATION,
  MARKET,
  madeDecision,
  RECORD,
  RESOLUTION,
  VOIDED,
} from '../helpers/sdk/made-decision.ts'
import { type Made, made, nodeWith } from '../helpers/sdk/made-node.ts'
import { thrownBy } from '../helpers/sdk/thrown.ts'

const created = made('created', 'MarketCreated', CREATION)
const recorded = made('recorded', 'ObservationRecorded', RECORD)
const decided = made('decided', 'MarketResolved', RESOLUTION)
const bet = made('bet', 'BetPlaced', BET)

/** So many transactions that say nothing about the market's decision. */
const others = (count: number, state?: Made['state']): Made[] =>
  Array.from({ length: count }, (_, index) => ({
    signature: `${state ?? 'other'} ${index}`,
    ...(state && { state }),
  }))

/** What is found among these transactions, the oldest first, and which of them are read. */
async function found(...transactions: Made[]) {
  const node = nodeWith(transactions)
  return { transactions: await new DecisionReader(node, MARKET).find(), asked: node.asked }
}

describe('the transactions of a decision', () => {
  const both = { created: 'created', recorded: null, decided: 'decided' }

  it('are found among those of the market, down to the end of betting', async () => {
    const settled = others(2)
    const { transactions, asked } = await found(
      created,
      bet,
      { ...bet, signature: 'last' },
      decided,
      ...settled,
    )
    expect(transactions).to.deep.equal(both)
    expect(asked).to.deep.equal(['created', 'other 1', 'other 0', 'decided', 'last'])
  })

  it('include what was recorded before, and none is read before that', async () => {
    const { transactions, asked } = await found(created, bet, recorded, ...others(1), decided)
    expect(transactions).to.deep.equal({ ...both, recorded: 'recorded' })
    expect(asked).to.deep.equal(['created', 'decided', 'other 0', 'recorded'])
  })

  it('are found in whatever order a node lists those of one block', async () => {
    expect((await found(created, decided, bet)).transactions).to.deep.equal(both)
    expect((await found(created, decided, recorded)).transactions).to.deep.equal({
      ...both,
      recorded: 'recorded',
    })
    expect((await found(...others(49), created, ...others(10), decided)).transactions).to.deep.equal(both)
  })

  it('may be one transaction, which records and decides', async () => {
    const one: Made = {
      signature: 'one',
      events: [{ ObservationRecorded: RECORD }, { MarketResolved: RESOLUTION }],
    }
    expect((await found(created, one)).transactions).to.deep.equal({
      created: 'created',
      recorded: 'one',
      decided: 'one',
    })
  })

  it('include the one that voided the market', async () => {
    const voided = made('voided', 'MarketVoided', VOIDED)
    expect((await found(created, bet, voided)).transactions).to.deep.equal({ ...both, decided: 'voided' })
  })

  it('are not found before the decision, nor without the creation', async () => {
    expect((await found()).transactions).to.equal(null)
    expect((await found(created, bet)).transactions).to.equal(null)
    expect((await found(created, bet, recorded)).transactions).to.equal(null)
    expect((await found(bet, decided)).transactions).to.equal(null)
    expect((await found({ ...created, state: 'gone' }, decided)).transactions).to.equal(null)
    expect((await found(created, ...others(50), decided)).transactions, 'far from the oldest').to.deep.equal(
      both,
    )
    expect((await found(...others(50), created, decided)).transactions).to.equal(null)
  })

  it('are not those that failed or that the node no longer has', async () => {
    const failed = others(60, 'failed')
    const gone = others(3, 'gone')
    const { transactions, asked } = await found(...failed, created, decided, ...gone)
    expect(transactions).to.deep.equal(both)
    expect(asked).to.deep.equal(['created', 'gone 2', 'gone 1', 'gone 0', 'decided', 'created'])
  })

  it('are not those of another market', async () => {
    const market = addressOf('another market')
    const beside: Made = {
      signature: 'beside',
      events: [{ MarketCreated: { ...CREATION, market } }, { MarketResolved: { ...RESOLUTION, market } }],
    }
    expect((await found(created, beside)).transactions).to.equal(null)
    expect((await found(beside, created, decided, beside)).transactions).to.deep.equal(both)
  })

  for (const count of [999, 1_000, 1_001, 2_000, 2_300]) {
    it(`are found among ${count}, of which a node lists a thousand at once`, async () => {
      expect((await found(created, ...others(count - 3), bet, decided)).transactions).to.deep.equal(both)
    })
  }
})

describe('a decision in its transactions', () => {
  const reader = (...transactions: Made[]) => new DecisionReader(nodeWith(transactions), MARKET)
  const named = { created: 'created', recorded: null, decided: 'decided' }

  it('is what the events say', async () => {
    const admin = addressOf('an admin')
    const last = { ...decided, events: [{ AdminAccepted: { admin } }, { MarketResolved: RESOLUTION }] }
    expect(await reader(created, last).read(named)).to.deep.include(madeDecision())
  })

  it('has neither a winner nor fees if the market was voided, and no evidence', async () => {
    const voided = made('decided', 'MarketVoided', VOIDED)
    expect(await reader(created, voided).read(named)).to.deep.include({
      outcome: null,
      answer: null,
      observation: null,
      pools: VOIDED.pools,
      latePeriod: 0n,
      late: { Yes: 0n, No: 0n },
      unmatched: 0n,
      fees: { burn: 0n, developer: 0n },
      decidedAt: VOIDED.voidedAt,
      evidence: null,
      shownIn: null,
    })
    const answered = made('decided', 'MarketVoided', { ...VOIDED, answer: 'No' })
    expect(await reader(created, answered).read(named)).to.deep.include({ outcome: null, answer: 'No' })
  })

  /** The transaction with the evidence of a decision at a second, after a record of this kind. */
  async function shownIn(kind: 'notMet' | 'curve' | 'reference', resolvedAt: bigint) {
    const record = made('recorded', 'ObservationRecorded', { ...RECORD, kind })
    const last = made('decided', 'MarketResolved', { ...RESOLUTION, resolvedAt })
    const decision = await reader(created, record, last).read({ ...named, recorded: 'recorded' })
    expect(decision.recorded).to.deep.equal({ ...RECORD, kind })
    expect(decision.transactions).to.deep.equal({
      created: { signature: 'created', slot: 1 },
      recorded: { signature: 'recorded', slot: 2 },
      decided: { signature: 'decided', slot: 3 },
    })
    return decision.shownIn
  }

  it('follows from a recorded "not met" from the end of the proof window on, and from no other record', async () => {
    const deadline = CREATION.expireAt + 30n
    expect(await shownIn('notMet', deadline - 1n)).to.equal('decided')
    expect(await shownIn('notMet', deadline)).to.equal('recorded')
    expect(await shownIn('curve', deadline)).to.equal('decided')
    expect(await shownIn('reference', deadline)).to.equal('decided')
  })

  it('has the evidence of its record if that is a reference price, and of no other record', async () => {
    const [first, second] = [addressOf('first'), addressOf('second')]
    const creation = made('created', 'MarketCreated', { ...CREATION, condition: CHANGE })
    const deciding = (evidence: PublicKey[]) => ({
      instructions: [resolveMarket({ keeper: RECORD.keeper, market: MARKET, evidence })],
    })
    const evidenceOf = async (kind: (typeof RECORD)['kind']) => {
      const record = { ...made('recorded', 'ObservationRecorded', { ...RECORD, kind }), ...deciding([first]) }
      const last = { ...decided, ...deciding([second]) }
      const read = await reader(creation, record, last).read({ ...named, recorded: 'recorded' })
      return [read.evidence, read.referenceEvidence]
    }
    const price = (account: PublicKey) => ({ type: 'price', account, price: null, mint: null })
    expect(await evidenceOf('reference')).to.deep.equal([price(second), price(first)])
    expect(await evidenceOf('curve')).to.deep.equal([price(second), null])
    expect(await evidenceOf('notMet')).to.deep.equal([price(second), null])
  })

  it('is not read from transactions that are missing, failed, or did something else', async () => {
    const missing = async (signatures: object, ...transactions: Made[]) => {
      const reading = reader(...transactions).read({ ...named, ...signatures })
      const error = await thrownBy(reading, ProofMissingError)
      expect(error.name).to.equal('ProofMissingError')
      return error.missing
    }
    expect(await missing({}, created)).to.equal('transactions')
    expect(await missing({}, decided)).to.equal('transactions')
    expect(await missing({ recorded: 'recorded' }, created, decided)).to.equal('transactions')
    expect(await missing({}, created, { ...decided, state: 'failed' })).to.equal('transactions')
    expect(await missing({ created: 'decided' }, created, decided)).to.equal(null)
    expect(await missing({ decided: 'created' }, created, decided)).to.equal(null)
    expect(await missing({ recorded: 'decided' }, created, decided)).to.equal(null)
  })
})

describe('the end of a market', () => {
  const end = (...transactions: Made[]) => new DecisionReader(nodeWith(transactions), MARKET).end()
  const closed = made('closed', 'MarketClosed', CLOSING)

  it('is in one of its ten newest transactions', async () => {
    expect(await end(created, decided, closed)).to.deep.equal(CLOSING)
    expect(await end(created, closed, ...others(9))).to.deep.equal(CLOSING)
    expect(await end(created, closed, ...others(10))).to.equal(null)
    expect(await end(created, decided)).to.equal(null)
  })

  it('is not that of another market', async () => {
    const other = made('other', 'MarketClosed', { ...CLOSING, market: addressOf('another market') })
    expect(await end(created, closed, other)).to.deep.equal(CLOSING)
    expect(await end(created, other)).to.equal(null)
  })
})
