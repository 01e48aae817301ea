import { readFileSync } from 'node:fs'
import { InvalidInputError, PredictionMarketClient } from '@prediction-market/sdk'
import * as kitEntry from '@prediction-market/sdk/kit'
import { roundAt, seriesNumber } from '@prediction-market/sdk/rules'
import { createSolanaRpc } from '@solana/kit'
import { Connection } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Client } from '../../sdk/src/core/client/client.ts'
import type { Kit } from '../../sdk/src/kit/library.ts'
import type { Web3 } from '../../sdk/src/web3/library.ts'
import { publicNames } from '../../tools/docs/public-names.ts'

const NOON = BigInt(Date.parse('2026-11-16T12:00:00Z') / 1_000)
const FIVE_MINUTES = { number: 7, length: 300 }
const MARGIN = 10

describe('Rounds', () => {
  it('are measured between two times of the grid, and bets end by the margin before the first', () => {
    expect(roundAt(FIVE_MINUTES, NOON, MARGIN)).to.deep.equal({
      nonce: NOON * 1_000n + 7n,
      opensAt: NOON - 10n,
      closeAt: NOON + 290n,
      referenceAt: NOON + 300n,
      expireAt: NOON + 600n,
    })
  })

  it('follow each other in the second in which betting ends', () => {
    const { closeAt, ...first } = roundAt(FIVE_MINUTES, NOON, MARGIN)
    expect(roundAt(FIVE_MINUTES, closeAt - 1n, MARGIN).nonce).to.equal(first.nonce)
    expect(roundAt(FIVE_MINUTES, closeAt, MARGIN).opensAt).to.equal(closeAt)
  })

  it('take bets in every second, one after the other, whatever the clock says', () => {
    const second = fc.bigInt(1_000_000_000n, 10_000_000_000n)
    const grid = fc.record({
      number: fc.integer({ min: 1, max: 999 }),
      length: fc.integer({ min: 12, max: 86_400 }),
    })
    fc.assert(
      fc.property(grid, second, fc.integer({ min: 2, max: 60 }), (series, now, margin) => {
        const round = roundAt(series, now, margin)
        expect(round.opensAt <= now && now < round.closeAt).to.equal(true)
        expect(round.referenceAt % BigInt(series.length)).to.equal(0n)
        expect(seriesNumber(round)).to.equal(series.number)
        expect(roundAt(series, round.closeAt, margin).referenceAt).to.equal(round.expireAt)
      }),
    )
  })

  it('have a nonce that no setting changes', () => {
    const nonces = [2, 10, 60].map((margin) => roundAt(FIVE_MINUTES, NOON + 100n, margin).nonce)
    expect(new Set(nonces).size).to.equal(1)
  })

  it('refuse a number that has no room in a nonce, and no length', () => {
    for (const grid of [
      { number: 0, length: 60 },
      { number: 1_000, length: 60 },
      { number: 1.5, length: 60 },
    ]) {
      expect(() => roundAt(grid, NOON, MARGIN), String(grid.number)).to.throw(InvalidInputError, /number/)
    }
    expect(() => roundAt({ number: 1, length: 0 }, NOON, MARGIN)).to.throw(InvalidInputError, /length/)
    expect(roundAt({ number: 999, length: 1 }, NOON, MARGIN).nonce % 1_000n).to.equal(999n)
  })
})

/** What only one of the two libraries has. */
const WEB3_ONLY = ['connection', 'program'] as const

/** Whether two types are identical: an argument more or another result is a difference. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Members<T, Except = never> = { [Name in Exclude<keyof T, Except>]: T[Name] }

/** Does not compile if a client has a member, or a method an argument or a result, that the one client lacks. */
const SAME: {
  web3: Same<Members<PredictionMarketClient, (typeof WEB3_ONLY)[number]>, Members<Client<Web3>>>
  kit: Same<Members<kitEntry.PredictionMarketClient>, Members<Client<Kit>>>
} = { web3: true, kit: true }

const URL_OF_NONE = 'http://127.0.0.1:1'

/** The methods of an object, with those of its classes. */
function methodsOf(value: object): string[] {
  const names: string[] = []
  for (let one = value; one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    names.push(...Object.getOwnPropertyNames(one))
  }
  return [...new Set(names)].filter((name) => name !== 'constructor').sort()
}

const sourceOf = (file: string) => readFileSync(new URL(`../../sdk/src/${file}`, import.meta.url), 'utf8')

const namesIn = (file: string) => publicNames(file).map(({ name }) => name)

describe('the two clients', () => {
  const web3 = new PredictionMarketClient(new Connection(URL_OF_NONE))
  const kit = new kitEntry.PredictionMarketClient({ rpc: createSolanaRpc(URL_OF_NONE) })

  it('have the same methods, with the arguments and results of the one client', () => {
    expect(SAME).to.deep.equal({ web3: true, kit: true })
    const only: readonly string[] = WEB3_ONLY
    expect(methodsOf(web3).filter((name) => !only.includes(name))).to.deep.equal(methodsOf(kit))
    for (const part of ['markets', 'bets', 'decisions', 'bankroll', 'burns'] as const) {
      expect(methodsOf(web3[part]), part).to.deep.equal(methodsOf(kit[part]))
    }
  })

  it('export the same types of inputs and results, those of one list', () => {
    const [, list = ''] = sourceOf('core/client/types.ts').split('export interface ClientTypes')
    const names = [...list.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name)
    expect(names).to.include('BetInput').and.have.length.above(20)
    for (const [library, entry] of [
      ['web3', 'index.ts'],
      ['kit', 'kit/index.ts'],
    ]) {
      const file = `${library}/client.ts`
      const aliases = [...sourceOf(file).matchAll(/^export type (\w+) = Types\['(\w+)'\]$/gm)]
      expect(
        aliases.map(([, , name]) => name),
        file,
      ).to.deep.equal(names)
      expect(
        aliases.map(([, alias]) => alias),
        file,
      ).to.deep.equal(names)
      const others = ['ClientOptions', 'Fetched', 'PredictionMarketClient']
      expect(namesIn(file), file).to.have.members([...names, ...others])
      expect(namesIn(entry ?? ''), entry).to.include.members(namesIn(file))
      expect(namesIn(entry ?? ''), entry).to.include.members(namesIn('core/public.ts'))
    }
  })

  it('have errors, prices and plans in the entry of Kit, whose users cannot import those of web3.js', () => {
    const items = sourceOf('../README.md').matchAll(/^- (`\w+Error`.*?): /gm)
    const errors = [...items].flatMap(([, list = '']) =>
      [...list.matchAll(/\w+Error/g)].map(([name]) => name),
    )
    expect(errors).to.have.length.above(15)
    // The error of REST, and that of reading a decision without the client, which verifies.
    const others = ['ProofMissingError', 'RestError']
    const needed = errors.filter((name) => !others.includes(name))
    expect(namesIn('kit/index.ts')).to.include.members([
      'HermesPrices',
      'PredictionMarketError',
      'submitPlan',
      ...needed,
    ])
    expect(kitEntry.InvalidInputError.prototype).to.be.instanceOf(kitEntry.PredictionMarketError)
  })
})
