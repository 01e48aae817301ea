// Writes the bills of materials of a release as CycloneDX: target/sbom/npm.json of the services and
// target/sbom/cargo.json of the program. `npm run supply`
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crates } from './packages.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = `${ROOT}target/sbom`

/** The checksums of Cargo.lock by name and version. */
function checksums() {
  const lock = readFileSync(`${ROOT}Cargo.lock`, 'utf8')
  const entries = lock.matchAll(/name = "(.*)"\nversion = "(.*)"\nsource = ".*"\nchecksum = "(.*)"/g)
  return new Map([...entries].map(([, name, version, hash]) => [`${name}@${version}`, hash]))
}

function cargoBom() {
  const hashes = checksums()
  const components = crates().map(({ name, version, license }) => {
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
  const manifest = readFileSync(`${ROOT}programs/prediction_market/Cargo.toml`, 'utf8')
  const [, version] = /^version = "(.*)"$/m.exec(manifest)
  const component = { type: 'application', name: 'prediction_market', version }
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components }
}

mkdirSync(FOLDER, { recursive: true })
const npm = execFileSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
})
writeFileSync(`${FOLDER}/npm.json`, npm)
const cargo = cargoBom()
writeFileSync(`${FOLDER}/cargo.json`, `${JSON.stringify(cargo, null, 2)}\n`)
const count = JSON.parse(npm).components.length
console.log(
  `target/sbom/npm.json: ${count} packages; target/sbom/cargo.json: ${cargo.components.length} crates`,
)
