import { type Condition, describeCondition, InvalidInputError } from '@prediction-market/sdk'
import { type DescriptionContext, groupDigits } from '@prediction-market/sdk/condition'
import { BASIS_POINTS, MAX_CHANGE, MAX_CHANGE_BPS } from '@prediction-market/sdk/rules'
import { expect } from 'chai'

const SOL = 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d'
const T = '2026-12-01 00:00:00 UTC'
const S = BigInt(Date.parse('2026-11-30T23:55:00Z')) / 1_000n
const context: DescriptionContext = { tokenAddress: 'Mint1', expireAt: new Date('2026-12-01T00:00:00Z') }

const EARLY = 'Stakes that came too late for an early answer are refunded.'
const SILENCE = 'Without an answer in time, all stakes are refunded.'

const sentences: [condition: Condition, sentence: string][] = [
  [
    { type: 'price', feed: SOL, comparison: 'above', target: '250', timing: 'atExpiry' },
    `Yes if the Pyth price of SOL/USD is above $250 at ${T}, by the first update published at or within a minute after that time; otherwise No. ${SILENCE}`,
  ],
  [
    { type: 'price', feed: SOL, comparison: 'atLeast', target: '1234567.50', timing: 'byExpiry' },
    `Yes as soon as the Pyth price of SOL/USD is at least $1,234,567.5 in any update published after the market opens, by ${T}; otherwise No. ${EARLY} ${SILENCE}`,
  ],
  [
    { type: 'price', feed: 'ab'.repeat(32), comparison: 'below', target: '0.000025', timing: 'atExpiry' },
    `Yes if the Pyth price of feed abababab…abababab is below $0.000025 at ${T}, by the first update published at or within a minute after that time; otherwise No. ${SILENCE}`,
  ],
  [
    { type: 'marketCap', feed: SOL, comparison: 'atMost', target: '1000000', timing: 'atExpiry' },
    `Yes if the price times all minted tokens of token Mint1, its market capitalisation by the Pyth price of SOL/USD (nobody can mint more, and holders can burn theirs), is at most $1,000,000 at ${T}, by the first price update published at or within a minute after that time; otherwise No. ${SILENCE}`,
  ],
  [
    { type: 'supply', comparison: 'below', target: '999', timing: 'byExpiry' },
    `Yes as soon as the supply of token Mint1 (which a mint authority can raise and holders can lower by burning) is below 999 tokens in its mint account, by ${T}; otherwise No. ${EARLY} ${SILENCE}`,
  ],
  [
    { type: 'migration', timing: 'byExpiry' },
    `Yes as soon as the pump.fun bonding curve of token Mint1 is complete and its canonical PumpSwap pool exists, by ${T}; otherwise No. Anyone can complete the curve by buying the rest of it. ${EARLY} ${SILENCE}`,
  ],
  [
    { type: 'holders', comparison: 'below', target: '5', minimumBalance: 1n, timing: 'atExpiry' },
    `Yes if token Mint1 has fewer than 5 holders of at least 1 base unit each at ${T}, as a quorum of the market's attestors counts them; otherwise No. Anyone can move the count by spreading tokens over many wallets. ${SILENCE}`,
  ],
  [
    { type: 'holders', comparison: 'atLeast', target: '1000', minimumBalance: 1n, timing: 'byExpiry' },
    `Yes as soon as token Mint1 has at least 1,000 holders of at least 1 base unit each, as a quorum of the market's attestors counts them, by ${T}; otherwise No. Anyone can move the count by spreading tokens over many wallets. ${EARLY} ${SILENCE}`,
  ],
  [
    { type: 'change', feed: SOL, referenceAt: S, comparison: 'above', bps: 0, timing: 'atExpiry' },
    `Yes if the Pyth price of SOL/USD is above its price at 2026-11-30 23:55:00 UTC, when betting has ended, at ${T}, each by the first update published at or within a minute after its time; otherwise No. ${SILENCE}`,
  ],
  [
    { type: 'change', feed: SOL, referenceAt: S, comparison: 'atMost', bps: -1_205, timing: 'atExpiry' },
    `Yes if the Pyth price of SOL/USD is at most 87.95 % of its price at 2026-11-30 23:55:00 UTC, when betting has ended, at ${T}, each by the first update published at or within a minute after its time; otherwise No. ${SILENCE}`,
  ],
  [
    { type: 'event', timing: 'atExpiry' },
    `Yes if a quorum of the market's attestors answers its question with Yes at ${T}; otherwise No. They answer early, either way, once the answer can no longer change. ${EARLY} ${SILENCE}`,
  ],
]

describe('descriptions', () => {
  for (const [condition, sentence] of sentences) {
    it(`say a ${condition.type} ${condition.timing}`, () => {
      expect(describeCondition(condition, context)).to.equal(sentence)
    })
  }

  it('print balances in tokens where the decimals are known', () => {
    const condition: Condition = {
      type: 'holders',
      comparison: 'above',
      target: '5',
      minimumBalance: 1_500_000_000n,
      timing: 'atExpiry',
    }
    expect(describeCondition(condition, { ...context, tokenDecimals: 6 })).to.include(
      'holders of at least 1,500 tokens each',
    )
    expect(describeCondition(condition, { ...context, tokenDecimals: 9 })).to.include(
      'at least 1.5 tokens each',
    )
    expect(describeCondition(condition, context)).to.include('at least 1,500,000,000 base units each')
    expect(
      describeCondition({ ...condition, minimumBalance: 10n ** 9n }, { ...context, tokenDecimals: 9 }),
    ).to.include('at least 1 token each')
  })

  it('take unix seconds and speak of a token without an address', () => {
    const text = describeCondition({ type: 'migration', timing: 'byExpiry' }, { expireAt: 1_796_083_199n })
    expect(text).to.include("curve of the market's token is complete")
    expect(text).to.include('by 2026-11-30 23:59:59 UTC')
  })

  it('refuse a moment that is none', () => {
    for (const expireAt of [new Date(Number.NaN), 10n ** 15n, '2026' as unknown as Date]) {
      expect(() => describeCondition({ type: 'event', timing: 'atExpiry' }, { expireAt }))
        .to.throw(InvalidInputError)
        .with.property('field', 'expireAt')
    }
  })

  it('group digits by thousands', () => {
    const groups = {
      '0': '0',
      '999': '999',
      '1000': '1,000',
      '123456789': '123,456,789',
      '1234.56789': '1,234.56789',
      '1234.5000': '1,234.5',
      '1000.00': '1,000',
    }
    for (const [plain, grouped] of Object.entries(groups)) expect(groupDigits(plain)).to.equal(grouped)
  })
})

describe('the largest change', () => {
  it('is that of the program', () => {
    // The program limits the factor.
    expect(BASIS_POINTS + MAX_CHANGE_BPS).to.equal(MAX_CHANGE)
  })
})
