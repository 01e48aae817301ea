import { expect } from 'chai'
// @ts-expect-error plain JavaScript without types
import { readAudit } from '../../tools/supply/audit-report.mjs'
// @ts-expect-error plain JavaScript without types
import { isAllowed, licenceProblems } from '../../tools/supply/licences.mjs'

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
