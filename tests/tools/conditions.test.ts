import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { METRICS } from '../../sdk/src/core/condition/kinds/index.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Written by tools. */
const GENERATED = ['sdk/src/idl/', 'sdk/src/kit/generated/', 'sdk/src/rest/schema.ts']

const TYPE = `'(?:${METRICS.join('|')})'`

/** A comparison with a type of condition, or a case for one. What proves an answer, its evidence, has types of its own. */
const SWITCHES = new RegExp(`(?<!evidence\\??\\.)\\b(?:type|kind|metric)\\s*[!=]==\\s*${TYPE}|case ${TYPE}`)

/** Files that tell types of conditions apart, and why. */
const EXCEPTIONS = [
  // Sentences about prices, migrations and events have forms of their own, and verbs have kinds.
  'sdk/src/question/agreement.ts',
  'sdk/src/question/claim.ts',
  'sdk/src/question/derive.ts',
  'sdk/src/question/phrasing.ts',
  'sdk/src/question/measure.ts',
  'sdk/src/question/verbs.ts',
  'app/src/gateway/questions/read-question.ts',
  'app/src/gateway/questions/routes.ts',
  // The types of evidence.
  'app/src/gateway/markets/proof/views.ts',
  // Whoever runs a localnet sets its events.
  'app/src/localnet/routes.ts',
  'app/src/localnet/localnet.ts',
]

/** What a new type of condition has to be added to, with `supply` as the example: its name, and tables of readings. */
const NAMES = /'supply'|\bSupplyCondition\b|kinds\/supply\b/
const TABLES = /Record<\s*(?:EvidenceAccount|StateReading),|export type (?:EvidenceAccount|StateReading)\b/

function sources(...folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(`${ROOT}/${folder}`, { recursive: true }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('node_modules'))
    .filter((file) => !GENERATED.some((path) => file.startsWith(path)))
    .sort()
}

const matches = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(`${ROOT}/${file}`, 'utf8'))

describe('types of conditions', () => {
  it('are compared by name in their records only', () => {
    const files = sources('sdk/src', 'app/src', 'web/src').filter(
      (file) => !file.startsWith('sdk/src/core/condition/kinds/'),
    )
    expect(files.filter(matches(SWITCHES)).filter((file) => !EXCEPTIONS.includes(file))).to.deep.equal([])
  })

  for (const text of ["condition.type === 'price'", "type !== 'event'", "case 'supply':"]) {
    it(`are found compared in ${text}`, () => expect(text).to.match(SWITCHES))
  }

  it('need the files that CONTRIBUTING.md lists, at most ten', () => {
    const guide = readFileSync(`${ROOT}/CONTRIBUTING.md`, 'utf8')
    const section = guide.split('## Add a condition')[1]?.split('\n## ')[0] ?? ''
    const listed = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, file]) => file as string)
    const named = sources('sdk/src', 'app/src', 'web/src', 'tools', 'examples', 'migrations').filter(
      (file) => matches(NAMES)(file) || matches(TABLES)(file),
    )
    expect(listed.toSorted()).to.deep.equal(named)
    expect(listed).to.have.lengthOf.within(5, 10)
  })
})
