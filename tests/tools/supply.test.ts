import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import root from '../../package.json' with { type: 'json' }
import openapi from '../../sdk/src/rest/openapi.json' with { type: 'json' }
import { ROOT } from '../../tools/program/workspace.ts'

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')

/** What could be published, each with the file that names its version and licence. */
const PACKAGES = {
  sdk: 'package.json',
  'examples/agent': 'package.json',
  'clients/python': 'pyproject.toml',
  'clients/rust': 'Cargo.toml',
}

describe('the packages', () => {
  it('have the version of the OpenAPI document', () => expect(openapi.info.version).to.equal(root.version))

  for (const [folder, manifest] of Object.entries(PACKAGES)) {
    it(`${folder} has the version, the licence and a changelog, and says that it is not published`, () => {
      const text = read(folder, manifest)
      const field = (name: string) => new RegExp(`^\\s*"?${name}"?\\s*[=:] "([^"]*)"`, 'm').exec(text)?.[1]
      expect(field('version')).to.equal(root.version)
      expect(field('license')).to.equal(root.license)
      expect(read(folder, 'LICENSE')).to.equal(read('LICENSE'))
      const [, newest] = /^## (.*)$/m.exec(read(folder, 'CHANGELOG.md')) ?? []
      expect(newest).to.be.oneOf(['Unreleased', root.version])
      expect(read(folder, 'README.md')).to.match(/not\s+published/)
    })
  }
})

// @ts-expect-error plain JavaScript without types
import { isAllowed, licenceProblems, readAudit, sourceProblems } from '../../tools/supply/rules.mjs'

describe('the supply chain checks', () => {
  it('read licence expressions', () => {
    const allowed = ['MIT', 'MIT OR GPL-3.0', 'MIT/Apache-2.0', '(MIT OR GPL-3.0) AND Unicode-3.0', '(MIT)']
    const refused = ['GPL-3.0', 'MIT AND GPL-3.0', '(MIT AND GPL-3.0) OR AGPL-3.0', '', 'UNLICENSED']
    expect(allowed.filter((expression) => !isAllowed(expression))).to.deep.equal([])
    expect(refused.filter((expression) => isAllowed(expression))).to.deep.equal([])
  })

  it('name a package whose licence is not allowed', () => {
    const packages = [
      { name: 'good', version: '1.0.0', license: 'ISC' },
      { name: 'bad', version: '2.0.0', license: 'AGPL-3.0' },
      { name: 'silent', version: '3.0.0' },
    ]
    expect(licenceProblems(packages)).to.deep.equal([
      'bad 2.0.0: the licence AGPL-3.0 is not allowed',
      'silent 3.0.0: the licence (none) is not allowed',
    ])
  })

  it('name a crate of another source, and a package without a hash', () => {
    const crates = [
      { name: 'good', source: 'registry+https://github.com/rust-lang/crates.io-index' },
      { name: 'bad', source: 'git+https://example.com/bad' },
    ]
    const packages = [
      { name: 'good', version: '1.0.0', integrity: 'sha512-abc' },
      { name: 'weak', version: '2.0.0', integrity: 'sha1-abc' },
      { name: 'bare', version: '3.0.0' },
    ]
    expect(sourceProblems(crates, packages)).to.deep.equal([
      'bad: comes from git+https://example.com/bad, not from crates.io',
      'weak 2.0.0: package-lock.json has no sha512 of it',
      'bare 3.0.0: package-lock.json has no sha512 of it',
    ])
  })

  const advisory = (severity: string, id: string) => ({
    name: 'leaky',
    severity,
    title: 'Leaks',
    url: `https://github.com/advisories/${id}`,
  })
  const report = (...via: unknown[]) => JSON.stringify({ vulnerabilities: { leaky: { via } } })

  it('fail for a severe advisory, and not for a mild one or a named exception', () => {
    expect(readAudit(report(advisory('high', 'GHSA-1'), 'other')).found).to.deep.equal([
      'leaky: high: Leaks (https://github.com/advisories/GHSA-1)',
    ])
    expect(readAudit(report(advisory('critical', 'GHSA-2'))).found).to.have.length(1)
    expect(readAudit(report(advisory('moderate', 'GHSA-3'))).found).to.deep.equal([])
    expect(readAudit(report(advisory('high', 'GHSA-3gc7-fjrx-p6mg'))).found).to.deep.equal([])
    expect(readAudit(report())).to.deep.equal({ leftOut: null, found: [] })
  })

  it('say that nothing was audited when the registry refuses', () => {
    const refused = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 })
    expect(readAudit(refused)).to.deep.equal({ leftOut: '405 Method Not Allowed', found: [] })
  })
})
