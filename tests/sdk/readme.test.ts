import { readFileSync } from 'node:fs'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { Connection } from '@solana/web3.js'
import { expect } from 'chai'
import { MODULES, publicNames } from '../helpers/sdk/public-names.ts'

const README = readFileSync(new URL('../../sdk/README.md', import.meta.url), 'utf8')

/** The most names that the root exports, types included. */
const MAX_ROOT_NAMES = 90

/** The section of "Every name" about a subpath: its names, and patterns of generated names, such as `decode…`. */
function listed(path: string): { names: string[]; patterns: RegExp[] } {
  const [, rest = ''] = README.split(`### \`@prediction-market/sdk${path.slice(1)}\`\n`)
  const [section = ''] = rest.split(/\n##/)
  const codes = [...section.matchAll(/`([\w…]+)`/g)].map(([, code = '']) => code)
  const patterns = codes.filter((code) => code.includes('…'))
  return {
    names: codes.filter((code) => !code.includes('…')).sort(),
    patterns: patterns.map((pattern) => new RegExp(`^${pattern.replace('…', '\\w+')}$`)),
  }
}

/** The public methods of an object. */
function methodsOf(part: object): string[] {
  const chain = [Object.getPrototypeOf(part), Object.getPrototypeOf(Object.getPrototypeOf(part))]
  const names = chain.flatMap((one) => (one === Object.prototype ? [] : Object.getOwnPropertyNames(one)))
  return names.filter((name) => name !== 'constructor' && !INTERNAL.includes(name))
}

/** Methods that TypeScript keeps private. */
const INTERNAL = ['addressOf', 'derive', 'freshNonce', 'now', 'withQuestions']

const PARTS = ['markets', 'bets', 'decisions', 'bankroll', 'burns'] as const

describe('the README of the SDK', () => {
  for (const [path, file] of MODULES) {
    it(`lists every name of ${path}, types included, and no other`, async () => {
      const exported = publicNames(file)
      const module = await import(`@prediction-market/sdk${path.slice(1)}`)
      expect(exported, 'what the sources declare').to.include.members(Object.keys(module))
      const { names, patterns } = listed(path)
      const isGenerated = (name: string) => patterns.some((pattern) => pattern.test(name))
      const unlisted = exported.filter((name) => !names.includes(name))
      expect(unlisted.filter((name) => !isGenerated(name))).to.deep.equal([])
      expect(
        names.filter((name, index) => !exported.includes(name) || names[index + 1] === name),
      ).to.deep.equal([])
    })
  }

  it('has patterns for generated names only', () => {
    const withPatterns = [...MODULES.keys()].filter((path) => listed(path).patterns.length > 0)
    expect(withPatterns).to.deep.equal(['./kit'])
  })

  it(`lists at most ${MAX_ROOT_NAMES} names for the root`, () => {
    expect(publicNames('index.ts')).to.have.length.within(50, MAX_ROOT_NAMES)
  })

  it('names every method of the client and its parts; builders by their pattern', () => {
    const client = new PredictionMarketClient(new Connection('http://127.0.0.1:9'))
    const ofParts = PARTS.flatMap((part) => methodsOf(client[part]).map((name) => `client.${part}.${name}`))
    const methods = [...methodsOf(client).map((name) => `client.${name}`), ...ofParts]
    expect(methods).to.include.members(['client.bets.place', 'client.markets.follow', 'client.send'])
    const missing = methods.filter((name) => !README.includes(`\`${name}\``))
    expect(missing.filter((name) => !/\.build[A-Z]/.test(name))).to.deep.equal([])
  })

  it('names every class of error with what to do', async () => {
    const isError = (value: unknown) => typeof value === 'function' && value.prototype instanceof Error
    const modules = await Promise.all(
      [...MODULES.keys()].map((path) => import(`@prediction-market/sdk${path.slice(1)}`)),
    )
    const errors = modules.flatMap((module) => Object.entries(module)).filter(([, value]) => isError(value))
    expect(errors).to.have.length.above(10)
    const rows = README.split('\n').filter((line) => line.startsWith('|'))
    const inTable = (name: string) =>
      rows.some((row) => row.includes(`\`${name}\``) && row.split('|').length === 5)
    const missing = errors.map(([name]) => name).filter((name) => !inTable(name))
    expect([...new Set(missing)]).to.deep.equal(['PredictionMarketError'])
  })
})
