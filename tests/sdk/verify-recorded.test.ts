import type { Condition } from '@prediction-market/sdk'
import { expect } from 'chai'
import { verifyDecision } from '../../sdk/src/core/proof/verify.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { CHANGE, CREATION, OBSERVED, PRICE, RECORD, RESOLUTION } from '../helpers/sdk/made-decision.ts'
import { deciding, type Made, made, priceAccount } from '../helpers/sdk/made-node.ts'
import { EXPIRES } from '../helpers/sdk/market.ts'
import { DECIDED_IN, type Given, ID, NODE, node, RECEIVER, verified } from '../helpers/sdk/verified.ts'

/** The account of a price before the one that decides. */
const EARLIER = addressOf('an earlier price')

describe('a verified decision after a record', () => {
  const condition = { ...CREATION.condition, timing: 'byExpiry' } as const
  const creation = made('created', 'MarketCreated', { ...CREATION, condition: condition as Condition })
  const deadline = EXPIRES + 30n

  /** A decision by a recorded "not met", and the checks that object to it. */
  async function byRecord(decision: Partial<typeof RESOLUTION> = {}, record: Partial<typeof RECORD> = {}) {
    const resolved = {
      ...RESOLUTION,
      outcome: 'No',
      observation: RECORD.observation,
      resolvedAt: deadline,
    } as const
    const recorded = {
      ...made('recorded', 'ObservationRecorded', { ...RECORD, ...record }),
      ...deciding(PRICE),
    }
    const transactions = [creation, recorded, made('decided', 'MarketResolved', { ...resolved, ...decision })]
    const prices = { [PRICE.toBase58()]: priceAccount(RECORD.observation) }
    const { failed } = await verified({ transactions, prices, account: null })
    return failed.filter(([name]) => name === 'rule')
  }

  it('is No once the proof window has ended', async () => {
    expect(await byRecord()).to.deep.equal([])
    expect(await byRecord({ outcome: 'Yes' })).to.deep.equal([
      ['rule', false, 'the rule says record, then resolveRecorded'],
    ])
    expect(await byRecord({}, { recordedAt: EXPIRES + 600n })).to.deep.equal([
      ['rule', false, 'the rule says DecisionTooLate, then resolveRecorded'],
    ])
    expect(await byRecord({}, { recordedAt: EXPIRES - 1n })).to.deep.equal([])
  })

  it('is not No at once, in the transaction of the record', async () => {
    const { observation } = RECORD
    const resolved = { ...RESOLUTION, outcome: 'No', observation, resolvedAt: RECORD.recordedAt } as const
    const events = [{ ObservationRecorded: RECORD }, { MarketResolved: resolved }]
    const transactions = [creation, { signature: 'decided', events, ...deciding(PRICE) }]
    const prices = { [PRICE.toBase58()]: priceAccount(observation) }
    const { ok, failed } = await verified({ transactions, prices, account: null })
    expect(ok).to.equal(false)
    expect(failed).to.deep.include(['rule', false, 'the rule says record, then EvidenceMissing'])
  })

  it('is Yes by an early price that is shown within the proof window', async () => {
    const early = { ...OBSERVED, observedAt: EXPIRES - 100n }
    const resolved = { ...RESOLUTION, observation: early, latePeriod: 17n, resolvedAt: deadline - 1n }
    const transactions: Made[] = [
      creation,
      { ...made('recorded', 'ObservationRecorded', RECORD), ...deciding(EARLIER) },
      { ...made('decided', 'MarketResolved', resolved), ...deciding(PRICE) },
    ]
    const prices = { [PRICE.toBase58()]: priceAccount(early) }
    const { failed } = await verified({ transactions, prices, account: null })
    expect(failed.filter(([, ok]) => ok === false)).to.deep.equal([])
    const no: Made = {
      ...made('decided', 'MarketResolved', { ...resolved, outcome: 'No' }),
      ...deciding(PRICE),
    }
    const wrong = await verified({ transactions: [...transactions.slice(0, 2), no], prices, account: null })
    expect(wrong.failed).to.deep.include(['rule', false, 'the rule says Yes'])
  })

  describe('of the price before a change', () => {
    const { referenceAt } = CHANGE
    const reference = { ...OBSERVED, value: 24_900_000_000n, observedAt: referenceAt, isMet: false }
    const record = {
      ...RECORD,
      kind: 'reference',
      observation: reference,
      recordedAt: referenceAt + 5n,
    } as const

    async function changed(recorded: Partial<typeof RECORD> = {}, given: Given = {}) {
      const transactions: Made[] = [
        made('created', 'MarketCreated', { ...CREATION, closeAt: referenceAt - 9n, condition: CHANGE }),
        { ...made('recorded', 'ObservationRecorded', { ...record, ...recorded }), ...deciding(EARLIER) },
        DECIDED_IN,
      ]
      const prices = {
        [EARLIER.toBase58()]: priceAccount(reference),
        [PRICE.toBase58()]: priceAccount(OBSERVED),
      }
      return verifyDecision(await node({ transactions, account: null, prices, ...given }), ID)
    }

    it('has a check of its own', async () => {
      const { checks, trusted } = await changed()
      const CHECKED = 'feed, price, confidence and times of the update in its account'
      expect(checks.slice(2)).to.deep.equal([
        { name: 'reference', ok: true, detail: CHECKED },
        { name: 'evidence', ok: true, detail: CHECKED },
        { name: 'rule', ok: true, detail: `the rule decides Yes at the second ${EXPIRES + 5n}` },
        { name: 'lateStakes', ok: true, detail: 'the late stakes follow from the rule' },
        { name: 'payouts', ok: true, detail: 'the fees follow from the rule' },
      ])
      expect(trusted).to.deep.equal([...NODE, RECEIVER])
    })

    it('is wrong if it was recorded too late, or is another', async () => {
      const wrong = async (recorded: Partial<typeof RECORD>) =>
        (await changed(recorded)).checks
          .filter(({ ok }) => ok === false)
          .map(({ name, detail }) => [name, detail])
      expect(await wrong({ recordedAt: EXPIRES + 600n })).to.deep.equal([
        ['reference', 'the rule says DecisionTooLate'],
      ])
      expect(await wrong({ observation: { ...reference, value: 24_800_000_000n } })).to.deep.equal([
        ['reference', 'the price is 24900000000 × 10^-8'],
      ])
    })

    it('is unknown if its account is gone', async () => {
      const prices = { [PRICE.toBase58()]: priceAccount(OBSERVED) }
      const { checks, trusted } = await changed({}, { prices })
      const unchecked = `the price account ${EARLIER} no longer holds the price that the program read`
      expect(checks[2]).to.deep.equal({ name: 'reference', ok: null, detail: unchecked })
      expect(trusted).to.deep.equal([...NODE, RECEIVER, unchecked])
    })
  })
})
