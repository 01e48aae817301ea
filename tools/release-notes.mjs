// Prints the notes of a release: its section of CHANGELOG.md, and the hashes of both builds of the program, with which
// anyone can recognise them on chain, as `npm run verify` does.
//
//   npm run --silent release:notes [-- VERSION]    the section of a version; by default the newest one

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILDS = [
  ['SBPF v3', 'sdk/program/prediction_market.so', 'program'],
  ['SBPF v0', 'sdk/program/prediction_market-v0.so', 'programV0'],
]

const read = (path) => readFileSync(`${ROOT}${path}`)

/** The sections of the changelog, newest first: heading and text. */
const [, ...sections] = read('CHANGELOG.md').toString().split(/^## /m)

/** The section of the changelog with this heading; ends this process if there is none. */
function sectionOf(version) {
  const section = sections.find((part) => part.startsWith(`${version}\n`))
  if (section) return section.slice(version.length).trim()
  console.error(`CHANGELOG.md has no section "## ${version}"`)
  process.exit(1)
}

/** One row per build: version, bytes and hash; ends this process if a file is not the one that was recorded. */
function rowOf([version, path, recorded]) {
  const code = read(path)
  const hash = createHash('sha256').update(code).digest('hex')
  if (build[recorded] !== hash) {
    console.error(`${path} is not the build that sdk/program/build.json records: run npm run build:program`)
    process.exit(1)
  }
  return `| ${version} | \`${path}\` | ${code.length} | \`${hash}\` |`
}

const build = JSON.parse(read('sdk/program/build.json'))
const [version = sections[0].split('\n')[0]] = process.argv.slice(2)
const section = sectionOf(version)
console.log(`# ${version}

${section}

## The program

| build | file | bytes | SHA-256 |
| --- | --- | --- | --- |
${BUILDS.map(rowOf).join('\n')}

Built with ${build.compiler}, from sources with the SHA-256 \`${build.sources}\`.
Build it yourself: \`npm run build:program -- --check\`. Compare a deployment: \`npm run verify -- --program ADDRESS --rpc URL\`.`)
