import type { Market } from '@prediction-market/sdk/accounts'
import type { MarketDecision } from '@prediction-market/sdk/proof'
import { expect } from 'chai'
import { checkEnd, checkStakes } from '../../sdk/src/core/proof/compare.ts'
import { CLOSING, CREATION, madeAccount, madeDecision, SOL } from '../helpers/sdk/made-decision.ts'
import { CREATED } from '../helpers/sdk/market.ts'

const NO_STAKES = { Yes: 0n, No: 0n }

/** The checks that one of these functions makes: name, objections and why it is not made. */
function collect(run: (check: Parameters<typeof checkEnd>[2]) => void) {
  const checks: { name: string; wrong: string; detail: string; unchecked: string | undefined }[] = []
  run((name, objections, detail, unchecked) => {
    checks.push({ name, wrong: objections.filter((one) => one !== false).join('; '), detail, unchecked })
  })
  return checks
}

describe('the end of a decided market', () => {
  const endOf = (end: typeof CLOSING | null) => collect((check) => checkEnd(madeDecision(), end, check))

  it('is right if all stakes were paid', () => {
    const detail = 'it was closed once all was paid'
    expect(endOf(CLOSING)).to.deep.equal([{ name: 'account', wrong: '', detail, unchecked: undefined }])
  })

  it('is unknown without the transaction that closed it', () => {
    const [check] = endOf(null)
    expect(check).to.deep.include({
      wrong: '',
      unchecked: 'the node has neither the account nor the transaction that closed it',
    })
  })

  it('is wrong with any other amount', () => {
    const { fees, paid, dust } = CLOSING
    const burn = fees.burn + 1n
    const developer = fees.developer + 1n
    const ends = [
      { paid: paid + 1n },
      { dust: dust + 1n },
      // All stakes are paid, but others than the decision says.
      { fees: { ...fees, burn }, paid: paid - 1n },
      { fees: { ...fees, burn } },
      { fees: { ...fees, developer }, paid: paid - 1n },
      { fees: { ...fees, developer } },
    ]
    for (const end of ends) {
      expect(endOf({ ...CLOSING, ...end })[0]?.wrong).to.equal('it was closed with other amounts')
    }
  })
})

