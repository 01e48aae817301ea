// Checks the licences of dependencies.

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

/** Whether an SPDX expression is allowed: one licence of an `OR`, all of an `AND`. */
export function isAllowed(expression) {
  const text = expression.trim()
  const alternatives = split(text, / OR |\s*\/\s*/)
  if (alternatives.length > 1) return alternatives.some(isAllowed)
  const all = split(text, / AND /)
  if (all.length > 1) return all.every(isAllowed)
  const inner = /^\((.*)\)$/.exec(text)
  return inner ? isAllowed(inner[1]) : ALLOWED.has(text)
}

/** Splits an expression at the operators that are outside of brackets. */
function split(text, operator) {
  const parts = []
  let [depth, start] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    const found = depth === 0 && text.slice(at).match(new RegExp(`^(?:${operator.source})`))
    if (!found) continue
    parts.push(text.slice(start, at))
    start = at + found[0].length
    at = start - 1
  }
  return [...parts, text.slice(start)]
}

/** One message for each package, `{ name, version, license }`, whose licence is not allowed. */
export function licenceProblems(packages) {
  return packages
    .filter(({ name, license }) => !(name in EXCEPTIONS) && !isAllowed(license ?? ''))
    .map(
      ({ name, version, license }) => `${name} ${version}: the licence ${license ?? '(none)'} is not allowed`,
    )
}
