import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { PARTS } from '../../tools/stryker/parts.ts'
import results from '../../tools/stryker/results.json' with { type: 'json' }
import suites from '../../tools/suites.json' with { type: 'json' }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The files and, with a slash at their end, the folders that the suites run. */
const FILES = Object.values(suites).flatMap(({ files }) => files)

describe('the test suites', () => {
  it('name files and folders that exist', () => {
    expect(FILES.filter((file) => !existsSync(`${ROOT}${file}`))).to.deep.equal([])
  })

  it('leave no test out', () => {
    const tests = readdirSync(`${ROOT}tests`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `tests/${file}`)
    expect(tests).to.include('tests/tools/suites.test.ts')
    const isListed = (test: string) =>
      FILES.some((file) => (file.endsWith('/') ? test.startsWith(file) : test === file))
    expect(tests.filter((test) => !isListed(test))).to.deep.equal([])
  })

  it('leave to the longest ones only what another would run', () => {
    const folders = FILES.filter((file) => file.endsWith('/'))
    const longest = [...suites.slow.files, ...suites.long.files]
    expect(longest.filter((file) => !folders.some((folder) => file.startsWith(folder)))).to.eql([])
    const others = Object.values(suites).filter((suite) => !('optional' in suite))
    const listed = others.flatMap(({ files }) => files)
    expect(suites.slow.again.filter((file) => !listed.some((one) => file.startsWith(one)))).to.eql([])
  })

  it('are all run by .ci/run', () => {
    const commands = readFileSync(`${ROOT}.ci/run`, 'utf8')
    const named = [...commands.matchAll(/npm (?:test|run --silent test:)((?: ?[a-z]+)+)/g)]
    const run = named.flatMap(([, names = '']) => names.trim().split(' '))
    const optional = Object.entries(suites).filter(([, suite]) => 'optional' in suite)
    expect(optional.map(([name]) => name).filter((name) => !run.includes(name))).to.deep.equal([])
  })

  it('patch libraries in the tests of the program only', () => {
    const patched = Object.entries(suites).filter(([, suite]) => 'require' in suite)
    expect(patched.map(([name]) => name)).to.deep.equal(['bankrun', 'long', 'litesvm'])
    expect(readFileSync(`${ROOT}.mocharc.json`, 'utf8')).not.to.contain('fast-keys')
  })
})

/** The patterns that a pattern with braces stands for: one for each alternative. */
function alternatives(pattern: string): string[] {
  const [, before, listed, after = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? []
  return listed?.split(',').flatMap((one) => alternatives(`${before}${one}${after}`)) ?? [pattern]
}

/** Whether a pattern, whose folders may be `**`, names a file of the clone. */
function namesFile(pattern: string): boolean {
  const folder = pattern.replace(/[^/]*\*.*$/, '')
  if (folder === pattern) return existsSync(`${ROOT}${pattern}`)
  const rest = pattern.slice(folder.length).replaceAll('.', '\\.')
  const matched = new RegExp(`^${rest.replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'))}$`)
  const files = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
  return files.some((file) => matched.test(file))
}

describe('the parts that Stryker changes', () => {
  it('name files and tests that exist, in each of their alternatives', () => {
    const named = Object.values(PARTS).flatMap(({ mutate, tests }) => [...mutate, ...tests])
    const patterns = named.flatMap((pattern) => alternatives(pattern.replace(/^!/, '')))
    expect(patterns.filter((pattern) => !namesFile(pattern))).to.deep.equal([])
  })

  it('have reasons for lines of files that exist', () => {
    const lines = Object.values(results).flatMap(({ survivors }) => Object.keys(survivors))
    const files = new Set(lines.map((line) => line.slice(0, line.indexOf(': '))))
    expect([...files].filter((file) => !existsSync(`${ROOT}${file}`))).to.deep.equal([])
  })
})
