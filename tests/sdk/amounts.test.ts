import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatAmount, formatMoney, InvalidInputError, MAX_U64, parseAmount } from '@prediction-market/sdk'
import {
  byCurrency,
  CURRENCIES,
  CURRENCY_IDS,
  currencyOf,
  parseCurrency,
} from '@prediction-market/sdk/currency'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['sdk/src', 'app/src', 'web/src']

/** The module itself, and what is generated from the gateway's schemas. */
const EXCEPT = ['sdk/src/core/currency.ts', 'sdk/src/rest/schema.ts']

const ID = `['"](?:${CURRENCY_IDS.join('|')})['"]`

/** A union or a list of currencies, a comparison with one, or a choice between them. */
const TOLD_APART = new RegExp(
  `${ID}\\s*[|,]\\s*${ID}|[=!]=\\s*${ID}|${ID}\\s*[=!]=|case ${ID}|\\?\\s*${ID}\\s*:|eq\\([^)]*, ${ID}`,
)

const CONFIG = {
  utilityMint: new PublicKey('So11111111111111111111111111111111111111112'),
  utilityDecimals: 6,
  settings: { minimumStakeSol: 5n, minimumStakeUtility: 7n },
}

describe('the currencies', () => {
  it('are in the order of the program, each with its mint, decimals and smallest stake', () => {
    expect(CURRENCY_IDS).to.deep.equal(['SOL', 'UTILITY'])
    const known = byCurrency((id) => {
      const { mint, decimals, minimumStake } = CURRENCIES[id]
      return [mint(CONFIG), decimals(CONFIG), minimumStake(CONFIG.settings)]
    })
    expect(known).to.deep.equal({ SOL: [null, 9, 5n], UTILITY: [CONFIG.utilityMint, 6, 7n] })
  })

  it('are found again by their mint', () => {
    for (const id of CURRENCY_IDS) {
      expect(currencyOf({ mint: CURRENCIES[id].mint(CONFIG) })).to.equal(id)
    }
  })

  it('are read from their id only', () => {
    expect(CURRENCY_IDS.map(parseCurrency)).to.deep.equal(CURRENCY_IDS)
    expect(() => parseCurrency('sol')).to.throw('currency: must be SOL or UTILITY')
  })

  it('print after an amount', () => {
    expect(formatMoney(1_500_000n, 'UTILITY', 6)).to.equal('1.5 UTILITY')
  })

  it('are compared by name nowhere else', () => {
    const files = FOLDERS.flatMap((folder) =>
      readdirSync(`${ROOT}/${folder}`, { recursive: true }).map((file) => `${folder}/${file}`),
    ).filter((file) => /\.tsx?$/.test(file) && !EXCEPT.includes(file))
    const found = files.filter((file) => TOLD_APART.test(readFileSync(`${ROOT}/${file}`, 'utf8')))
    expect(files.length).to.be.greaterThan(400)
    expect(found).to.deep.equal([])
  })

  for (const text of ["'SOL' | 'UTILITY'", "id === 'SOL'", "case 'UTILITY':", "mint ? 'UTILITY' : 'SOL'"]) {
    it(`are found compared in ${text}`, () => expect(text).to.match(TOLD_APART))
  }
})

