// Stores the verdicts on mutants, and writes their table, docs/mutants.md.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from '../docs/table.ts'
import { ROOT } from '../program/workspace.ts'
import { hashMutant } from './build.ts'
import type { Mutant } from './list.ts'
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

/** Writes the table of all mutants with a verdict. */
export function writeTable(mutants: readonly Mutant[]): void {
  const cell = (text: string | null) => (text ?? 'not caught').replaceAll('|', '\\|')
  const verdicts = mutants.map((mutant) => ({ mutant, verdict: readVerdict(mutant) }))
  const rows = verdicts.flatMap(({ mutant: { name, rule }, verdict }) =>
    verdict ? [[`\`${name}\``, rule, cell(verdict.fuzzer), cell(verdict.test)]] : [],
  )
  const caught = verdicts.filter(({ verdict }) => verdict !== null && isCaught(verdict)).length
  const summary = `${rows.length} of ${mutants.length} mutants have been run, ${caught} of them are caught.`
  const head = ['mutant', 'rule that it breaks', 'caught by the fuzzer', 'caught by a test']
  writeFileSync(
    DOCUMENT,
    `# Mutants

Written by \`npm run mutants\`. [evidence.md](evidence.md#mutants) explains it.

${summary}

${markdownTable([head, ...rows])}
`,
  )
}
