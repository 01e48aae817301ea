import { readFileSync } from 'node:fs'
import * as sdk from '@prediction-market/sdk'
import * as rest from '@prediction-market/sdk/rest'
import { expect } from 'chai'

const README = readFileSync(new URL('../../sdk/README.md', import.meta.url), 'utf8')

/** Every word in code. */
const NAMED = new Set(
  [...README.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.match(/[A-Za-z_]\w*/g) ?? []),
)

/** The public methods of a class and of those that it extends. */
function methodsOf(type: { prototype: object }): string[] {
  const names: string[] = []
  for (let part = type.prototype; part !== Object.prototype; part = Object.getPrototypeOf(part)) {
    names.push(...Object.getOwnPropertyNames(part))
  }
  return names.filter((name) => name !== 'constructor' && !INTERNAL.includes(name))
}

/** Methods that TypeScript keeps private or protected. */
const INTERNAL = [
  'all',
  'chosen',
  'currencyCalled',
  'currencyNamed',
  'derive',
  'freshNonce',
  'load',
  'optional',
  'quoteMintOf',
  'reload',
  'rentOf',
  'required',
  'signer',
  'some',
  'submitPlan',
  'tokenProgramOf',
  'withQuestions',
]

describe('the README of the SDK', () => {
  it('names everything that the package exports', () => {
    const names = [...Object.keys(sdk), ...Object.keys(rest)]
    expect(names.filter((name) => !NAMED.has(name))).to.deep.equal([])
  })

  it('names every method of the client; builders by their pattern', () => {
    const methods = methodsOf(sdk.PredictionMarketClient).filter((name) => !/^build[A-Z]/.test(name))
    expect(methods).to.include.members(['placeBet', 'follow', 'decide', 'list'])
    expect(methods.filter((name) => !NAMED.has(name))).to.deep.equal([])
  })

  it('names every class of error with what to do', () => {
    const isError = (value: unknown) => typeof value === 'function' && value.prototype instanceof Error
    const errors = Object.entries({ ...sdk, ...rest }).filter(([, value]) => isError(value))
    expect(errors).to.have.length.above(10)
    const rows = README.split('\n').filter((line) => line.startsWith('|'))
    const inTable = (name: string) =>
      rows.some((row) => row.includes(`\`${name}\``) && row.split('|').length === 5)
    const missing = errors.map(([name]) => name).filter((name) => !inTable(name))
    expect(missing).to.deep.equal(['PredictionMarketError'])
  })
})
