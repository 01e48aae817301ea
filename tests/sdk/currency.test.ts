import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatMoney } from '@prediction-market/sdk'
import {
  byCurrency,
  CURRENCIES,
  CURRENCY_IDS,
  currencyOf,
  parseCurrency,
} from '@prediction-market/sdk/currency'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'

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
