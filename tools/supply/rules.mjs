// What a dependency of a release must fulfil: an allowed licence, a known source with a hash, no severe vulnerability.

/** Licences that a dependency may have, by their SPDX names. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BlueOak-1.0.0',
  'BSD-1-Clause',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
])

/** Packages with another licence or none in their package.json, and why they may be used. */
const EXCEPTIONS = {
  '@resvg/resvg-wasm': 'MPL-2.0; installed as a separate, unchanged package',
  'rpc-websockets': 'LGPL-3.0-only; a dependency of web3.js, installed as a separate, unchanged package',
  eyes: 'names no licence in package.json; its LICENSE file is the MIT licence',
  'text-encoding-utf-8': 'names no licence in package.json; its LICENSE.md is the Unlicense',
}

/** Advisories that do not apply to this project, and why. */
const ADVISORIES = {
  'GHSA-3gc7-fjrx-p6mg':
    'bigint-buffer, a dependency of spl-token: the overflow needs a buffer whose length an attacker chooses; ours have 8 bytes',
}

const CRATES_IO = 'registry+https://github.com/rust-lang/crates.io-index'

/** Whether an SPDX expression is allowed: one licence of an `OR`, all of an `AND`. */
export function isAllowed(expression) {
  const alternatives = (text) =>
    text.split(' OR ').some((all) => all.split(' AND ').every((name) => ALLOWED.has(name.trim())))
  let text = expression.replaceAll(/\s*\/\s*/g, ' OR ')
  for (let inner = innermost(text); inner; inner = innermost(text)) {
    text = text.replace(inner[0], alternatives(inner[1]) ? 'MIT' : 'refused')
  }
  return alternatives(text)
}

const innermost = (text) => /\(([^()]*)\)/.exec(text)

/** One message for each package, `{ name, version, license }`, whose licence is not allowed. */
export function licenceProblems(packages) {
  return packages
    .filter(({ name, license }) => !(name in EXCEPTIONS) && !isAllowed(license ?? ''))
    .map(
      ({ name, version, license }) => `${name} ${version}: the licence ${license ?? '(none)'} is not allowed`,
    )
}

/** One message for each crate that is not of crates.io, and for each npm package without a hash. */
export function sourceProblems(crates, packages) {
  return [
    ...crates
      .filter(({ source }) => source !== CRATES_IO)
      .map(({ name, source }) => `${name}: comes from ${source}, not from crates.io`),
    ...packages
      .filter(({ integrity }) => !integrity?.startsWith('sha512-'))
      .map(({ name, version }) => `${name} ${version}: package-lock.json has no sha512 of it`),
  ]
}

/**
 * Reads the output of `npm audit --json`.
 *
 * @returns the reason why nothing was audited, or the severe advisories that are not exceptions, one text each
 */
export function readAudit(output) {
  const report = JSON.parse(output)
  if (!report.vulnerabilities) {
    return { leftOut: report.message ?? report.error?.summary ?? 'npm gave no reason', found: [] }
  }
  const texts = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .filter(({ url }) => !Object.keys(ADVISORIES).some((id) => url.endsWith(id)))
    .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`)
  return { leftOut: null, found: [...new Set(texts)] }
}
