import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
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

  it('patch libraries in the tests of the program only', () => {
    const patched = Object.entries(suites).filter(([, suite]) => 'require' in suite)
    expect(patched.map(([name]) => name)).to.deep.equal(['bankrun', 'litesvm'])
    expect(readFileSync(`${ROOT}.mocharc.json`, 'utf8')).not.to.contain('fast-keys')
  })
})
