import { InvalidInputError } from '@prediction-market/sdk'
import type { DecisionProof } from '@prediction-market/sdk/proof'
import { expect } from 'chai'
import { verifyDecision } from '../../sdk/src/core/proof/verify.ts'
import { addressOf } from '../helpers/history/encode.ts'
import {
  BET,
  CLOSING,
  MARKET,
  OBSERVED,
  PRICE,
  RECORD,
  RESOLUTION,
  SOL,
  VOIDED,
} from '../helpers/sdk/made-decision.ts'
import {
  encodeMadeAccount,
  type Made,
  made,
  NO_OBSERVATION,
  nodeWith,
  priceAccount,
} from '../helpers/sdk/made-node.ts'
import { EXPIRES } from '../helpers/sdk/market.ts'
import { thrownBy } from '../helpers/sdk/thrown.ts'
import {
  CREATED_IN,
  DECIDED_IN,
  type Given,
  ID,
  NODE,
  node,
  RECEIVER,
  verified,
} from '../helpers/sdk/verified.ts'

const keeper = addressOf('a keeper')

describe('a verified decision', () => {
  const TRANSACTIONS = 'successful transactions of the program created and decided the market'
  const FEES = 'the fees follow from the rule'
  const iso = (second: bigint) => new Date(Number(second) * 1_000).toISOString()
  const proof: DecisionProof = {
    marketId: ID,
    winningOutcome: 'Yes',
    answer: 'Yes',
    resolvedAt: iso(RESOLUTION.resolvedAt),
    observation: { value: '25000000000', exponent: -8, observedAt: iso(EXPIRES), met: true },
    transactions: {
      created: { transactionId: 'created' },
      recorded: null,
      decided: { transactionId: 'decided' },
    },
  }

  it('names each check and what is trusted', async () => {
    const { decision, ...result } = await verifyDecision(await node(), ID)
    expect(result).to.deep.equal({
      ok: true,
      missing: null,
      checks: [
        { name: 'transactions', ok: true, detail: TRANSACTIONS },
        { name: 'account', ok: true, detail: 'it holds the same' },
        {
          name: 'evidence',
          ok: true,
          detail: 'feed, price, confidence and times of the update in its account',
        },
        { name: 'rule', ok: true, detail: `the rule decides Yes at the second ${EXPIRES + 5n}` },
        { name: 'lateStakes', ok: true, detail: 'the late stakes follow from the rule' },
        { name: 'payouts', ok: true, detail: FEES },
      ],
      trusted: [...NODE, RECEIVER],
    })
    expect(decision?.outcome).to.equal('Yes')
  })

  it("is compared with the gateway's answer if that is given", async () => {
    const { checks, ok } = await verifyDecision(await node(), proof)
    expect(ok).to.equal(true)
    expect(checks[1]).to.deep.equal({ name: 'answer', ok: true, detail: 'the answer is what the chain says' })
    const false_ = await verified({}, { ...proof, winningOutcome: 'No', answer: 'No' })
    expect(false_).to.deep.include({
      ok: false,
      failed: [['answer', false, 'the winning outcome is Yes; the answer is Yes']],
    })
  })

  it('is that of the transactions that the gateway names', async () => {
    const wrong = { ...proof.transactions, created: { transactionId: 'decided' } }
    const { checks, ...result } = await verifyDecision(await node(), { ...proof, transactions: wrong })
    expect(result).to.deep.equal({ ok: false, missing: null, decision: null, trusted: [] })
    expect(checks.map(({ name, ok }) => [name, ok])).to.deep.equal([['transactions', false]])
    expect(checks[0]?.detail).to.contain('decided')
    const unknown = { ...proof.transactions, recorded: { transactionId: 'elsewhere' } }
    const missing = await verified({}, { ...proof, transactions: unknown })
    expect(missing).to.deep.include({ ok: null, missing: 'transactions', names: ['transactions'] })
    const record = made('recorded', 'ObservationRecorded', { ...RECORD, kind: 'curve' })
    const given = { transactions: [CREATED_IN, record, DECIDED_IN] }
    const named = { ...proof.transactions, recorded: { transactionId: 'recorded' } }
    const read = await verifyDecision(await node(given), { ...proof, transactions: named })
    expect(read.decision?.recorded?.kind).to.equal('curve')
  })

  it('is reported check by check', async () => {
    const seen: string[] = []
    const { checks } = await verifyDecision(await node(), proof, ({ name, ok }) => seen.push(`${name} ${ok}`))
    expect(seen).to.deep.equal(checks.map(({ name }) => `${name} true`))
    expect(seen).to.have.length(7)
  })

  it('is unknown, or wrong, if a check is', async () => {
    expect(await verified({ prices: {}, account: null })).to.deep.include({ ok: null })
    const stranger = { prices: { [PRICE.toBase58()]: { ...priceAccount(OBSERVED), owner: keeper } } }
    const unread = `the price account ${PRICE} no longer holds the price that the program read`
    expect(await verified(stranger)).to.deep.include({ ok: null, failed: [['evidence', null, unread]] })
    const both = await verified({ ...stranger, account: { status: 2 } })
    expect(both.ok).to.equal(false)
    expect(both.failed).to.deep.include(['account', false, 'it holds something else'])
  })

  it('is not searched by an id that is none', async () => {
    const error = await thrownBy(verifyDecision(await node(), 'market_1'), InvalidInputError)
    expect(error.field).to.equal('marketId')
  })

  it('is not doubted because the node cannot be asked', async () => {
    const broken = { ...(await node()), transaction: () => Promise.reject(new TypeError('no connection')) }
    expect((await thrownBy(verifyDecision(broken, ID), TypeError)).message).to.equal('no connection')
  })

  it('is missing with the node that does not have it', async () => {
    const bet = made('bet', 'BetPlaced', BET)
    const missing = async (given: Given) => {
      const { ok, missing, names } = await verified(given)
      expect([ok, names]).to.deep.equal([null, ['transactions']])
      return missing
    }
    expect(await missing({ account: { status: 0, answer: 0 }, transactions: [CREATED_IN, bet] })).to.equal(
      'decision',
    )
    expect(await missing({ account: { status: 0, answer: 0 } })).to.equal('decision')
    expect(await missing({ account: null, transactions: [] })).to.equal('market')
    expect(await missing({ account: null, transactions: [CREATED_IN, bet] })).to.equal('transactions')
    expect(await missing({ transactions: [] })).to.equal('transactions')
    const elsewhere = nodeWith([], {
      [MARKET.toBase58()]: { data: await encodeMadeAccount(), owner: keeper },
    })
    expect((await verifyDecision(elsewhere, ID)).missing).to.equal('market')
  })

  it('of a market that is closed agrees with its end', async () => {
    const closed = made('closed', 'MarketClosed', CLOSING)
    const transactions = [CREATED_IN, DECIDED_IN, closed]
    const { checks, ok } = await verifyDecision(await node({ transactions, account: null }), ID)
    expect(ok).to.equal(true)
    expect(checks[1]).to.deep.equal({ name: 'account', ok: true, detail: 'it was closed once all was paid' })
    const other = made('closed', 'MarketClosed', { ...CLOSING, dust: 4n })
    const wrong = await verified({ transactions: [CREATED_IN, DECIDED_IN, other], account: null })
    expect(wrong.failed).to.deep.equal([['account', false, 'it was closed with other amounts']])
    // The account of another program is none.
    const stranger = { data: await encodeMadeAccount(), owner: keeper }
    const taken = nodeWith(transactions, {
      [MARKET.toBase58()]: stranger,
      [PRICE.toBase58()]: priceAccount(OBSERVED),
    })
    expect((await verifyDecision(taken, ID)).checks[1]?.detail).to.equal('it was closed once all was paid')
  })

  it('follows from the rule, whatever else the program may have said', async () => {
    const wrong = async (changes: Partial<typeof RESOLUTION>, prices?: Given['prices']) => {
      const transactions = [
        CREATED_IN,
        { ...DECIDED_IN, events: [{ MarketResolved: { ...RESOLUTION, ...changes } }] },
      ]
      return (await verified({ transactions, ...(prices && { prices }) })).failed.filter(
        ([name]) => name === 'rule',
      )
    }
    expect(await wrong({ outcome: 'No' })).to.deep.equal([['rule', false, 'the rule says Yes']])
    expect(await wrong({ resolvedAt: EXPIRES + 600n })).to.deep.equal([
      ['rule', false, 'the rule says DecisionTooLate'],
    ])
    const nothing = 'nothing was observed that the answer follows from'
    expect(await wrong({ observation: null, resolvedAt: EXPIRES + 600n })).to.deep.equal([
      ['rule', false, nothing],
    ])
    const early = `the market was voided too early; ${nothing}`
    expect(await wrong({ observation: null })).to.deep.equal([['rule', false, early]])
    const late = { ...OBSERVED, observedAt: EXPIRES + 2n }
    const prices = { [PRICE.toBase58()]: priceAccount(late) }
    // The update before was published after the expiry: this is not the first.
    expect(await wrong({ observation: late }, prices)).to.deep.equal([
      ['rule', false, 'the rule says ObservationOutOfTime'],
    ])
  })

  it('to void the market is right once it could be voided', async () => {
    const void_ = (changes: Partial<typeof VOIDED>): Given => {
      const { voidedAt } = { ...VOIDED, ...changes }
      const account = { status: 2, answer: 0, resolvedAt: voidedAt, fees: { burn: 0n, developer: 0n } }
      return {
        transactions: [CREATED_IN, made('decided', 'MarketVoided', { ...VOIDED, ...changes })],
        account: { ...account, observation: NO_OBSERVATION },
      }
    }
    const { checks, ok, trusted } = await verifyDecision(await node(void_({})), ID)
    expect([ok, trusted]).to.deep.equal([true, NODE])
    expect(checks.map(({ name }) => name)).to.deep.equal(['transactions', 'account', 'rule'])
    expect(checks[2]?.detail).to.equal('nothing decided it until it could be voided')
    expect((await verified(void_({ voidedAt: EXPIRES + 599n }))).failed).to.deep.equal([
      ['rule', false, 'the market was voided too early'],
    ])
  })

  it('to void the market does not follow from what was recorded before', async () => {
    const voided = { ...VOIDED, observation: RECORD.observation }
    const record = made('recorded', 'ObservationRecorded', RECORD)
    const transactions = [CREATED_IN, record, made('decided', 'MarketVoided', voided)]
    const { names } = await verified({ transactions, account: null })
    expect(names).to.deep.equal(['transactions', 'account', 'rule'])
  })

  it('that no stake counts on the answer follows from what was observed', async () => {
    const pools = { Yes: 0n, No: SOL }
    const voided = { ...VOIDED, answer: 'Yes', observation: OBSERVED, pools, voidedAt: EXPIRES + 5n } as const
    const one: Made = { ...DECIDED_IN, events: [{ MarketVoided: voided }] }
    const account = { status: 2, pools: [0n, SOL], fees: { burn: 0n, developer: 0n } }
    const result = await verified({ transactions: [CREATED_IN, one], account })
    expect(result).to.deep.include({
      ok: true,
      names: ['transactions', 'account', 'evidence', 'rule', 'payouts'],
    })
  })
})
