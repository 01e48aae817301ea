// Checks the crates and npm packages of a release (licences, sources, hashes, vulnerabilities) and writes their bills of
// materials as CycloneDX: target/sbom/npm.json and target/sbom/cargo.json. `npm run supply`

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { licenceProblems, readAudit, sourceProblems } from './rules.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = `${ROOT}target/sbom`

/** Runs a command of the project. npm exits with 1 for any vulnerability, so only an empty output is a failure. */
function output(command, ...args) {
  const { stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (stdout) return stdout
  throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

/** The npm packages of the lock file that a release installs; without development dependencies. */
function npmPackages() {
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'))
  return Object.entries(packages)
    .filter(([path, { link, dev }]) => path.includes('node_modules/') && !link && !dev)
    .map(([path, entry]) => ({ ...entry, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))
}

function cargoBom(packages) {
  const lock = readFileSync(`${ROOT}Cargo.lock`, 'utf8')
  const entries = lock.matchAll(/name = "(.*)"\nversion = "(.*)"\nsource = ".*"\nchecksum = "(.*)"/g)
  const hashes = new Map([...entries].map(([, name, version, hash]) => [`${name}@${version}`, hash]))
  const components = packages.map(({ name, version, license }) => {
    const hash = hashes.get(`${name}@${version}`)
    return {
      type: 'library',
      name,
      version,
      purl: `pkg:cargo/${name}@${version}`,
      licenses: license ? [{ expression: license.replaceAll(/\s*\/\s*/g, ' OR ') }] : [],
      hashes: hash ? [{ alg: 'SHA-256', content: hash }] : [],
    }
  })
  const { name, version } = packages.find(({ name }) => name === 'prediction_market')
  const component = { type: 'application', name, version }
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components }
}

const { packages } = JSON.parse(output('cargo', 'metadata', '--locked', '--format-version', '1'))
// Those of this repository have no source.
const crates = packages.filter(({ source }) => source !== null)
const npm = npmPackages()
const { leftOut, found } = readAudit(output('npm', 'audit', '--omit=dev', '--json'))
const problems = [
  ...licenceProblems(crates),
  ...licenceProblems(npm),
  ...sourceProblems(crates, npm),
  ...found,
]

mkdirSync(FOLDER, { recursive: true })
writeFileSync(`${FOLDER}/npm.json`, output('npm', 'sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'))
writeFileSync(`${FOLDER}/cargo.json`, `${JSON.stringify(cargoBom(packages), null, 2)}\n`)

if (leftOut !== null) console.log(`Left out: the registry does not answer audits: ${leftOut}`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(
  `${crates.length} crates and ${npm.length} npm packages: licences, sources and hashes are in order; target/sbom has their bills of materials.`,
)
if (leftOut === null) console.log('No vulnerability of severity high or critical.')
