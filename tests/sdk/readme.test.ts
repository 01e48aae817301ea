import { readFileSync } from 'node:fs'
import * as sdk from '@prediction-market/sdk'
import * as rest from '@prediction-market/sdk/rest'
import { Connection } from '@solana/web3.js'
import { expect } from 'chai'

const README = readFileSync(new URL('../../sdk/README.md', import.meta.url), 'utf8')

/** Every word in code. */
const NAMED = new Set(
  [...README.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.match(/[A-Za-z_]\w*/g) ?? []),
)

/** The public methods of an object. */
function methodsOf(part: object): string[] {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(part))
  return names.filter((name) => name !== 'constructor' && !INTERNAL.includes(name))
}

/** Methods that TypeScript keeps private. */
const INTERNAL = ['addressOf', 'derive', 'freshNonce', 'now', 'withQuestions']

const PARTS = ['markets', 'bets', 'decisions', 'bankroll', 'burns'] as const

describe('the README of the SDK', () => {
  it('names everything that the package exports', () => {
    const names = [...Object.keys(sdk), ...Object.keys(rest)]
    expect(names.filter((name) => !NAMED.has(name))).to.deep.equal([])
  })

  it('names every method of the client and its parts; builders by their pattern', () => {
    const client = new sdk.PredictionMarketClient(new Connection('http://127.0.0.1:9'))
    const ofParts = PARTS.flatMap((part) => methodsOf(client[part]).map((name) => `client.${part}.${name}`))
    const methods = [...methodsOf(client).map((name) => `client.${name}`), ...ofParts]
    expect(methods).to.include.members(['client.bets.place', 'client.markets.follow', 'client.send'])
    const missing = methods.filter((name) => !README.includes(`\`${name}\``))
    expect(missing.filter((name) => !/\.build[A-Z]/.test(name))).to.deep.equal([])
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