describe('amounts', () => {
  const accepted: [amount: string | number, decimals: number, units: bigint][] = [
    ['1', 9, 1_000_000_000n],
    ['1.5', 9, 1_500_000_000n],
    ['0.000000001', 9, 1n],
    ['0', 9, 0n],
    ['0.0', 9, 0n],
    ['1.50', 2, 150n],
    ['7', 0, 7n],
    ['18446744073.709551615', 9, MAX_U64],
    ['18446744073709551615', 0, MAX_U64],
    [1, 9, 1_000_000_000n],
    [1.5, 9, 1_500_000_000n],
    [0.1, 9, 100_000_000n],
    [0.000000001, 9, 1n],
    [1.25e-7, 9, 125n],
    [-0, 9, 0n],
    [1e18, 0, 10n ** 18n],
    [123456.789012345, 9, 123_456_789_012_345n],
  ]
  for (const [amount, decimals, units] of accepted) {
    it(`reads ${typeof amount} ${amount} with ${decimals} decimals`, () => {
      expect(parseAmount(amount, decimals)).to.equal(units)
    })
  }

  const refused: [amount: string | number, decimals: number, reason: string][] = [
    ['', 9, 'plain decimal'],
    ['.5', 9, 'plain decimal'],
    ['5.', 9, 'plain decimal'],
    ['01', 9, 'plain decimal'],
    ['+1', 9, 'plain decimal'],
    ['-1', 9, 'plain decimal'],
    ['1,000', 9, 'plain decimal'],
    ['1 ', 9, 'plain decimal'],
    ['1\n', 9, 'plain decimal'],
    ['1e3', 9, 'plain decimal'],
    ['0x10', 9, 'plain decimal'],
    ['١', 9, 'plain decimal'],
    ['1.5', 0, 'must have at most 0 decimals, got 1'],
    ['0.0000000001', 9, 'must have at most 9 decimals, got '],
    ['1.0000000000', 9, 'must have at most 9 decimals, got '],
    ['18446744073.709551616', 9, 'must be at most 18446744073.709551615'],
    ['18446744073709551616', 0, 'must be at most 18446744073709551615'],
    ['9'.repeat(100_000), 0, 'must be at most 18446744073709551615'],
    [Number.NaN, 9, 'finite'],
    [Number.POSITIVE_INFINITY, 9, 'finite'],
    [-1, 9, 'negative'],
    [-1e-9, 9, 'negative'],
    ['0.30000000000000004', 9, 'must have at most 9 decimals, got 17: send a string, or round'],
    [
      0.1 + 0.2,
      9,
      'has more than 15 significant digits, which a number cannot carry exactly: give a string, or round',
    ],
    [1e-10, 9, 'must have at most 9 decimals, got '],
    [Number.MIN_VALUE, 9, 'must have at most 9 decimals, got '],
    [0.1 + 0.2, 18, 'more than 15 significant digits'],
    [Number.MAX_SAFE_INTEGER, 0, 'more than 15 significant digits'],
    [1e20, 0, 'must be at most 18446744073709551615'],
    [Number.MAX_VALUE, 0, 'more than 15 significant digits'],
    [1e300, 0, 'must be at most 18446744073709551615'],
  ]
  for (const [amount, decimals, reason] of refused) {
    it(`refuses ${typeof amount} ${JSON.stringify(amount).slice(0, 30)} with ${decimals} decimals: ${reason}`, () => {
      expect(() => parseAmount(amount, decimals, 'stake'))
        .to.throw(InvalidInputError, reason)
        .with.property('field', 'stake')
    })
  }

  it('refuses what is neither a string nor a number', () => {
    for (const amount of [null, undefined, ['1'], { toString: () => '1' }, 1n, true]) {
      expect(() => parseAmount(amount as unknown as string, 9)).to.throw(InvalidInputError, 'plain decimal')
    }
  })

  it('refuses decimals that no mint has', () => {
    for (const decimals of [-1, 1.5, 256, Number.NaN]) {
      expect(() => parseAmount('1', decimals)).to.throw(InvalidInputError, 'decimals')
      expect(() => formatAmount(1n, decimals)).to.throw(InvalidInputError, 'decimals')
    }
  })

  it('prints exactly and without trailing zeros', () => {
    expect(formatAmount(1_500_000_000n, 9)).to.equal('1.5')
    expect(formatAmount(1n, 9)).to.equal('0.000000001')
    expect(formatAmount(0n, 9)).to.equal('0')
    expect(formatAmount(100n, 0)).to.equal('100')
    expect(formatAmount(-1_500_000_000n, 9)).to.equal('-1.5')
    expect(formatAmount(MAX_U64, 9)).to.equal('18446744073.709551615')
  })

  it('reads back whatever it prints', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, MAX_U64), fc.integer({ min: 0, max: 30 }), (units, decimals) => {
        expect(parseAmount(formatAmount(units, decimals), decimals)).to.equal(units)
      }),
    )
  })

  it('reads a number of up to 15 digits as its own text', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n - 1n), fc.integer({ min: 0, max: 15 }), (units, decimals) => {
        expect(parseAmount(Number(formatAmount(units, decimals)), decimals)).to.equal(units)
      }),
    )
  })
})