describe('the stakes of a decided market', () => {
  /** What is wrong about the late stakes and the payouts. */
  function wrong(
    decision: Partial<MarketDecision>,
    asOf: bigint | null = null,
    account: Market | null = madeAccount(),
  ) {
    const checks = collect((check) => checkStakes(madeDecision(decision), asOf, account, check))
    return Object.fromEntries(checks.map(({ name, wrong }) => [name, wrong]))
  }
  const right = { lateStakes: '', payouts: '' }

  it('are right if none was late and the fees are those of the terms', () => {
    expect(collect((check) => checkStakes(madeDecision(), null, null, check))).to.deep.equal([
      { name: 'lateStakes', wrong: '', detail: 'the late stakes follow from the rule', unchecked: undefined },
      { name: 'payouts', wrong: '', detail: 'the fees follow from the rule', unchecked: undefined },
    ])
  })

  it('have the fees of the terms, to the unit', () => {
    const { burn, developer } = madeDecision().fees
    const fees = { ...right, payouts: `the fees are ${burn} and ${developer}` }
    for (const unit of [1n, -1n]) {
      expect(wrong({ fees: { burn: burn + unit, developer } })).to.deep.equal(fees)
      expect(wrong({ fees: { burn, developer: developer + unit } })).to.deep.equal(fees)
    }
    expect(wrong({ unmatched: 1n }).payouts).to.contain('0 of the losing stakes found no opponent')
  })

  it('find opponents up to the ratio of the terms', () => {
    const created = { ...CREATION, terms: { ...CREATION.terms, maxRatio: 150 } }
    const decision = {
      created,
      pools: { Yes: 2n * SOL, No: 10n * SOL },
      unmatched: 7n * SOL,
      fees: { burn: (3n * SOL * 5n) / 100n, developer: (3n * SOL * 3n) / 100n },
    }
    expect(wrong(decision)).to.deep.equal(right)
    const objection = `${7n * SOL} of the losing stakes found no opponent`
    expect(wrong({ ...decision, unmatched: 7n * SOL - 1n }).payouts).to.contain(objection)
    expect(wrong({ ...decision, answer: 'No', outcome: 'No' }).payouts).not.to.equal('')
  })

  it('are late by their period, which the account shows', () => {
    // Periods of 30 seconds from the creation on, of which the last ends at the expiry.
    const asOf = CREATED + 60n
    const stakes = [{ Yes: SOL, No: 0n }, { Yes: 0n, No: SOL }, NO_STAKES] as const
    const account = madeAccount({ recent: { period: 4n, stakes } })
    const late = { Yes: SOL, No: SOL }
    const fees = { burn: SOL / 20n, developer: (3n * SOL) / 100n }
    expect(wrong({ latePeriod: 3n, late, fees }, asOf, account)).to.deep.equal(right)
    expect(wrong({ latePeriod: 3n }, asOf, account).lateStakes).to.equal(
      `the late stakes are ${SOL} and ${SOL}`,
    )
    expect(wrong({ latePeriod: 2n, late, fees }, asOf, account).lateStakes).to.equal(
      'stakes are late as of the period 3, not 2',
    )
    expect(wrong({}, null, account), 'at expiry').to.deep.equal(right)
    expect(wrong({ latePeriod: 3n, late }).lateStakes).to.equal(
      'stakes are late as of the period 0, not 3; the late stakes are 0 and 0',
    )
  })

  it('are not proven late once the account is closed', () => {
    const late = { Yes: SOL, No: SOL }
    const fees = { burn: SOL / 20n, developer: (3n * SOL) / 100n }
    const decision = madeDecision({ latePeriod: 3n, late, fees })
    const [lateStakes, payouts] = collect((check) => checkStakes(decision, CREATED + 60n, null, check))
    expect(lateStakes).to.deep.include({
      wrong: '',
      unchecked: 'only the account, which is closed, had the last stakes',
    })
    expect(payouts).to.deep.include({ wrong: '', unchecked: undefined })
    expect(wrong({ latePeriod: 4n }, CREATED + 60n, null).lateStakes).to.contain('as of the period 3, not 4')
    const before = collect((check) => checkStakes(madeDecision(), CREATED - 30n, null, check))
    expect(before[0]).to.deep.include({ wrong: '', unchecked: undefined })
    const shown = collect((check) => checkStakes(decision, CREATED + 60n, madeAccount(), check))
    expect(shown[0]?.unchecked).to.equal(undefined)
  })

  it('are all refunded if none counted on the answer, and only then', () => {
    const none = { burn: 0n, developer: 0n }
    const refunded = { outcome: null, pools: { Yes: 0n, No: SOL }, fees: none }
    const checks = collect((check) => checkStakes(madeDecision(refunded), null, null, check))
    const detail = 'no stake counted on the answer: all are refunded'
    expect(checks).to.deep.equal([{ name: 'payouts', wrong: '', detail, unchecked: undefined }])
    const objection = 'winner and stakes do not agree'
    expect(wrong({ outcome: null, fees: none })).to.deep.equal({ payouts: objection })
    expect(wrong({ pools: { Yes: 0n, No: SOL } }).payouts).to.contain(objection)
    expect(wrong({ ...refunded, unmatched: 1n }).payouts).to.contain(
      '0 of the losing stakes found no opponent',
    )
    const limited = { ...CREATION, terms: { ...CREATION.terms, maxRatio: 150 } }
    expect(wrong({ ...refunded, created: limited })).to.deep.equal({ payouts: '' })
  })

  it('are not checked if there is no answer', () => {
    expect(wrong({ outcome: null, answer: null })).to.deep.equal({})
    expect(wrong({ outcome: null, answer: null }, CREATED + 60n)).to.deep.equal({})
  })
})
