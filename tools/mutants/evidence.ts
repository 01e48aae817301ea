// Stores the verdicts on mutants, and writes their table, docs/mutants.md.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../docs/table.ts'
import { ROOT } from '../program/workspace.ts'
import { hashMutant, type Mutant } from './build.ts'
import type { Verdict } from './test.ts'

const DOCUMENT = join(ROOT, 'docs/mutants.md')
const RESULTS = join(ROOT, 'target/mutants/results')

const fileOf = (mutant: Mutant) => join(RESULTS, `${mutant.name}-${hashMutant(mutant)}.json`)

export function saveVerdict(mutant: Mutant, verdict: Verdict): void {
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(fileOf(mutant), `${JSON.stringify(verdict)}\n`)
}

/** The verdict of an earlier run about the same sources, or null. */
export function readVerdict(mutant: Mutant): Verdict | null {
  const file = fileOf(mutant)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

export function isCaught({ fuzzer, test }: Verdict): boolean {
  return fuzzer !== null || test !== null
}

/** The table's last column: whether a mutant was one of the sources as they are, or of earlier ones. */
type Of = 'today' | 'earlier'

interface Row {
  verdict: Verdict
  of: Of
}

const NOT_CAUGHT = 'not caught'

/** Writes the table of all mutants with a verdict; what is known of earlier sources stays until it is run again. */
export function writeTable(mutants: readonly Mutant[]): void {
  const known = readTable()
  const found = mutants.flatMap((mutant): [Mutant, Row][] => {
    const verdict = readVerdict(mutant)
    const earlier = known.get(mutant.name)
    if (verdict) return [[mutant, { verdict, of: 'today' }]]
    return earlier ? [[mutant, { verdict: earlier, of: 'earlier' }]] : []
  })
  const cell = (text: string | null) => (text ?? NOT_CAUGHT).replaceAll('|', '\\|')
  const rows = found.map(([{ name, rule }, { verdict, of }]) => [
    ...[`\`${name}\``, rule, cell(verdict.fuzzer), cell(verdict.test), of],
  ])
  const caught = found.filter(([, { verdict }]) => isCaught(verdict)).length
  const today = found.filter(([, { of }]) => of === 'today').length
  const summary = `${rows.length} of ${mutants.length} mutants have been run, ${caught} of them are caught; ${today} of today's program.`
  const head = ['mutant', 'rule that it breaks', 'caught by the fuzzer', 'caught by a test', 'program']
  writeFileSync(
    DOCUMENT,
    `# Mutants

Written by \`npm run mutants\`. [evidence.md](evidence.md#mutants) explains it.

${summary}

${markdownTable([head, ...rows])}
`,
  )
}

/** The verdicts of the table as it stands, by mutant. */
function readTable(): Map<string, Verdict> {
  const text = (cell = '') => (cell === NOT_CAUGHT ? null : cell.replaceAll('\\|', '|'))
  const rows = readFileSync(DOCUMENT, 'utf8').matchAll(/^\| `(.+?)` +\|(.*)\|$/gm)
  return new Map(
    [...rows].map(([, name = '', rest = '']): [string, Verdict] => {
      const [, fuzzer, test] = rest.split(/(?<!\\)\|/).map((cell) => cell.trim())
      return [name, { fuzzer: text(fuzzer), test: text(test) }]
    }),
  )
}
