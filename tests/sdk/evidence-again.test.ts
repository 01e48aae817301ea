import type { Observation } from '@prediction-market/sdk/accounts'
import { type PriceUpdate, PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import type { DecisionEvidence } from '@prediction-market/sdk/proof'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { readReferenceAgain } from '../../sdk/src/core/proof/observed.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { encodePriceUpdate } from '../helpers/oracle/pyth.ts'
import {
  CHANGE,
  CREATION,
  FEED,
  madeDecision,
  OBSERVED,
  PRICE,
  RECORD,
} from '../helpers/sdk/made-decision.ts'
import { type Accounts, nodeWith } from '../helpers/sdk/made-node.ts'
import { EXPIRES } from '../helpers/sdk/market.ts'
import { again, RECEIVER } from '../helpers/sdk/verified.ts'

type PriceEvidence = Extract<DecisionEvidence, { type: 'price' }>

const mint = addressOf('a mint')

/** The price in the transaction that decided, 250 dollars. */
const UPDATE: Omit<PriceUpdate, 'signed'> = {
  feedId: FEED,
  price: OBSERVED.value,
  conf: 0n,
  exponent: -8,
  publishTime: Number(EXPIRES),
  prevPublishTime: Number(EXPIRES) - 2,
  emaPrice: OBSERVED.value,
  emaConf: 0n,
}

const priceEvidence = (changes: Partial<PriceEvidence> = {}): PriceEvidence => {
  return { type: 'price', account: PRICE, price: UPDATE, mint: null, ...changes }
}

describe('a price that is read again', () => {
  const shown = { at: EXPIRES, previous: EXPIRES - 2n, reading: 'met', isSure: true }

  /** What is wrong about a price in the transaction. */
  async function wrong(
    update: Partial<PriceUpdate>,
    observed: Partial<Observation> = {},
    token: PublicKey | null = null,
  ) {
    const evidence = priceEvidence({ price: { ...UPDATE, ...update }, mint: token })
    return (await again(evidence, observed)).objections
  }

  it('is that of the transaction', async () => {
    expect(await again(priceEvidence())).to.deep.equal({
      shown,
      objections: [],
      checked: 'feed, price, confidence and times of the update in the transaction',
      trusted: [RECEIVER],
    })
  })

  it('is that of its account', async () => {
    const data = encodePriceUpdate({ feed: FEED, price: OBSERVED.value, publishTime: EXPIRES })
    const accounts = { [PRICE.toBase58()]: { data, owner: PYTH_RECEIVER } }
    expect(await again(priceEvidence({ price: null }), {}, accounts)).to.deep.equal({
      shown: { ...shown, previous: EXPIRES - 1n },
      objections: [],
      checked: 'feed, price, confidence and times of the update in its account',
      trusted: [RECEIVER],
    })
  })

  it('is unknown if its account has another one now, or is gone', async () => {
    const update = { feed: FEED, price: OBSERVED.value, publishTime: EXPIRES }
    const data = encodePriceUpdate(update)
    const accounts: Accounts[] = [
      {},
      { [PRICE.toBase58()]: { data, owner: addressOf('a program') } },
      {
        [PRICE.toBase58()]: {
          data: encodePriceUpdate({ ...update, partialSignatures: 5 }),
          owner: PYTH_RECEIVER,
        },
      },
      {
        [PRICE.toBase58()]: {
          data: encodePriceUpdate({ ...update, publishTime: EXPIRES + 1n }),
          owner: PYTH_RECEIVER,
        },
      },
    ]
    const unchecked = `the price account ${PRICE} no longer holds the price that the program read`
    for (const one of accounts) {
      expect(await again(priceEvidence({ price: null }), {}, one)).to.deep.equal({
        shown: { ...shown, previous: EXPIRES - 1n },
        objections: [],
        checked: '',
        unchecked,
        trusted: [RECEIVER, unchecked],
      })
    }
    const previousOf = async (observedAt: bigint) =>
      (await again(priceEvidence({ price: null }), { observedAt })).shown.previous
    expect(await previousOf(EXPIRES - 5n), 'an early one').to.equal(EXPIRES - 6n)
    expect(await previousOf(EXPIRES + 5n)).to.equal(EXPIRES - 1n)
  })

  it('is of the feed, the value and the second that the program observed', async () => {
    expect(await wrong({ feedId: 'ff' })).to.deep.equal(['the price is of the feed ff'])
    expect(await wrong({ publishTime: Number(EXPIRES) + 1 })).to.deep.equal([
      `the price was published at ${EXPIRES + 1n}`,
    ])
    const value = (price: bigint, exponent = -8) => [`the price is ${price} × 10^${exponent}`]
    expect(await wrong({ price: OBSERVED.value + 1n })).to.deep.equal(value(OBSERVED.value + 1n))
    expect(await wrong({ price: 2n * OBSERVED.value })).to.deep.equal(value(2n * OBSERVED.value))
    expect(await wrong({ exponent: -7 })).to.deep.equal(value(OBSERVED.value, -7))
    expect((await again(priceEvidence({ price: { ...UPDATE, publishTime: 7 } }))).shown.at).to.equal(7n)
  })

  it('is as certain and as early as the terms ask for, or else it was not read', async () => {
    const unread = { value: 0n, hasValue: false, isMet: false }
    const uncertain = { conf: OBSERVED.value / 100n + 1n }
    const certain = { conf: OBSERVED.value / 100n }
    const objection = (is: string) => [`the price is ${is} as certain and as early as the terms ask for`]
    expect(await wrong(certain)).to.deep.equal([])
    expect(await wrong(uncertain)).to.deep.equal([
      'the price is not as certain and as early as the terms ask for',
    ])
    expect(await wrong(uncertain, unread)).to.deep.equal([])
    expect(await wrong(certain, unread)).to.deep.equal([objection('')[0]?.replace('  ', ' ')])
    const at = (delay: bigint) => ({ publishTime: Number(EXPIRES + delay) })
    expect(await wrong(at(60n), { observedAt: EXPIRES + 60n })).to.deep.equal([])
    expect(await wrong(at(61n), { observedAt: EXPIRES + 61n })).to.deep.equal(objection('not'))
    expect(await wrong(at(61n), { observedAt: EXPIRES + 61n, ...unread })).to.deep.equal([])
  })

  it('is a factor of a market capitalisation, whose supply is trusted', async () => {
    const cap = { value: OBSERVED.value * 7n, exponent: -14 }
    const evidence = priceEvidence({ mint })
    expect((await again(evidence, cap)).trusted).to.deep.equal([
      RECEIVER,
      `the supply of ${mint} in the slot of the transaction`,
    ])
    const isOf = (update: Partial<PriceUpdate>, observed: Partial<Observation>) =>
      wrong(update, observed, mint)
    // 0.00175 dollars, which is not above 200.
    expect(await isOf({}, { ...cap, isMet: false })).to.deep.equal([])
    expect(await isOf({}, { value: OBSERVED.value * 7n, exponent: -8 })).to.deep.equal([])
    const value = [`the price is ${OBSERVED.value} × 10^-8`]
    expect(await isOf({}, { value: OBSERVED.value * 7n, exponent: -7 })).to.deep.equal(value)
    expect(await isOf({}, { value: OBSERVED.value * 7n + 1n })).to.deep.equal(value)
  })

  it('meets the condition if the program says so, and only then', async () => {
    expect(await wrong({}, { isMet: false })).to.deep.equal(['the value meets the condition'])
    const low = { price: 20_000_000_000n }
    expect(await wrong(low, { value: low.price })).to.deep.equal(['the value does not meet the condition'])
    expect(await wrong(low, { value: low.price, isMet: false })).to.deep.equal([])
    const uncertain = { conf: OBSERVED.value }
    expect(await wrong(uncertain, { hasValue: false })).to.deep.equal([
      'the value does not meet the condition',
    ])
    const { shown } = await again(priceEvidence(), { hasValue: false })
    expect(shown.reading).to.equal('unreadable')
    expect((await again(priceEvidence(), { isMet: false })).shown.reading).to.equal('notMet')
  })
})

describe('the price before a change that is read again', () => {
  const { referenceAt } = CHANGE
  const created = { ...CREATION, condition: CHANGE }
  const observation = { ...OBSERVED, value: 24_900_000_000n, observedAt: referenceAt, isMet: false }
  const recorded = { ...RECORD, kind: 'reference', observation } as const
  const update = { ...UPDATE, price: observation.value, publishTime: Number(referenceAt) }
  const change = { created, recorded, referenceEvidence: priceEvidence({ price: update }) }

  const reference = (decision: object) =>
    readReferenceAgain(nodeWith([]), madeDecision({ ...change, ...decision }))

  it('is that of the second of the reference', async () => {
    expect(await reference({})).to.deep.equal({
      shown: { at: referenceAt, previous: EXPIRES - 2n, reading: 'notMet', isSure: true },
      objections: [],
      checked: 'feed, price, confidence and times of the update in the transaction',
      trusted: [RECEIVER],
    })
    const late = { ...update, publishTime: Number(referenceAt) + 61 }
    const read = await reference({ referenceEvidence: priceEvidence({ price: late }) })
    expect(read?.objections).to.deep.equal([`the price was published at ${referenceAt + 61n}`])
    const lateRecord = { ...recorded, observation: { ...observation, observedAt: referenceAt + 61n } }
    const both = await reference({ recorded: lateRecord, referenceEvidence: priceEvidence({ price: late }) })
    expect(both?.objections).to.deep.equal(['the price is not as certain and as early as the terms ask for'])
  })

  it('is none for other conditions, without a record, or without a price', async () => {
    expect(await reference({ created: CREATION })).to.equal(null)
    expect(await reference({ recorded: null })).to.equal(null)
    expect(await reference({ referenceEvidence: null })).to.equal(null)
    expect(await reference({ referenceEvidence: { type: 'state', accounts: [] } })).to.equal(null)
  })

  it('is what the price at expiry is compared with', async () => {
    const met = async (value: bigint) => {
      const one = { ...recorded, observation: { ...observation, value } }
      return (await again(priceEvidence(), {}, {}, { ...change, recorded: one })).objections
    }
    expect(await met(24_900_000_000n)).to.deep.equal([])
    expect(await met(25_000_000_000n)).to.deep.equal(['the value does not meet the condition'])
    const without = await again(priceEvidence(), {}, {}, { created })
    expect(without.objections).to.deep.equal(['the value does not meet the condition'])
  })
})
