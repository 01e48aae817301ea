// Checks the dependencies of a release: every crate and npm package has an allowed licence, comes from the public
// registry and is pinned by a hash. `npm run supply`

import { licenceProblems } from './licences.mjs'
import { CRATES_IO, crates, npmPackages } from './packages.mjs'

const rust = crates().filter(({ source }) => source !== null)
const npm = npmPackages()
const problems = [
  ...licenceProblems(rust),
  ...licenceProblems(npm),
  ...rust
    .filter(({ source }) => source !== CRATES_IO)
    .map(({ name, source }) => `${name}: comes from ${source}, not from crates.io`),
  ...npm
    .filter(({ integrity }) => !integrity?.startsWith('sha512-'))
    .map(({ name, version }) => `${name} ${version}: package-lock.json has no sha512 of it`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(
  `${rust.length} crates and ${npm.length} npm packages: licences, sources and hashes are in order.`,
)
